//! Small models of Promela, with the numbers that Spin prints.
//!
//! The numbers were printed by Spin 6.5.2 after `spin -a -o1 -o2 -o3`, for `-DNOREDUCE -DNOCLAIM -DSAFETY` and `pan -c0`.
//! Its transitions are one more than our firings.

/// Models, with the states and transitions that Spin counts.
pub(super) const SMALL: &[(&str, usize, usize)] = &[
    // A rendezvous passes an `atomic` to the receiver.
    (
        "chan a = [0] of { byte }; chan b = [0] of { byte }; byte x, y, z;
         active proctype S() { byte i; do :: i < 2 -> atomic { x = 1; a!1 }; i++ :: else -> break od }
         active proctype H() { byte j; do :: j < 2 -> j++; atomic { a?1; y = 1; b!1; y = 2; b!2 } :: else -> break od }
         active proctype F() { byte k; do :: k < 2 -> k++; atomic { b?1; z = 1; b?2; z = 2 } :: else -> break od }",
        113,
        223,
    ),
    (
        "chan a = [0] of { byte }; chan b = [0] of { byte }; byte x, y, z;
         active proctype H() { atomic { y = 1; b!1; y = 2; a?2; y = 3 } }
         active proctype F() { atomic { b?1; z = 1; a!2; z = 2 } }
         active proctype C() { x = 1; x = 2 }",
        22,
        34,
    ),
    (
        "chan b = [0] of { byte }; byte x, y, z;
         active proctype H() { atomic { y = 1; b!1; y = 2 }; y = 3 }
         active proctype F() { b?1; z = 1;  z = 2 }
         active proctype C() { x = 1; x = 2 }",
        44,
        89,
    ),
    // `d_step` as an option, and processes that are created in an `atomic`.
    (
        "byte s[2];
         init { d_step { s[0]=1; s[1]=0; } atomic { run P(); run P(); } }
         proctype P() { byte m; NCS: if :: d_step { m = s[0]; s[0]=m+0; } goto NCS; fi }",
        6,
        11,
    ),
    // `timeout` in an escape, in an `atomic`, and beside processes at a `d_step` or `else`.
    (
        "active proctype A() { { do :: skip; break od } unless { timeout } }
         active proctype B() { skip }",
        7,
        9,
    ),
    (
        "byte x; active proctype A() { atomic { x = 1; timeout; x = 2 }; x = 3 }
         active proctype B() { x == 1; skip }",
        8,
        8,
    ),
    ("byte x; active [2] proctype P() { timeout; d_step { x++; x++ } }", 11, 12),
    (
        "byte x; active [2] proctype P() { timeout; if :: x == 1 -> x = 0 :: else -> x = 1 fi }",
        15,
        16,
    ),
    ("byte x; active proctype P() { atomic { x = 1; d_step { timeout; x = 2 } } }", 4, 4),
    // Arguments are evaluated before the number of the process is assigned.
    ("byte g = 1; proctype P(byte a) { g = g + a } init { g = run P(g + 2); g = 0 }", 11, 12),
    // A receive statement that no process reaches.
    (
        "chan q = [0] of { byte }; chan r = [0] of { byte }; byte x;
         proctype P(chan c) { c!1; q?x }
         active proctype A() { q!2 }
         active proctype B() { run P(r) }",
        2,
        2,
    ),
    // An escape has priority over a message only if it takes the message.
    (
        "chan q = [0] of { byte }; byte x;
         active proctype A() { { q?x } unless { x == 0; x = 1 } }
         active proctype B() { q!3 }",
        6,
        6,
    ),
    (
        "chan q = [0] of { byte }; byte x;
         active proctype A() { { q?x; x = 7 } unless { q?1; x = 2 } }
         active proctype B() { if :: q!1 :: q!2 fi }",
        11,
        13,
    ),
    (
        "chan q = [0] of { byte }; byte x;
         active proctype A() { do :: q!1 :: else -> break od }
         active proctype B() { q?x; q?x }",
        7,
        8,
    ),
    // An escape does not interrupt a `d_step`, but may receive instead of it.
    ("byte x; init { { d_step { x = 1; x = 2 }; skip } unless { x == 1; x = 5 } }", 4, 4),
    (
        "chan q = [0] of { byte }; byte x;
         active proctype A() { { d_step { x = 1 } } unless { q?x } }
         active proctype B() { q!3 }",
        5,
        5,
    ),
    // Jumps that begin a block.
    ("init { skip; { goto L }; skip; L: skip }", 5, 5),
    ("inline f() { goto L; skip } init { skip; f(); skip; L: skip }", 5, 5),
    (
        "byte x; init { do :: x < 2 -> x++ :: else -> { break } od; { skip } unless { { goto L } };
         skip; L: skip }",
        10,
        10,
    ),
    ("init { skip; { goto L } unless { false; goto L }; skip; L: skip }", 4, 4),
    ("chan q = [1] of { byte }; init { xr q; skip; { xs q; skip }; L: skip }", 5, 5),
    // A value is computed before the receiver assigns to a variable in it.
    (
        "chan q = [0] of { byte, byte }; byte g, v;
         active proctype P() { q?g, v; if :: v == 0 -> skip; skip; skip :: else fi }
         active proctype Q() { q!1, g }",
        10,
        13,
    ),
    (
        "chan q = [0] of { byte, byte }; byte i; byte a[3];
         active proctype P() { q?i, a[i]; if :: a[2] == 7 -> skip; skip; skip :: else fi }
         active proctype Q() { q!2, 7 }",
        10,
        13,
    ),
    // Jumps that an escape of `unless` guards, where an option or an `atomic` begins.
    ("init { if :: { goto L } unless { false } fi; L: skip }", 4, 4),
    ("init { skip; atomic { if :: { goto L } unless { false } fi }; L: skip }", 5, 5),
    ("init { do :: { break } unless { false } od; skip }", 4, 4),
    ("init { skip; atomic { { false } unless { goto L } }; L: skip }", 5, 5),
    // A jump to an `atomic` ends the one around it.
    ("byte x; init { L: atomic { x < 3 -> x++; goto L } }", 4, 4),
    ("init { atomic { skip; goto M }; skip; M: atomic { skip; skip; skip } }", 4, 4),
    ("init { atomic { skip; goto M }; skip; atomic { skip; M: skip; skip } }", 3, 3),
    // The body of `for` is no block.
    ("byte v, x; init { for (v : 0 .. 1) { do :: x = 1 :: v = 0 od } }", 4, 7),
    ("byte v; init { for (v : 0 .. 1) { goto L }; L: skip }", 5, 5),
    // Jumps with a label.
    ("init { do :: skip; L: break od; skip }", 4, 4),
    ("init { do :: skip; skip; end: break :: skip; goto M od; M: skip }", 5, 6),
    // Declarations that begin a block.
    ("init { { byte x; x = 2; skip } }", 5, 5),
    ("init { if :: byte x; x = 2 :: byte z; skip fi }", 6, 7),
    // Bits in an array and in a message of one value have 8 bits.
    (
        "bit g[2]; chan q = [1] of { bit }; byte x;
         init { g[0] = 3; q!5; q?x; if :: g[0] + x == 8 -> skip :: else -> x = 1; skip; skip fi }",
        7,
        7,
    ),
    // A label without a statement.
    ("byte x; init { x++; L: M: }", 4, 4),
    (
        "byte x; inline f() { x++; if :: x > 2 -> goto done :: else fi; x++; done: } init { f(); x++ }",
        7,
        7,
    ),
    ("byte x; init { do :: x < 2 -> x++; L: :: x == 2 -> K: ; break; od }", 10, 10),
    ("byte x; init { if :: x < 2 -> x++; if :: goto L :: skip fi; x++; L: fi; x++ }", 12, 12),
    ("byte x; init { atomic { x++; x++; L: } { x++; M: } x++ }", 6, 6),
    // Labels in calls of `inline`.
    (
        "inline f() { if :: x > 2 -> goto done :: else fi; x++; done: skip }
         byte x; init { f(); f(); x++ }",
        9,
        9,
    ),
    (
        "inline f() { x++; in: x = 3 }
         byte x; init { if :: x == 0 -> goto in :: skip fi; f(); x++ }",
        7,
        8,
    ),
    (
        "inline g() { x++; goto done; x = 9 } inline f(v) { x++; g(); x++; done: x = v; x++ }
         byte x; init { f(1); f(2); x++ }",
        11,
        11,
    ),
    (
        "inline g() { x++; goto done; x++; done: }
         inline f() { if :: x > 2 -> goto done :: else fi; x++; done: }
         byte x; init { do :: x < 5 -> f(); g() :: else -> break od; f() }",
        22,
        22,
    ),
    // Loops over channels: nested, and several in the same braces, which share a counter.
    (
        "typedef M { byte a; byte b }; chan c = [3] of { M };
         init { M x; byte s; x.a = 1; c!x; x.a = 2; c!x;
             for (x in c) { s = s + x.a; for (x in c) { printf(\"%d\", x.a) } };
             for (x in c) { skip };
             if :: true -> for (x in c) { break } :: true -> skip fi }",
        62,
        62,
    ),
    (
        "typedef M { byte a; byte b }; chan c = [3] of { M };
         inline f() { for (x in c) { if :: break :: skip fi } }
         init { M x; c!x; c!x; f(); for (x in c) { if :: break :: skip fi };
             do :: for (x in c) { if :: break :: skip fi }; break od }",
        102,
        116,
    ),
    (
        "typedef M { byte a; byte b }; chan c = [3] of { M };
         init { M x; byte i; c!x; c!x; for (i : 1 .. 2) {
             for (x in c) { if :: break :: skip fi }; for (x in c) { if :: x.a = i :: skip fi } } }",
        80,
        88,
    ),
    // A body that changes the channel, jumps, and another process that receives.
    (
        "typedef M { byte a; byte b }; chan c = [3] of { M };
         init { M x; byte i; c!x; c!x;
             for (x in c) { if :: x.a < 2 -> x.a++; c!x :: c?x :: goto out fi };
             out: assert(x.a < 2) }
         active proctype P() { M y; do :: c?y :: full(c) -> break od }",
        303,
        493,
    ),
    (
        "typedef M { byte a; byte b }; chan c = [2] of { M };
         init { M x; x.a = 1; c!x; if :: for (x in c) { L: x.b++ } :: goto L fi }",
        11,
        12,
    ),
    // An empty channel, `atomic`, `d_step` and `unless`.
    (
        "typedef M { byte a; byte b }; chan c = [2] of { M };
         init { M x; for (x in c) { assert(false) }; x.a = 1; c!x;
             atomic { for (x in c) { x.b++ } }; d_step { for (x in c) { x.b++ } } }
         active proctype P() { M y; c?y; y.b = 3; c!y }",
        38,
        50,
    ),
    (
        "typedef M { byte a; byte b }; chan c = [2] of { M }; byte n;
         init { M x; x.a = 1; c!x;
             d_step { for (x in c) { n = n + x.a }; for (x in c) { n = n + x.b + 1 } };
             { for (x in c) { n++ } } unless { n == 4; for (x in c) { n = 0 } } }
         active proctype P() { M y; atomic { c?y; for (y in c) { n = 7 }; c!1,3 } }",
        55,
        79,
    ),
    // A label of a loop stands after the assignment of the first value.
    (
        "active proctype P() { byte i;
             i++; goto L; i++; L: for (i : 0 .. 1) { skip }; M: select (i : 0 .. 3);
             if :: goto M :: goto N :: skip fi; i = i + 1; K: N: select (i : 0 .. i); skip }",
        34,
        54,
    ),
    (
        "typedef M { bit l; byte m }; byte g; chan q = [1] of { M }; M m;
         active [2] proctype P() { do
             :: if :: g < 2 -> g++; L: for (m in q) { skip } :: g == 2 -> break fi :: goto L od }",
        72,
        152,
    ),
    // Elements of arrays as message and as channel, and messages of several values.
    (
        "typedef M { bit a }; typedef N { M m; byte b[2]; chan c };
         init { chan c[2] = [2] of { N }; N x[2]; byte i; x[1].c = c[0];
             for (i in c) { c[1]!x[i] } for (x[1] in c[1]) { x[1].b[i - 1]++ } }",
        23,
        23,
    ),
    // A message is sorted by the values that are sent, and stored with the bits of the channel.
    (
        "chan q = [3] of { bit, byte }; byte x, y;
         active proctype P() { q!1,253; if :: q!!1,0 :: q!!3,0 fi; q?x,y; assert(y == 0) }",
        10,
        10,
    ),
    // A timeout, a lossy channel, a formula.
    (include_str!("../../../../../nets/alternating-bit.pml"), 53, 59),
    (include_str!("../../../../../nets/peterson-claim.pml"), 38, 65),
];
