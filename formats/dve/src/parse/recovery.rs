//! Recovery after errors. The parser continues at the end of the current list element, or at a keyword that can only
//! begin another construct, whatever braces are open.

use super::cursor::Parser;
use super::token::Token;

/// Returns whether a clause of a process begins with this keyword.
pub(super) fn is_clause(keyword: &str) -> bool {
    matches!(keyword, "const" | "byte" | "int" | "state" | "init" | "commit" | "accept" | "assert" | "trans")
}

/// Returns whether a token ends all transitions of a process.
pub(super) fn is_outside_transitions(token: Token<'_>) -> bool {
    match token {
        Token::Keyword("process" | "system" | "channel") | Token::Symbol("}") => true,
        Token::Keyword(keyword) => is_clause(keyword),
        _ => token.is_end(),
    }
}

/// The treatment of a token during recovery.
enum Skip {
    /// The token is skipped.
    On,
    /// Parsing continues with this token.
    Before,
    /// Parsing continues after this token.
    Behind,
}

impl Parser<'_> {
    /// Skips to the end of a global declaration.
    pub(super) fn skip_declaration(&mut self) {
        self.skip(|token, _, is_first_on_line| match token {
            Token::Symbol(";") => Skip::Behind,
            Token::Keyword("const" | "byte" | "int" | "channel") if is_first_on_line => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips to the end of a clause of a process.
    pub(super) fn skip_clause(&mut self) {
        self.skip(|token, depth, is_first_on_line| match token {
            Token::Symbol(";") if depth == 0 => Skip::Behind,
            Token::Symbol("}") if depth == 0 => Skip::Before,
            Token::Keyword("const" | "byte" | "int" | "channel") if !is_first_on_line => Skip::On,
            Token::Keyword(keyword) if is_clause(keyword) || keyword == "channel" => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips to the comma or the semicolon after a transition.
    pub(super) fn skip_transition(&mut self) {
        self.skip(|token, depth, _| match token {
            Token::Symbol("," | ";") if depth == 0 => Skip::Before,
            Token::Symbol("}") if depth > 0 => Skip::On,
            token if is_outside_transitions(token) => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips to the end of a part of a transition.
    pub(super) fn skip_part(&mut self) {
        self.skip(|token, depth, _| match token {
            Token::Symbol(";") => Skip::Behind,
            Token::Keyword("guard" | "sync" | "effect") => Skip::Before,
            Token::Symbol("}") if depth > 0 => Skip::On,
            token if is_outside_transitions(token) => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips past the closing brace of a list, unless the enclosing construct ends before.
    pub(super) fn skip_list(&mut self) {
        self.skip(|token, depth, _| match token {
            Token::Symbol("}") if depth == 0 => Skip::Behind,
            Token::Symbol("}") => Skip::On,
            Token::Symbol(";") | Token::Keyword("guard" | "sync" | "effect") => Skip::Before,
            Token::Keyword("byte" | "int") => Skip::On,
            token if is_outside_transitions(token) => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips past the opening brace of a process.
    pub(super) fn skip_to_body(&mut self) {
        self.skip(|token, _, _| match token {
            Token::Symbol("{") => Skip::Behind,
            token if is_outside_transitions(token) => Skip::Before,
            _ => Skip::On,
        });
    }

    /// Skips tokens as `what` decides for each token, given the number of open braces and whether the token is the
    /// first on its line. Never skips the next process or the end.
    fn skip(&mut self, what: impl Fn(Token<'_>, usize, bool) -> Skip) {
        let mut depth = 0_usize;
        loop {
            if self.token.is_end() || self.at_keyword("process") || self.at_keyword("system") {
                return;
            }
            match what(self.token, depth, self.is_first_on_line()) {
                Skip::Before => return,
                Skip::Behind => return self.advance(),
                Skip::On if self.at("{") => depth += 1,
                Skip::On if self.at("}") => depth = depth.saturating_sub(1),
                Skip::On => {}
            }
            self.advance();
        }
    }
}
