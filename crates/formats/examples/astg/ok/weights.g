.inputs put
.outputs get
.graph
put+ stock(2)
stock get+(3)
get+ get-
get- put-
put- put+
stock put-
.capacity stock=7 <put-,put+>=2
.marking { <put-,put+>=2 stock=4 }
