/* A data transfer protocol: users set up connections, send numbered messages, and release the connections.
 *
 * The phases are those of connection-oriented services in textbooks, such as A. S. Tanenbaum, "Computer Networks",
 * 1981. The side that called sends data, each message with one bit, and waits for its acknowledgement. Two connections exist
 * at a time. Channels are reliable. */

#ifndef MESSAGES
#define MESSAGES 3
#endif
#ifndef ROOM
#define ROOM 1
#endif
#define CONNECTIONS 2

byte established = 0; /* connections */

mtype = { connect, confirm, data, ack, release, released };

/* Each connection has two of these: for the side that calls, and for the other. */
chan down[2 * CONNECTIONS] = [1] of { mtype, byte };
chan up[2 * CONNECTIONS] = [1] of { mtype, byte };
chan line[2 * CONNECTIONS] = [ROOM] of { mtype, byte };

/* The user who calls. */
proctype Caller(byte at) {
    byte sent = 0;
    do
    :: sent = 0;
        down[at] ! connect, 0;
        up[at] ? confirm, _;
        established++;
        assert(established <= CONNECTIONS);
        do
        :: sent < MESSAGES ->
            down[at] ! data, sent;
            sent++;
            up[at] ? ack, _
        :: sent == MESSAGES -> break
        od;
        established--;
        down[at] ! release, 0;
        up[at] ? released, _
    od
}

/* The user who is called. */
proctype Called(byte at) {
    byte value;
    byte expected = 0;
    do
    :: up[at + 1] ? connect, _ -> expected = 0; down[at + 1] ! confirm, 0
    :: up[at + 1] ? data, value ->
        assert(value == expected);
        expected++
    :: up[at + 1] ? release, _ ->
        assert(expected == MESSAGES);
        down[at + 1] ! released, 0
    od
}

/* The sending entity: gives each message a bit and waits for the acknowledgement. */
proctype Sender(byte at) {
    byte value;
    byte parity = 0;
    byte got;
    do
    :: down[at] ? connect, _ -> line[at] ! connect, 0
    :: line[at + 1] ? confirm, _ -> parity = 0; up[at] ! confirm, 0
    :: down[at] ? data, value ->
        line[at] ! data, value * 2 + parity;
        line[at + 1] ? ack, got;
        assert(got == parity);
        parity = 1 - parity;
        up[at] ! ack, 0
    :: down[at] ? release, _ -> line[at] ! release, 0
    :: line[at + 1] ? released, _ -> up[at] ! released, 0
    od
}

/* The receiving entity. */
proctype Receiver(byte at) {
    byte value;
    byte parity = 0;
    do
    :: line[at] ? connect, _ -> up[at + 1] ! connect, 0
    :: down[at + 1] ? confirm, _ -> parity = 0; line[at + 1] ! confirm, 0
    :: line[at] ? data, value ->
        assert(value % 2 == parity);
        up[at + 1] ! data, value / 2;
        line[at + 1] ! ack, parity;
        parity = 1 - parity
    :: line[at] ? release, _ -> up[at + 1] ! release, 0
    :: down[at + 1] ? released, _ -> line[at + 1] ! released, 0
    od
}

init {
    atomic {
        run Caller(0);
        run Called(0);
        run Sender(0);
        run Receiver(0);
        run Caller(2);
        run Called(2);
        run Sender(2);
        run Receiver(2)
    }
}
