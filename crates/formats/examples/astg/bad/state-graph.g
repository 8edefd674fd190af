.model s
.inputs a
.state graph
s0 a+ s1
s1 a- s0
.marking {s0}
.end
