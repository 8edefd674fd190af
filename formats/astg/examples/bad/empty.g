.model nothing
.end
