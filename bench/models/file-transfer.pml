/* A file transfer protocol in layers: two users, two sessions, and two senders with windows over lossy channels.
 *
 * The layers are those of the example in G. J. Holzmann, "Design and Validation of Computer Protocols", Prentice Hall,
 * 1991, chapter 14. Here a session only opens, transfers and closes, and the flow control goes back to the oldest
 * message without acknowledgement. */

#ifndef PIECES
#define PIECES 2 /* of a file */
#endif
#ifndef WINDOW
#define WINDOW 2
#endif
#define NUMBERS 4

mtype = { open, accept, refuse, piece, close, abort };

chan ask = [1] of { mtype };          /* user to session */
chan told = [1] of { mtype };         /* session to user */
chan send = [1] of { mtype };         /* session to flow control */
chan got = [1] of { mtype };          /* flow control to the other session */
chan answer = [1] of { mtype };       /* from the other session */
chan wire = [1] of { mtype, byte };   /* may lose messages */
chan acks = [1] of { byte };          /* may lose messages */

proctype User() {
    do
    :: ask ! open;
        if
        :: told ? accept
        :: told ? refuse
        fi
    :: ask ! abort; told ? abort
    od
}

proctype Session() {
    byte left;
    do
    :: ask ? abort -> told ! abort
    :: ask ? open ->
        send ! open;
        if
        :: answer ? accept ->
            left = PIECES;
            do
            :: left > 0 -> send ! piece; left--
            :: left == 0 -> break
            od;
            send ! close;
            answer ? close;
            told ! accept
        :: answer ? refuse -> told ! refuse
        fi
    od
}

/* Sends each message with a number until it is acknowledged. */
proctype Flow() {
    mtype kept[NUMBERS];
    byte first = 0;
    byte waiting = 0;
    byte next;
    do
    :: waiting < WINDOW && nempty(send) ->
        send ? kept[(first + waiting) % NUMBERS];
        wire ! kept[(first + waiting) % NUMBERS], (first + waiting) % NUMBERS;
        waiting++
    :: acks ? next ->
        do
        :: first != next && waiting > 0 -> first = (first + 1) % NUMBERS; waiting--
        :: first == next || waiting == 0 -> break
        od
    :: timeout ->
        if
        :: waiting > 0 -> wire ! kept[first], first
        :: waiting == 0 -> skip
        fi
    od
}

proctype Acceptor() {
    mtype kind;
    byte number;
    byte expected = 0;
    do
    :: wire ? kind, number ->
        if
        :: number == expected ->
            got ! kind;
            expected = (expected + 1) % NUMBERS
        :: number != expected -> skip
        fi;
        acks ! expected
    :: wire ? _, _ -> skip /* a message is lost */
    :: acks ? _ -> skip    /* an acknowledgement is lost */
    od
}

proctype Server() {
    mtype kind;
    byte pieces;
    do
    :: got ? open ->
        if
        :: answer ! refuse
        :: answer ! accept;
            pieces = 0;
            do
            :: got ? piece -> pieces++
            :: got ? close ->
                assert(pieces == PIECES);
                break
            od;
            answer ! close
        fi
    od
}

init {
    atomic {
        run User();
        run Session();
        run Flow();
        run Acceptor();
        run Server()
    }
}
