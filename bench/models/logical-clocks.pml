/* Mutual exclusion of sites that pass a token along a tree.
 *
 * The algorithm is that of M. Trehel and M. Naimi, "A distributed algorithm for mutual exclusion based on data
 * structures and fault tolerance", Phoenix Conference on Computers and Communications, 1987. Each site knows
 * who probably asked last. It sends its request there, and becomes the one that asked last. A site that waits
 * remembers who comes next. Channels are reliable and keep the order of messages. */

#ifndef SITES
#define SITES 3
#endif
#define NOBODY SITES

mtype = { request, token };

chan box[SITES] = [SITES] of { mtype, byte };
byte inside = 0;

proctype Site(byte me; byte last) {
    byte next = NOBODY;
    byte from;
    bool wants = false;
    bool has = (last == NOBODY);

    do
    :: !wants ->
        wants = true;
        if
        :: last != NOBODY ->
            box[last] ! request, me;
            last = NOBODY
        :: else -> skip
        fi
    :: wants && has ->
        inside++;
        assert(inside == 1);
        inside--;
        wants = false;
        if
        :: next != NOBODY ->
            has = false;
            box[next] ! token, me;
            next = NOBODY
        :: else -> skip
        fi
    :: box[me] ? request, from ->
        if
        :: last != NOBODY -> box[last] ! request, from
        :: last == NOBODY && wants -> next = from
        :: last == NOBODY && !wants ->
            has = false;
            box[from] ! token, me
        fi;
        last = from
    :: box[me] ? token, _ -> has = true
    od
}

init {
    atomic {
        run Site(0, NOBODY);
        run Site(1, 0);
        run Site(2, 0)
    }
}
