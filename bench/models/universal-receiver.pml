/* A receiver that gets numbered blocks over a line that loses some of them, and a transmitter with a window.
 *
 * The roles are those of AT&T's Universal Receiver Protocol: A. G. Fraser and W. T. Marshall, "Data transport in a byte
 * stream network", IEEE Journal on Selected Areas in Communications 7, 1989. The receiver acknowledges blocks in their
 * order, rejects the first block after a gap once, and answers an enquiry with what it acknowledged last. Here a
 * block is a single message, and the line loses messages only in one direction. */

#ifndef NUMBERS
#define NUMBERS 8 /* blocks are numbered modulo this number */
#endif
#ifndef WINDOW
#define WINDOW 3
#endif

mtype = { block, enquiry, acknowledged, rejected };

chan given = [1] of { byte };
chan delivered = [1] of { byte };
chan out = [WINDOW] of { mtype, byte };
chan line = [1] of { mtype, byte };
chan back = [WINDOW] of { mtype, byte };

/* The computer that sends: its blocks have numbers. */
proctype Source() {
    byte number = 0;
    do
    :: given ! number -> number = (number + 1) % NUMBERS
    od
}

/* The computer that receives: blocks come in their order, and none is lost. */
proctype Sink() {
    byte number;
    byte expected = 0;
    do
    :: delivered ? number ->
        assert(number == expected);
        expected = (expected + 1) % NUMBERS
    od
}

proctype Transmitter() {
    byte first = 0;   /* the oldest block without acknowledgement */
    byte taken = 0;   /* the number of blocks without acknowledgement */
    byte waiting = 0; /* the number of those that have been sent since the last rejection */
    byte number;

    do
    :: taken < WINDOW && nempty(given) ->
        given ? number;
        assert(number == (first + taken) % NUMBERS);
        taken++
    :: waiting < taken && nfull(out) ->
        out ! block, (first + waiting) % NUMBERS;
        waiting++
    :: back ? acknowledged, number ->
        /* The number is that of the next block that the receiver expects. */
        do
        :: first != number ->
            first = (first + 1) % NUMBERS;
            taken--;
            if
            :: waiting > 0 -> waiting--
            :: waiting == 0 -> skip
            fi
        :: first == number -> break
        od
    :: back ? rejected, number ->
        do
        :: first != number -> first = (first + 1) % NUMBERS; taken--
        :: first == number -> break
        od;
        waiting = 0
    :: timeout -> out ! enquiry, 0
    od
}

/* The line loses blocks, but no enquiries. */
proctype Line() {
    mtype kind;
    byte number;

    do
    :: out ? kind, number ->
        if
        :: line ! kind, number
        :: kind == block -> skip
        fi
    od
}

proctype Receiver() {
    byte expected = 0;
    byte number;
    bool has_rejected = false;

    do
    :: line ? block, number ->
        if
        :: number == expected ->
            expected = (expected + 1) % NUMBERS;
            has_rejected = false;
            delivered ! number;
            back ! acknowledged, expected
        :: number != expected && !has_rejected ->
            has_rejected = true;
            back ! rejected, expected
        :: number != expected && has_rejected -> skip
        fi
    :: line ? enquiry, _ ->
        has_rejected = true;
        back ! rejected, expected
    od
}

init {
    atomic {
        run Source();
        run Sink();
        run Transmitter();
        run Line();
        run Receiver()
    }
}
