//! Operations of EPD, which may stand behind the fields of a position: `bm Nf3; id "WAC.001";`.

/// Names of operations, by which one is known that no semicolon ends.
const NAMES: [&str; 31] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "dm",
    "draw_offer",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "v0",
];

/// Whether what stands behind the fields of a position are operations: they begin with a name, each is ended by a
/// semicolon, and the last one may do without it if its name is known. Some files have the semicolons before them.
pub(crate) fn are_operations(text: &str) -> bool {
    let name = text.split(|sign: char| sign.is_whitespace() || sign == ';').next().unwrap_or_default();
    let is_name = name.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && name.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'_');
    let has_operand = || text[name.len()..].starts_with(' ') && !text[name.len()..].trim().is_empty();
    text.starts_with(';') || is_name && (text.contains(';') || NAMES.contains(&name) && has_operand())
}

/// The number that an operation gives: `hmvc 12;`.
pub(crate) fn number(text: &str, name: &str) -> Option<u16> {
    let operation = operations(text).find_map(|operation| operation.strip_prefix(name))?;
    operation.strip_prefix(' ')?.trim().parse().ok()
}

/// The operations of a text. A semicolon in quotes ends none.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let ends = move |sign: char| {
        is_quoted ^= sign == '"';
        sign == ';' && !is_quoted
    };
    text.split(ends).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_from_other_words() {
        for text in ["bm Nf3;", "bm Nf3", "id \"a;b\"; dm 3;", ";D1 20 ;D2 400", "Zx_9 1;", "c0 \"x\"", "noop;"] {
            assert!(are_operations(text), "{text}");
        }
        for text in ["more", "x 1", "bm", "-", "0 1", "\"id\";", "bm-;"] {
            assert!(!are_operations(text), "{text}");
        }
        assert_eq!(number("id \"hmvc 7; \"; hmvc 12; fmvn 40", "hmvc"), Some(12));
        assert_eq!(number("id \"hmvc 7; \"; hmvc 12; fmvn 40", "fmvn"), Some(40));
        assert_eq!(number("hmvc x;", "hmvc"), None);
    }
}
