//! The lines of output that the contest reads answers from.
//!
//! Its scripts split lines at white space, and treat any line with the keywords below as an answer, so no other output
//! may contain them.

use std::fmt;

/// A line with an answer, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerLine {
    /// The answer to a property, or to an examination that is a single query.
    Formula {
        /// The id of the property, or the name of the examination.
        id: String,
        /// The answer.
        value: Value,
        /// The techniques that found it.
        techniques: Vec<&'static str>,
    },
    /// A statistic of the state space.
    StateSpace {
        /// The name of the statistic.
        figure: &'static str,
        /// The value.
        value: Value,
        /// The techniques that found it.
        techniques: Vec<&'static str>,
    },
    /// The query is supported, but no answer was found.
    CannotCompute,
    /// Queries of this kind are not supported.
    DoNotCompete,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A truth value.
    Truth(bool),
    /// A number, in decimal digits.
    Number(String),
    /// There is no maximum.
    Infinite,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("TRUE"),
            Self::Truth(false) => f.write_str("FALSE"),
            Self::Number(digits) => f.write_str(digits),
            Self::Infinite => f.write_str("+inf"),
        }
    }
}

impl fmt::Display for AnswerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula { id, value, techniques } => {
                write!(f, "FORMULA {id} {value} TECHNIQUES {}", techniques.join(" "))
            }
            Self::StateSpace { figure, value, techniques } => {
                write!(f, "STATE_SPACE {figure} {value} TECHNIQUES {}", techniques.join(" "))
            }
            Self::CannotCompute => f.write_str("CANNOT_COMPUTE"),
            Self::DoNotCompete => f.write_str("DO_NOT_COMPETE"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_the_contest_reads_them() {
        let techniques = vec!["EXPLICIT", "STATE_COMPRESSION"];
        let value = Value::Truth(false);
        let line = AnswerLine::Formula { id: "OneSafe".into(), value, techniques: techniques.clone() };
        assert_eq!(line.to_string(), "FORMULA OneSafe FALSE TECHNIQUES EXPLICIT STATE_COMPRESSION");
        let line = AnswerLine::StateSpace { figure: "STATES", value: Value::Infinite, techniques };
        assert_eq!(line.to_string(), "STATE_SPACE STATES +inf TECHNIQUES EXPLICIT STATE_COMPRESSION");
        assert_eq!(AnswerLine::CannotCompute.to_string(), "CANNOT_COMPUTE");
        assert_eq!(AnswerLine::DoNotCompete.to_string(), "DO_NOT_COMPETE");
    }
}
