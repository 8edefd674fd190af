//! The semantics, one rule at a time: small handwritten models with their expected counts.
//!
//! Statistics are states, edges and deadlocks. Most models have a step to the last location that is possible
//! only under the right one of two readings.

use crate::support::explore::explore;
use sanderling_dve::Semantics::{self, Divine2, Ltsmin};

/// A model of one process `P` that starts in `a`.
fn one(globals: &str, body: &str) -> String {
    format!("{globals} process P {{ {body} }} system async;")
}

/// A model of one process that goes from `a` to `b` with an effect and on to `c` if a guard holds.
fn then(globals: &str, effect: &str, guard: &str) -> String {
    let body = format!("state a, b, c; init a; trans a -> b {{ {effect} }}, b -> c {{ guard {guard}; }};");
    one(globals, &body)
}

fn statistics(text: &str, semantics: Semantics) -> [usize; 3] {
    explore(text, semantics).statistics()
}

/// Whether `then` reaches its last location.
fn holds(globals: &str, effect: &str, guard: &str, semantics: Semantics) -> bool {
    match statistics(&then(globals, effect, guard), semantics) {
        [3, 2, 1] => true,
        [2, 1, 1] => false,
        other => panic!("{other:?} of {effect} {guard}"),
    }
}

#[track_caller]
fn assert_holds(globals: &str, effect: &str, guard: &str) {
    for semantics in [Ltsmin, Divine2] {
        assert!(holds(globals, effect, guard, semantics), "{semantics:?}: {guard} behind {effect}");
    }
}

/// Whether the first step has no meaning.
fn is_undefined(globals: &str, effect: &str, semantics: Semantics) -> bool {
    explore(then(globals, effect, "1"), semantics).undefined == 1
}

#[test]
fn effects_are_carried_out_one_after_the_other_in_the_new_location() {
    assert_holds(
        "byte x = 1, y = 2, z;",
        "effect x = y, y = x, z = P.b * 2 + P.a;",
        "x == 2 and y == 2 and z == 2",
    );
}

#[test]
fn guards_are_evaluated_in_the_old_location() {
    let text =
        one("", "state a, b, c; init a; trans a -> b { guard P.a and not P.b; }, b -> c { guard P.a; };");
    assert_eq!(statistics(&text, Ltsmin), [2, 1, 1]);
}

#[test]
fn stores_wrap_around_or_are_errors() {
    assert!(holds(
        "byte x = 250; int y = 32767;",
        "effect x = x + 10, y = y + 1;",
        "x == 4 and y == -32768",
        Ltsmin
    ));
    assert!(is_undefined("byte x = 250;", "effect x = x + 10;", Divine2));
    assert!(is_undefined("byte x[2];", "effect x[1] = -1;", Divine2));
    assert!(holds("byte x[2];", "effect x[1] = -1;", "x[1] == 255", Ltsmin));
}

#[test]
fn arithmetic_has_32_bits_and_overflow_is_an_error() {
    assert_holds("int x = 32767;", "", "x * x * 2 == 2147352578 and x * x * 2 + 131069 == 2147483647");
    assert_holds(
        "int x = -7, y = 2;",
        "",
        "x / y == -3 and x % y == -1 and x >> 1 == -4 and ~x == 6 and x - -7 == 0",
    );
    for semantics in [Ltsmin, Divine2] {
        for expression in
            ["x * x * 3", "-(2147483647 + (x - 32767)) - 2", "x << 17", "1 << (x - 32735)", "1 << -x"]
        {
            let effect = format!("effect x = ({expression}) == 0;");
            assert!(is_undefined("int x = 32767;", &effect, semantics), "{expression}");
        }
    }
}

#[test]
fn constant_expressions_fail_where_they_are_evaluated() {
    for semantics in [Ltsmin, Divine2] {
        assert!(is_undefined("byte x;", "effect x = 1 / 0;", semantics));
        assert!(is_undefined("byte x;", "effect x = 2147483647 + 1;", semantics));
        assert!(is_undefined("byte x;", "effect x = 1 % 0;", semantics));
        assert!(is_undefined("byte x; const byte K[2] = {1, 2};", "effect x = K[2];", semantics));
    }
    assert_holds("byte x;", "", "x == 0 or 1 / 0 == 1");
    assert_holds("byte x = 1;", "guard not (x == 0 and 1 / 0);", "x");
}

#[test]
fn conditions_and_numbers_stand_for_each_other() {
    assert_holds("byte t = 255;", "effect t = (t - 1) | ((t == 255) * 1);", "t == 255");
    assert_holds("byte x = 3;", "", "x and not not x == 1 and (x > 2) + (x > 1) == 2 and (P.b << 3) == 8");
    assert_holds("byte x = 3;", "", "x imply x == 3");
    assert_holds("byte x = 3;", "", "(x == 4 imply 1 / 0) and (x imply 1)");
}

#[test]
fn a_negative_number_on_the_right_is_true_in_ltsmin_only() {
    for guard in
        ["true and x", "x == 1 or x", "true imply x", "true and (true and x)", "(true and x) and true"]
    {
        assert!(
            holds("int x = -1;", "", guard, Ltsmin) && !holds("int x = -1;", "", guard, Divine2),
            "{guard}"
        );
    }
    for guard in ["x", "x and true", "not (true and not x)", "true and x == -1", "true and not not x"] {
        assert_holds("int x = -1;", "", guard);
    }
    let sent = "channel c; int x = -1;
        process S { state a; init a; trans a -> a { guard R.a; sync c!true and x; }; }
        process R { byte v; state a, b, d; init a; trans a -> b { sync c?v; }, b -> d { guard v == 1; }; }
        system async;";
    assert_eq!([Ltsmin, Divine2].map(|s| statistics(sent, s)), [[3, 2, 1]; 2]);
}

#[test]
fn precedence_is_that_of_c_or_that_of_divine_2() {
    assert!(holds("", "", "true or true and false", Ltsmin));
    assert!(!holds("", "", "true or true and false", Divine2));
    assert!(holds("", "", "(3 | 4 & 1) == 3", Ltsmin) && holds("", "", "(3 | 4 & 1) == 1", Divine2));
}

#[test]
fn arrays_have_an_element_0_where_no_index_is_given() {
    assert_holds(
        "byte e[3] = {4, 5, 6}, z;",
        "effect z = e, e = 9;",
        "z == 4 and e[0] == 9 and e == 9 and e[1] == 5",
    );
    assert_holds("const byte K[2] = {7, 8}; byte i = 1;", "", "K == 7 and K[i] == 8 and K[1] == 8");
}

#[test]
fn an_index_out_of_range_is_an_error_where_it_is_evaluated() {
    for semantics in [Ltsmin, Divine2] {
        assert!(is_undefined("byte t[2], i = 2;", "effect t[i] = 1;", semantics));
        assert!(is_undefined("byte t[2], i = 2;", "effect i = t[i - 3];", semantics));
        assert!(is_undefined("byte t[2], i = 2;", "guard t[i] == 0;", semantics));
        assert!(is_undefined("const byte K[2] = {1, 2}; byte i = 2;", "guard K[i] == 0;", semantics));
    }
    assert_holds("byte t[2], i = 2;", "guard i == 2 or t[i] == 0;", "not (i < 2 and t[i] == 0)");
}

#[test]
fn only_a_committed_process_moves_and_a_stuck_one_stops_all() {
    let commit = |of_p: &str, of_q: &str| {
        format!(
            "process P {{ state a, b, d; init a; {of_p} trans a -> b {{}}, b -> d {{ guard Q.b; }}; }}
             process Q {{ state a, b; init a; {of_q} trans a -> b {{}}; }} system async;"
        )
    };
    assert_eq!(statistics(&commit("", ""), Ltsmin), [5, 5, 1]);
    assert_eq!(statistics(&commit("commit b;", ""), Ltsmin), [5, 4, 2]);
    assert_eq!(statistics(&commit("commit a;", ""), Ltsmin), [4, 3, 1]);
    assert_eq!(statistics(&commit("commit b;", "commit a;"), Ltsmin), [4, 3, 1]);
}

#[test]
fn a_committed_process_meets_only_a_committed_one() {
    let text = |commit: &str| {
        format!(
            "channel c;
             process S {{ state a, b; init a; commit a; trans a -> b {{ sync c!; }}; }}
             process R {{ state a, b; init a; {commit} trans a -> b {{ sync c?; }}; }} system async;"
        )
    };
    assert_eq!(statistics(&text(""), Ltsmin), [1, 0, 1]);
    assert_eq!(statistics(&text("commit a;"), Ltsmin), [2, 1, 1]);
}

/// Returns a program with a sender and a receiver that synchronise once. The receiver takes another step if `guard`
/// holds.
fn meeting(globals: &str, send: &str, receive: &str, guard: &str) -> String {
    format!(
        "{globals}
         process S {{ byte s; state a, b; init a; trans a -> b {{ {send} }}; }}
         process R {{ byte i = 1, v, r[3]; state a, b, d; init a;
             trans a -> b {{ {receive} }}, b -> d {{ guard {guard}; }}; }}
         system async;"
    )
}

/// Checks under each semantics that the receiver takes another step with the guard for that semantics.
#[track_caller]
fn assert_meeting(globals: &str, send: &str, receive: &str, guards: [&str; 2]) {
    for (semantics, guard) in [Ltsmin, Divine2].into_iter().zip(guards) {
        let found = statistics(&meeting(globals, send, receive, guard), semantics);
        assert_eq!(found, [3, 2, 1], "{semantics:?}: {guard}");
    }
}

#[test]
fn the_receiver_goes_first() {
    let send = "sync c!g + 1; effect s = g, g = 10;";
    assert_meeting(
        "channel c; byte g = 1;",
        send,
        "sync c?v; effect i = v, v = g;",
        ["i == 2 and v == 1"; 2],
    );
    let [send, receive] = ["sync c!; effect s = g;", "sync c?; effect g = 7;"];
    let text = "channel c; byte g = 1;";
    assert_meeting(text, send, receive, ["g == 7"; 2]);
}

#[test]
fn partners_know_each_others_locations() {
    let globals = "channel c; byte x, y;";
    let send = "sync c!S.a + 2 * R.a; effect x = S.b + 2 * R.b;";
    let receive = "guard S.a and R.a; sync c?v; effect y = R.b + 2 * S.a;";
    assert_meeting(globals, send, receive, ["v == 3 and x == 3 and y == 3"; 2]);
}

#[test]
fn sent_values_are_read_before_the_step_or_one_after_the_other() {
    assert_meeting(
        "channel c; byte g = 1, h;",
        "sync c!{2, g};",
        "sync c?{g, h};",
        ["g == 2 and h == 1", "g == 2 and h == 2"],
    );
}

#[test]
fn positions_of_received_values_are_read_in_turn_or_before_the_step() {
    assert_meeting("channel c;", "sync c!{2, 7};", "sync c?{i, r[i]};", ["r[2] == 7", "r[1] == 7"]);
    let buffered = "channel {byte, byte} c[1];";
    let text = |guard| {
        format!(
            "{buffered} process R {{ byte i = 1, r[3]; state z, a, b, d; init z;
             trans z -> a {{ sync c!{{2, 7}}; }}, a -> b {{ sync c?{{i, r[i]}}; }}, b -> d {{ guard {guard}; }}; }} system async;"
        )
    };
    assert_eq!(statistics(&text("r[2] == 7"), Ltsmin), [4, 3, 1]);
    assert_eq!(statistics(&text("r[1] == 7"), Divine2), [4, 3, 1]);
}

#[test]
fn the_position_of_a_received_value_is_older_than_the_effects() {
    assert_meeting("channel c;", "sync c!7;", "sync c?r[i]; effect i = 2;", ["r[1] == 7 and i == 2"; 2]);
}

#[test]
fn values_on_an_unbuffered_typed_channel_are_cast_by_divine_2() {
    let send = "sync c!301;";
    assert_meeting("channel {byte} c[0]; int w;", send, "sync c?w;", ["w == 301", "w == 45"]);
}

#[test]
fn values_that_are_left_out_are_zeros() {
    for channel in ["channel {byte} c[0];", "channel {byte} c[1];"] {
        let text = format!(
            "{channel} byte v = 5;
             process S {{ state a, b; init a; trans a -> b {{ sync c!; }}; }}
             process R {{ state a, b, d; init a; trans a -> b {{ sync c?v; }}, b -> d {{ guard v == 0; }}; }}
             system async;"
        );
        let length = if channel.contains("[0]") { 3 } else { 4 };
        assert_eq!([Ltsmin, Divine2].map(|s| statistics(&text, s)), [[length, length - 1, 1]; 2]);
        let dropped = text.replace("c!;", "c!7;").replace("c?v;", "c?;").replace("v == 0", "v == 5");
        assert_eq!([Ltsmin, Divine2].map(|s| statistics(&dropped, s)), [[length, length - 1, 1]; 2]);
    }
}

#[test]
fn partners_that_write_the_same_variable_are_an_error_of_divine_2() {
    let text = |send: &str, receive: &str| {
        format!(
            "channel c; byte g, h[2];
             process S {{ byte l; state a, b; init a; trans a -> b {{ sync c!1; effect {send}; }}; }}
             process R {{ byte l; state a, b; init a; trans a -> b {{ sync c?g; effect {receive}; }}; }}
             system async;"
        )
    };
    for (send, receive) in [("g = 1", "g = 1"), ("h[0] = 1", "h[1] = 1")] {
        let found = explore(text(send, receive), Divine2);
        assert_eq!((found.statistics(), found.undefined), ([2, 1, 1], 1), "{send} {receive}");
        assert_eq!(explore(text(send, receive), Ltsmin).undefined, 0);
    }
    assert_eq!(explore(text("g = 1", "h[0] = 1"), Divine2).undefined, 0);
    assert_eq!(explore(text("l = 1", "l = 1"), Divine2).undefined, 0);
}

#[test]
fn buffers_are_filled_before_the_effects_or_behind_them() {
    let text = |guard: &str| {
        format!(
            "channel {{byte, int}} c[2]; byte x = 1, v; int w;
             process S {{ state a, b; init a; trans a -> b {{ sync c!{{x + 299, -x}}; effect x = 5; }}; }}
             process R {{ state a, b, d; init a;
                 trans a -> b {{ sync c?{{v, w}}; effect v = v + 10; }}, b -> d {{ guard {guard}; }}; }}
             system async;"
        )
    };
    assert_eq!(statistics(&text("v == 54 and w == -1"), Ltsmin), [4, 3, 1]);
    assert_eq!(statistics(&text("v == 48 and w == -5"), Divine2), [4, 3, 1]);
}

#[test]
fn a_full_buffer_blocks_the_sender_before_its_guard_is_evaluated() {
    let text = "channel {byte} c[1]; byte z;
        process S { byte n = 1; state a; init a; trans a -> a { guard 1 / n == 1; sync c!n; effect n = n - 1; }; }
        system async;";
    assert_eq!([Ltsmin, Divine2].map(|s| statistics(text, s)), [[2, 1, 1]; 2]);
}

#[test]
fn every_pair_is_a_step_of_its_own_and_no_process_pairs_with_itself() {
    let text = "channel c;
        process S { state a, b; init a; trans a -> b { sync c!; }, a -> b { sync c!; }, a -> b { sync c?; }; }
        process R { state a, b; init a; trans a -> b { sync c?; }, a -> b { sync c?; }; }
        system async;";
    assert_eq!(statistics(text, Ltsmin), [2, 4, 1]);
}

#[test]
fn an_error_in_a_guard_is_a_step_to_the_error_state() {
    let text = one(
        "byte a[2], i = 2;",
        "state q, r, s, t; init q; trans q -> r { guard i < 2 and a[i]; }, q -> s { guard a[i] and i < 2; }, q -> t {};",
    );
    let found = explore(text, Divine2);
    assert_eq!((found.statistics(), found.undefined), ([3, 2, 2], 1));
}

#[test]
fn assertions_fail_where_they_do_not_hold_and_where_they_are_undefined() {
    let text = one(
        "byte x = 1;",
        "state a, b, d; init a;
         assert a: x == 1, b: x == 1, b: 1 / (x - 2) == 1, b: x == 2, d: false;
         trans a -> b { effect x = 2; }, b -> b {};",
    );
    assert_eq!(explore(text, Ltsmin).failed, ["P.b", "P.b#2"]);
}

#[test]
fn the_property_process_and_its_variables_are_left_out() {
    let text = "byte x; process P { state a, b; init a; trans a -> b {}, b -> a {}; }
        process L { byte y; state q; init q; trans q -> q { guard P.a; effect y = y + 1; }; }
        process Q { state a, b; init a; trans a -> b {}; }
        system async property L;";
    assert_eq!(statistics(text, Ltsmin), [4, 6, 0]);
}

#[test]
fn the_model_of_the_documentation_has_the_same_statistics_under_both_readings() {
    let page = include_str!("../../../../docs/dve.md");
    let model = page.split("```dve\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let [ltsmin, divine] = [Ltsmin, Divine2].map(|semantics| explore(model, semantics));
    assert_eq!(ltsmin, divine);
    assert!(ltsmin.failed.is_empty() && ltsmin.undefined == 0 && ltsmin.states > 10, "{ltsmin:?}");
}
