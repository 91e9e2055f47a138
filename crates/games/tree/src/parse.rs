//! Reading a tree from text.
//!
//! ```text
//! tree    = item
//! item    = [probability ":"] [label ":"] body
//! body    = number | name | node
//! node    = [kind] ["@" set] ( "[" items "]" | "(" items ")" )
//!         | "(" kind ["@" set] " " items ")"
//! items   = item { [","] item }
//! kind    = "max" | "min" | "chance"
//! ```
//!
//! A number is a leaf; a name is a leaf whose value is unknown. A node without a kind is chance's if all its branches
//! have probabilities, else it belongs to the side that did not move last. `#` begins a comment that ends with its
//! line.
//!
//! The reader keeps its own stack, so that a tree may be as deep as it likes.

use counterplay_core::{Role, TextError};

use super::MOST_NODES;
use super::settle::{Body, Draft};

/// Reads the nodes of a tree, in preorder, as the text has them.
pub(super) fn read(text: &str) -> Result<Vec<Draft>, TextError> {
    Reader { text, at: 0, nodes: Vec::new(), open: Vec::new() }.read()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Draft>,
    /// The nodes whose bracket is open: the node, its closing bracket, and where it was opened.
    open: Vec<(u32, char, usize)>,
}

type Read<T> = Result<T, TextError>;

impl<'a> Reader<'a> {
    fn read(mut self) -> Read<Vec<Draft>> {
        if self.peek() == Some('\u{feff}') {
            self.bump();
        }
        self.skip();
        if self.peek().is_none() {
            return Err(self.error("the text is empty; expected a tree such as [[3,12,8],[2,4,6]]"));
        }
        self.item()?;
        while let Some(&(node, close, opened)) = self.open.last() {
            let comma = self.comma();
            match self.peek() {
                Some(c) if c == close && comma.is_none() => {
                    if self.nodes.len() as u32 == node + 1 {
                        return Err(TextError::new(opened, "a node needs at least one branch"));
                    }
                    self.bump();
                    self.open.pop();
                }
                Some(c @ (']' | ')')) if comma.is_none() => {
                    let (line, column) = TextError::new(opened, "").position(self.text);
                    let message =
                        format!("expected '{close}' for the bracket at line {line}, column {column}, not '{c}'");
                    return Err(self.error(message));
                }
                None => {
                    let (line, column) = TextError::new(opened, "").position(self.text);
                    let message = format!(
                        "the text ends, but the bracket at line {line}, column {column} is still open; expected '{close}'"
                    );
                    return Err(self.error(message));
                }
                Some(_) => self.item()?,
            }
        }
        self.skip();
        match self.peek() {
            None => Ok(self.nodes),
            Some(_) => Err(self.error("the tree ends here; expected nothing more")),
        }
    }

    /// Reads an item; of a node only its beginning.
    fn item(&mut self) -> Read<()> {
        if self.nodes.len() >= MOST_NODES {
            return Err(self.error(format!("a tree may have at most {MOST_NODES} nodes")));
        }
        let start = self.at;
        let parent = self.open.last().map(|&(node, ..)| node);
        let mut draft =
            Draft { offset: start, parent, label: None, probability: None, set: None, body: Body::Node(None) };
        // 1. What may stand before the body: a probability, then a label.
        let mut token = self.token()?;
        if matches!(token, Token::Number { .. }) && self.colon() {
            draft.probability = Some(self.probability(start)?);
            self.skip();
            draft.offset = self.at;
            token = self.token()?;
        }
        if matches!(token, Token::Name(_)) && self.colon() {
            draft.label = token.into_name();
            self.skip();
            draft.offset = self.at;
            token = self.token()?;
        }
        // 2. A leaf.
        let here = draft.offset;
        let kind = match token {
            Token::Number { digits, decimals } => {
                draft.body = Body::Leaf(digits, decimals);
                self.nodes.push(draft);
                return Ok(());
            }
            Token::Name(name) => {
                draft.body = Body::Unknown(name);
                self.nodes.push(draft);
                return Ok(());
            }
            Token::Kind(role) => Some(role),
            Token::Other => None,
        };
        // 3. A node: its kind and its set stand before the bracket, or behind it as in Lisp.
        let mut kind = kind;
        draft.set = self.set()?;
        self.skip();
        let opened = self.at;
        let close = match self.peek() {
            Some('[') => ']',
            Some('(') => ')',
            Some(c) => return Err(self.error(format!("expected a number, a name or a bracket, not {c:?}"))),
            None => return Err(self.error("the text ends; expected a number, a name or a bracket")),
        };
        self.bump();
        if close == ')' && kind.is_none() && draft.set.is_none() {
            (kind, draft.set) = self.lisp_kind()?;
        }
        if draft.set.is_some() && kind == Some(Role::Chance) {
            return Err(TextError::new(here, "a chance node is in no information set: chance sees nothing"));
        }
        draft.body = Body::Node(kind);
        self.open.push((self.nodes.len() as u32, close, opened));
        self.nodes.push(draft);
        Ok(())
    }

    /// Reads `max@set ` right behind a round bracket. If another bracket follows at once, it is the kind of the first
    /// child, and stays unread.
    fn lisp_kind(&mut self) -> Read<(Option<Role>, Option<Box<str>>)> {
        self.skip();
        let before = self.at;
        if let Token::Kind(role) = self.token()? {
            let set = if self.peek() == Some('@') { self.set()? } else { None };
            if !matches!(self.peek(), Some('[' | '(' | ':')) {
                return Ok((Some(role), set));
            }
        }
        self.at = before;
        Ok((None, None))
    }

    /// Reads a number, a name or the kind of a node, if one of them is next.
    fn token(&mut self) -> Read<Token> {
        let start = self.at;
        match self.peek() {
            Some('"') => self.string().map(Token::Name),
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '\u{2212}' | '.') => self.number(),
            Some(c) if is_name_start(c) => {
                let name = self.take_while(is_name);
                match name.to_ascii_lowercase().as_str() {
                    "max" => Ok(Token::Kind(Role::Max)),
                    "min" => Ok(Token::Kind(Role::Min)),
                    "chance" => Ok(Token::Kind(Role::Chance)),
                    "nan" | "inf" | "infinity" => {
                        Err(TextError::new(start, format!("a value must be a finite number, not {name}")))
                    }
                    _ => Ok(Token::Name(name.into())),
                }
            }
            _ => Ok(Token::Other),
        }
    }

    /// Reads a number; of one that a colon follows, no more than that it is one.
    fn number(&mut self) -> Read<Token> {
        let start = self.at;
        let word = self.take_while(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '\u{2212}' | '.' | '/' | '%'));
        if self.colon_ahead() {
            // A probability, which has its own rules.
            return Ok(Token::Number { digits: 0, decimals: 0 });
        }
        if word.contains(['/', '%']) {
            return Err(TextError::new(start, format!("a leaf is a whole or decimal number, not {word}")));
        }
        let word = word.replace('\u{2212}', "-");
        if word.trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("inf") {
            return Err(TextError::new(start, format!("a value must be a finite number, not {word}")));
        }
        let (digits, decimals) = decimal(&word).ok_or_else(|| {
            TextError::new(start, format!("expected a number of at most 9 decimals and 18 digits, not {word}"))
        })?;
        Ok(Token::Number { digits, decimals })
    }

    /// The probability that begins at `start`: a decimal, a fraction `1/6` or a percentage `25%`. The colon has been
    /// read.
    fn probability(&self, start: usize) -> Read<f64> {
        let word = self.text[start..self.at].trim_end().trim_end_matches(':').trim_end();
        let value = match (word.split_once('/'), word.strip_suffix('%')) {
            (Some((over, under)), _) => {
                Some((over, under)).and_then(|(a, b)| Some(a.parse::<f64>().ok()? / b.parse::<f64>().ok()?))
            }
            (None, Some(percent)) => percent.parse::<f64>().ok().map(|percent| percent / 100.0),
            (None, None) => word.parse::<f64>().ok(),
        };
        value
            .filter(|value| (0.0..=1.0).contains(value))
            .ok_or_else(|| TextError::new(start, format!("a probability is a number from 0 to 1, not {word}")))
    }

    fn string(&mut self) -> Read<Box<str>> {
        let start = self.at;
        self.bump();
        let mut name = String::new();
        loop {
            match self.bump() {
                Some('"') => return Ok(name.into()),
                Some('\\') => name.extend(self.bump()),
                Some('\n') | None => return Err(TextError::new(start, "the name has no closing quotation mark")),
                Some(c) => name.push(c),
            }
        }
    }

    /// Reads `@name`, if it is next.
    fn set(&mut self) -> Read<Option<Box<str>>> {
        self.skip();
        if self.peek() != Some('@') {
            return Ok(None);
        }
        self.bump();
        let name = match self.peek() {
            Some('"') => self.string()?,
            _ => self.take_while(is_name).into(),
        };
        if name.is_empty() {
            return Err(self.error("expected the name of an information set after '@'"));
        }
        Ok(Some(name))
    }

    fn colon(&mut self) -> bool {
        let found = self.colon_ahead();
        if found {
            self.skip();
            self.bump();
        }
        found
    }

    fn colon_ahead(&self) -> bool {
        self.text[self.at..].trim_start().starts_with(':')
    }

    /// Skips what separates two items; says where the comma was.
    fn comma(&mut self) -> Option<usize> {
        self.skip();
        let first = self.nodes.len() as u32 == self.open.last().map_or(0, |&(node, ..)| node + 1);
        if self.peek() == Some(',') && !first {
            let comma = self.at;
            self.bump();
            self.skip();
            return Some(comma);
        }
        None
    }

    fn skip(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.at, message)
    }
}

enum Token {
    Number {
        digits: i64,
        decimals: u32,
    },
    Name(Box<str>),
    Kind(Role),
    /// A bracket or something wrong.
    Other,
}

impl Token {
    fn into_name(self) -> Option<Box<str>> {
        match self {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '?' | '\'')
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '?' | '\'' | '.' | '-')
}

/// The digits of a decimal number and how many stand behind the point: `-2.50` is (-25, 1), `1e3` is (1000, 0).
fn decimal(word: &str) -> Option<(i64, u32)> {
    let lower = word.to_ascii_lowercase();
    let (mantissa, exponent) = match lower.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (lower.as_str(), 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let unsigned = whole.trim_start_matches(['+', '-']);
    let sound = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if !sound(unsigned)
        || !sound(fraction)
        || whole.len() - unsigned.len() > 1
        || mantissa.bytes().all(|b| !b.is_ascii_digit())
    {
        return None;
    }
    let mut digits = format!("{unsigned}{fraction}").parse::<i64>().ok()?;
    let mut decimals = fraction.len() as i32 - exponent;
    // An exponent may put zeros behind the digits, or take some away.
    while decimals < 0 && digits != 0 {
        digits = digits.checked_mul(10)?;
        decimals += 1;
    }
    while decimals > 0 && digits % 10 == 0 && digits != 0 {
        digits /= 10;
        decimals -= 1;
    }
    let decimals = if digits == 0 { 0 } else { u32::try_from(decimals).ok().filter(|&decimals| decimals <= 9)? };
    Some((if whole.starts_with('-') { -digits } else { digits }, decimals))
}
