.inputs a
.dummy d
.graph
a p
d+ p
b+ p
p q
p/1 a+
a+(2) p
a+ p p
a+ a-(2)
p
a+b p
p a+(99999999999999999999)
.end
