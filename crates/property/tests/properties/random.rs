//! Random formulas: the compiled predicate, the recursive definition, the negations and the printed
//! text agree with each other and with the meaning that the test itself gives to the text.

use crate::sample::{Table, net};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sanderling_property::{Formula, Property};

const COUNTS: [u64; 6] = [0, 1, 2, 3, u64::MAX - 1, u64::MAX];
/// A symbol and what it says of two numbers.
type Relation = (&'static str, fn(i128, i128) -> bool);
const RELATIONS: [Relation; 7] = [
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
    ("==", |a, b| a == b),
    ("=", |a, b| a == b),
    ("!=", |a, b| a != b),
];

/// Text in the language, how tightly its outermost operator binds, and its value in `table`.
struct Sample<T> {
    text: String,
    power: u8,
    value: T,
}

/// Writes texts and works out their values as it goes, with parentheses only where they are needed.
struct Author<'a> {
    random: &'a mut StdRng,
    table: &'a Table,
}

impl Author<'_> {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.random_range(0..words.len())]
    }

    /// The text, in parentheses where it binds less tightly than `least`, and sometimes elsewhere.
    fn grouped<T>(&mut self, sample: &Sample<T>, least: u8) -> String {
        if sample.power < least || self.random.random_bool(0.1) {
            format!("({})", sample.text)
        } else {
            sample.text.clone()
        }
    }

    fn number(&mut self, depth: u32) -> Sample<i128> {
        match self.random.random_range(0..if depth == 0 { 2 } else { 6 }) {
            0 => {
                let value = self.random.random_range(0..5);
                Sample { text: value.to_string(), power: 9, value }
            }
            1 | 2 => {
                let place = self.random.random_range(0..3);
                let id = ["p", "q", "\"r\""][place];
                let value = i128::from(self.table.tokens[place]);
                Sample { text: format!("tokens({id})"), power: 9, value }
            }
            3 => {
                let inner = self.number(depth - 1);
                Sample { text: format!("-{}", self.grouped(&inner, 8)), power: 8, value: -inner.value }
            }
            4 => {
                let factor: i128 = self.random.random_range(0..4);
                let inner = self.number(depth - 1);
                let text = format!("{factor} * {}", self.grouped(&inner, 8));
                Sample { text, power: 7, value: factor * inner.value }
            }
            _ => {
                let (left, right) = (self.number(depth - 1), self.number(depth - 1));
                let sign = self.pick(&["+", "-"]);
                let value = if sign == "+" { left.value + right.value } else { left.value - right.value };
                let text = format!("{} {sign} {}", self.grouped(&left, 6), self.grouped(&right, 7));
                Sample { text, power: 6, value }
            }
        }
    }

    fn atom(&mut self) -> Sample<bool> {
        let (text, value) = match self.random.random_range(0..9) {
            0 => ("deadlock".to_string(), self.table.deadlock),
            1 => ("true".to_string(), true),
            2 => ("fireable(t, u)".to_string(), self.table.enabled[0] || self.table.enabled[1]),
            3 => ("fireable(u)".to_string(), self.table.enabled[1]),
            4 => {
                let text = "fireable(take.left, u, t)".to_string();
                (text, self.table.enabled.contains(&true))
            }
            _ => {
                let (left, right) = (self.number(2), self.number(2));
                let (symbol, compare) = RELATIONS[self.random.random_range(0..RELATIONS.len())];
                let text = format!("{} {symbol} {}", self.grouped(&left, 6), self.grouped(&right, 6));
                (text, compare(left.value, right.value))
            }
        };
        let power = if text.contains(' ') && !text.starts_with("fireable") { 5 } else { 9 };
        Sample { text, power, value }
    }

    fn condition(&mut self, depth: u32) -> Sample<bool> {
        if depth == 0 {
            return self.atom();
        }
        let left = self.condition(depth - 1);
        let right = self.condition(depth - 1);
        let (word, power, min_left, min_right, value) = match self.random.random_range(0..6) {
            0 => {
                let word = self.pick(&["not ", "!"]);
                return Sample {
                    text: format!("{word}{}", self.grouped(&left, 4)),
                    power: 4,
                    value: !left.value,
                };
            }
            1 => (self.pick(&["and", "&&"]), 3, 3, 4, left.value && right.value),
            2 => (self.pick(&["or", "||"]), 2, 2, 3, left.value || right.value),
            3 => (self.pick(&["implies", "->"]), 1, 2, 1, !left.value || right.value),
            4 => (self.pick(&["iff", "<->"]), 0, 1, 1, left.value == right.value),
            _ => return left,
        };
        let text = format!("{} {word} {}", self.grouped(&left, min_left), self.grouped(&right, min_right));
        Sample { text, power, value }
    }
}

fn table(random: &mut StdRng) -> Table {
    let tokens = (0..3).map(|_| COUNTS[random.random_range(0..COUNTS.len())]).collect();
    let enabled = (0..3).map(|_| random.random_bool(0.3)).collect();
    Table { tokens, enabled, deadlock: random.random_bool(0.5) }
}

fn has_negation_normal_form(formula: &Formula) -> bool {
    match formula {
        Formula::Not(inner) => matches!(**inner, Formula::Deadlock | Formula::Enabled(_)),
        Formula::Implies(_) => false,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(has_negation_normal_form),
        Formula::Iff(sides) => sides.iter().all(has_negation_normal_form),
        _ => true,
    }
}

fn check(random: &mut StdRng) {
    let net = net();
    let table = table(random);
    let sample = Author { random, table: &table }.condition(4);
    let text = format!("always {}", sample.text);
    let property = Property::parse(&text, &net).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    let formula = &property.formula;
    assert_eq!(formula.holds(&table), sample.value, "{text} in {table:?}");
    assert_eq!(formula.negate().holds(&table), !sample.value, "the negation of {text} in {table:?}");
    assert!(has_negation_normal_form(&formula.negate()), "the negation of {text}");
    let printed = property.display(&net).to_string();
    let again = Property::parse(&printed, &net).unwrap_or_else(|errors| panic!("{printed}\n{errors}"));
    assert_eq!((&again.formula, &property.text), (formula, &text), "printed as {printed}");
    let (predicate, negation) = (formula.compile(), formula.to_negation_normal_form().negate().compile());
    for _ in 0..8 {
        let table = self::table(random);
        assert_eq!(predicate.holds(&table), formula.holds(&table), "{text} in {table:?}");
        assert_eq!(negation.holds(&table), !formula.holds(&table), "the negation of {text} in {table:?}");
    }
}

#[test]
fn predicate_formula_and_text_agree() {
    let seed = std::env::var("SANDERLING_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("SANDERLING_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..5000 {
        check(&mut random);
    }
}
