.model a b
.inputs x
.outputs x
.speed 3
q r
.graph x+
x+ x-
x- x+
.graph
.marking
.marking { <x+,x-> }
.marking <x+
.end
.model b
