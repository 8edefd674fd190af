# A request forks into two outputs, which join again; places between edges, and one of its own.
.name fork
.inputs req
.outputs left right
.internal done
.dummy tau
.graph
start req+
req+ left+ right+
left+ tau/1
right+ tau/1
tau/1 done+
done+ req-
req- left- right-
left- done-
right- done-
done- start
.marking { start }
.end
