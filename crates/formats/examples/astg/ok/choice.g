.model choice
.inputs a b
.outputs \
   c
.graph
free a+ b+/0
a+ c+
b+ c+/1
c+ a-
c+/1 b-
a- c-/2
b- c-/3
c-/2 free
c-/3 free
.marking {
  free   # one token
}
.slowenv
.end
