.inputs a
.graph
a+ a-
a- a+
p a+
a+ p
.marking { p p=2 q a+ <a+,b+> = p= p=x }
.capacity p=1 p=2
