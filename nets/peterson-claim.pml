/* Peterson's algorithm for two processes. The claim: process 0 waits for ever. */

bool wants[2];
bit turn;
byte inside;

active [2] proctype P()
{
    do
    ::  wants[_pid] = 1;
        turn = 1 - _pid;
wait:   !wants[1 - _pid] || turn == _pid;
        inside++;
        assert(inside == 1);
progress:
        inside--;
        wants[_pid] = 0
    od
}

never {
    do
    :: P[0]@wait -> break
    :: true
    od;
accept:
    do
    :: P[0]@wait
    od
}
