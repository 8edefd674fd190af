//! Expressions, from the loosest to the tightest operators.

use sanderling_net::{Diagnostic, Span};

use super::Parsed;
use super::cursor::Cursor;
use crate::helena::lexer::Token;
use crate::helena::syntax::{Binary, Expression, Node, Unary};

/// Maximum nesting depth of an expression.
const MAX_DEPTH: usize = 100;

/// The message for containers, which are refused.
const PLAIN: &str = "only numbers, enumeration constants and variables of such types are read: structures, vectors, lists, sets, \
    functions and iterators are not";

/// The binary operators, from the loosest to the tightest.
const LEVELS: [&[(&str, Binary)]; 6] = [
    &[("or", Binary::Or)],
    &[("and", Binary::And)],
    &[("=", Binary::Equal), ("!=", Binary::NotEqual)],
    &[
        ("<", Binary::Less),
        ("<=", Binary::LessOrEqual),
        (">", Binary::Greater),
        (">=", Binary::GreaterOrEqual),
    ],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];
/// The position of products in [`LEVELS`].
const PRODUCTS: usize = 5;

/// Parses an expression.
pub(super) fn expression<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Expression<'a>> {
    nested(cursor, 0)
}

/// Parses the factor of a tuple, which ends before the `*` of the tuple.
pub(super) fn factor<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Expression<'a>> {
    operation(cursor, PRODUCTS, 0)
}

fn nested<'a>(cursor: &mut Cursor<'_, 'a>, outside: usize) -> Parsed<Expression<'a>> {
    let start = cursor.span();
    let condition = operation(cursor, 0, outside)?;
    if !cursor.take("?") {
        return Ok(condition);
    }
    let holds = nested(cursor, outside + 1)?;
    cursor.expect(":")?;
    let fails = nested(cursor, outside + 1)?;
    let depth = condition.depth.max(holds.depth).max(fails.depth);
    made(Node::Choice(Box::new([condition, holds, fails])), cursor.since(start), depth)
}

fn operation<'a>(cursor: &mut Cursor<'_, 'a>, level: usize, outside: usize) -> Parsed<Expression<'a>> {
    let Some(operators) = LEVELS.get(level) else { return unary(cursor, outside) };
    let start = cursor.span();
    let mut left = operation(cursor, level + 1, outside)?;
    while let Some((_, operator)) = operators.iter().find(|(sign, _)| cursor.is_at(sign)) {
        if *operator == Binary::Multiply && is_tuple(cursor.ahead(1)) {
            break;
        }
        cursor.next();
        let right = operation(cursor, level + 1, outside)?;
        let depth = left.depth.max(right.depth);
        left = made(Node::Binary(*operator, Box::new([left, right])), cursor.since(start), depth)?;
    }
    refused_operator(cursor)?;
    Ok(left)
}

/// Returns whether a token begins a tuple.
pub(super) fn is_tuple(token: Token<'_>) -> bool {
    matches!(token, Token::Symbol("<(") | Token::Word("epsilon"))
}

fn unary<'a>(cursor: &mut Cursor<'_, 'a>, outside: usize) -> Parsed<Expression<'a>> {
    const OPERATORS: [(&str, Unary); 5] = [
        ("+", Unary::Plus),
        ("-", Unary::Minus),
        ("not", Unary::Not),
        ("pred", Unary::Predecessor),
        ("succ", Unary::Successor),
    ];
    let start = cursor.span();
    let Some((_, operator)) = OPERATORS.iter().find(|(sign, _)| cursor.is_at(sign)) else {
        return primary(cursor, outside);
    };
    check_depth(outside, start)?;
    cursor.next();
    let operand = unary(cursor, outside + 1)?;
    let depth = operand.depth;
    made(Node::Unary(*operator, Box::new(operand)), cursor.since(start), depth)
}

fn primary<'a>(cursor: &mut Cursor<'_, 'a>, outside: usize) -> Parsed<Expression<'a>> {
    let start = cursor.span();
    check_depth(outside, start)?;
    if cursor.take("(") {
        let inner = nested(cursor, outside + 1)?;
        cursor.expect(")")?;
        return Ok(inner);
    }
    if let Token::Number(digits) = cursor.token() {
        cursor.next();
        return made(Node::Number(digits), start, 0);
    }
    let Ok(name) = cursor.name("an expression") else {
        let is_container = matches!(
            cursor.token(),
            Token::Symbol("{" | "[" | "|" | "_")
                | Token::Word(
                    "empty" | "forall" | "exists" | "card" | "mult" | "min" | "max" | "sum" | "product"
                )
        );
        let error = cursor.instead_of("an expression");
        return Err(if is_container { Box::new(error.help(PLAIN)) } else { error });
    };
    if cursor.take("'") {
        let (token, span) = cursor.next();
        return match token {
            Token::Word(attribute) => made(Node::Attribute(name.text, attribute), cursor.since(start), 0),
            other => Err(Box::new(Diagnostic::error(other.description()).at(span).expected("an attribute"))),
        };
    }
    if cursor.take("(") {
        let operand = nested(cursor, outside + 1)?;
        if cursor.is_at(",") {
            return Err(refused("a call of a function", start));
        }
        cursor.expect(")")?;
        let depth = operand.depth;
        return made(Node::Cast(name.text, Box::new(operand)), cursor.since(start), depth);
    }
    made(Node::Name(name.text), start, 0)
}

/// Refuses operators on containers.
fn refused_operator(cursor: &Cursor<'_, '_>) -> Parsed<()> {
    match cursor.token() {
        Token::Symbol(sign @ ("&" | "::" | "[" | "." | "->" | "'")) => {
            Err(refused(&format!("`{sign}`"), cursor.span()))
        }
        Token::Word("in") => Err(refused("`in`", cursor.span())),
        _ => Ok(()),
    }
}

/// Returns the error for an unsupported construct, with the reason.
pub(super) fn refused(what: &str, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(what).at(span).help(PLAIN))
}

fn made(node: Node<'_>, span: Span, depth: usize) -> Parsed<Expression<'_>> {
    check_depth(depth, span)?;
    Ok(Expression { node, span, depth: depth + 1 })
}

fn check_depth(depth: usize, span: Span) -> Parsed<()> {
    if depth < MAX_DEPTH {
        return Ok(());
    }
    Err(Box::new(Diagnostic::error(format!("an expression of more than {MAX_DEPTH} levels")).at(span)))
}
