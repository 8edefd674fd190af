/* Messages over a channel that may lose them, with a bit that alternates. */
#ifndef COUNT
#define COUNT 4 /* delivered messages are counted modulo this number */
#endif

mtype = { data, ack };

chan toReceiver = [1] of { mtype, bit };
chan toSender = [1] of { mtype, bit };
byte delivered;

active proctype Sender() {
	bit number, answer;
	do
	:: toReceiver!data(number) ->
		if
		:: toSender?ack(answer) ->
			if
			:: answer == number -> number = 1 - number
			:: else
			fi
		:: timeout
		fi
	od
}

active proctype Receiver() {
	bit number, expected;
end:
	do
	:: toReceiver?data(number) ->
		if
		:: number == expected ->
			delivered = (delivered + 1) % COUNT;
			expected = 1 - expected
		:: else
		fi;
		assert(number != expected);
		toSender!ack(number)
	:: toReceiver?data(_)
	od
}

ltl delivered { []<> (delivered == 1) || <>[] (delivered == 0) }
