//! CSV tables, as spreadsheets export them.
//!
//! Commas, semicolons or tabs between the cells; quotation marks around a cell, doubled inside of it; any end of line;
//! UTF-8 with or without a mark at the beginning, UTF-16 with one, and otherwise what Windows programs write in the
//! west.

/// Row of a table that is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Line of the file that it begins on, from 1.
    pub line: usize,
    /// Cells, trimmed; or the column of the one that has no end, from 1.
    pub cells: Result<Vec<String>, usize>,
}

/// Decodes the text of a file.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| windows(byte)).collect(),
        },
    }
}

/// Decodes a character of Windows-1252. Those from 128 to 159 differ from Unicode; only the signs that occur in answers
/// are told apart.
fn windows(byte: u8) -> char {
    match byte {
        0x80 => '€',
        0x91 | 0x92 => '’',
        0x93 | 0x94 => '"',
        0x96 => '–',
        0x97 => '—',
        0x81..=0x9f => char::REPLACEMENT_CHARACTER,
        byte => char::from(byte),
    }
}

/// Rows of a table. Empty rows are left out.
#[must_use]
pub fn rows(text: &str) -> Vec<Row> {
    let mut reader = Reader { text, at: 0, line: 1, separator: ',' };
    // A spreadsheet may say itself what stands between the cells.
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let said = first.trim().strip_prefix("sep=").and_then(|rest| rest.chars().next());
    reader.separator = said.unwrap_or_else(|| separator(first));
    let mut rows = Vec::new();
    while reader.at < text.len() {
        let row = reader.row();
        let is_empty = row.cells.as_ref().is_ok_and(|cells| cells.iter().all(String::is_empty));
        let is_sep = said.is_some() && rows.is_empty() && row.cells.as_ref().is_ok_and(|cells| cells[0] == "sep=");
        if !is_empty && !is_sep {
            rows.push(row);
        }
    }
    rows
}

/// Separator of the cells of a line, outside of quotation marks.
fn separator(line: &str) -> char {
    let outside: String = line.split('"').step_by(2).collect();
    // Of as many the earlier one; a comma if there is none.
    let count = |separator: char| outside.matches(separator).count();
    [',', ';', '\t'].into_iter().rev().max_by_key(|&separator| count(separator)).unwrap_or(',')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    separator: char,
}

impl Reader<'_> {
    fn row(&mut self) -> Row {
        let (line, begin) = (self.line, self.at);
        let mut cells = Vec::new();
        loop {
            let Some((cell, is_last)) = self.cell() else {
                // A cell without an end would swallow all that follows: go on after its line.
                self.line = line;
                self.at = begin;
                let rest = &self.text[begin..];
                let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                self.at += end;
                self.end_line();
                return Row { line, cells: Err(cells.len() + 1) };
            };
            cells.push(cell);
            if is_last {
                return Row { line, cells: Ok(cells) };
            }
        }
    }

    /// Reads a cell, and whether it ends its row. `None` if its quotation has no end.
    fn cell(&mut self) -> Option<(String, bool)> {
        let mut cell = String::new();
        let rest = &self.text[self.at..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        if rest[blanks..].starts_with('"') {
            self.at += blanks + 1;
            loop {
                let rest = &self.text[self.at..];
                let end = rest.find('"')?;
                cell.push_str(&rest[..end]);
                self.line += line_ends(&rest[..end]);
                self.at += end + 1;
                if !self.text[self.at..].starts_with('"') {
                    break;
                }
                cell.push('"');
                self.at += 1;
            }
            // What follows is the next cell, or this mark begins another one and the first has no end.
            let rest = &self.text[self.at..];
            let end = rest.find([self.separator, '\n', '\r']).unwrap_or(rest.len());
            if !rest[..end].trim().is_empty() {
                return None;
            }
            self.at += end;
        } else {
            let end = rest.find([self.separator, '\n', '\r']).unwrap_or(rest.len());
            cell.push_str(&rest[..end]);
            self.at += end;
        }
        let cell = cell.trim().to_owned();
        if self.text[self.at..].starts_with(self.separator) {
            self.at += self.separator.len_utf8();
            return Some((cell, false));
        }
        self.end_line();
        Some((cell, true))
    }

    fn end_line(&mut self) {
        let rest = &self.text[self.at..];
        let end = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
        self.at += end;
        self.line += usize::from(end > 0);
    }
}

fn line_ends(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\n', '\r']).count()
}

/// Writes a cell: in quotation marks where it needs them. What a spreadsheet would take for a formula is made text.
#[must_use]
pub fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', ';', '\n', '\r', '\t']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, Result<Vec<String>, usize>)> {
        rows(text).into_iter().map(|row| (row.line, row.cells)).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Result<Vec<String>, usize>) {
        (line, Ok(cells.iter().map(|&cell| cell.to_owned()).collect()))
    }

    #[test]
    fn cells_rows_and_ends_of_lines() {
        assert_eq!(read("a,b\r\n\r\nc,d"), [row(1, &["a", "b"]), row(3, &["c", "d"])]);
        assert_eq!(read("a;b\rc;d\r"), [row(1, &["a", "b"]), row(2, &["c", "d"])]);
        assert_eq!(read("a\tb\n,,\n"), [row(1, &["a", "b"]), row(2, &[",,"])]);
        assert_eq!(read("a,b\n,,\n"), [row(1, &["a", "b"])], "an empty row");
        assert_eq!(read("sep=;\na;b,c\n"), [row(2, &["a", "b,c"])]);
        assert_eq!(read(""), []);
    }

    #[test]
    fn quotation_marks() {
        assert_eq!(
            read("\"a,\"\"b\"\"\", \"c\nd\" ,e\nf,g\n"),
            [row(1, &["a,\"b\"", "c\nd", "e"]), row(3, &["f", "g"])]
        );
        assert_eq!(read("\"a;b;c\",d\n"), [row(1, &["a;b;c", "d"])], "what is quoted does not tell the separator");
        assert_eq!(read("a,\"b\nc,d\n"), [(1, Err(2)), row(2, &["c", "d"])], "one without an end costs its line only");
        let swallowed = "a,\"b\nc,d\ne,\"f\"\n";
        assert_eq!(
            read(swallowed),
            [(1, Err(2)), row(2, &["c", "d"]), row(3, &["e", "f"])],
            "even if another one follows"
        );
    }

    #[test]
    fn the_encodings_of_spreadsheets() {
        let wide =
            |order: fn(u16) -> [u8; 2]| -> Vec<u8> { "\u{feff}Zoë;∞".encode_utf16().flat_map(order).collect() };
        assert_eq!(decode(&wide(u16::to_le_bytes)), "Zoë;∞");
        assert_eq!(decode(&wide(u16::to_be_bytes)), "Zoë;∞");
        assert_eq!(decode("\u{feff}Zoë".as_bytes()), "Zoë");
        assert_eq!(decode(b"Zo\xeb,\x963"), "Zoë,–3");
    }

    #[test]
    fn what_is_written_reads_back_and_is_no_formula() {
        for text in ["a", "a,b", "say \"a\"", "two\nlines"] {
            assert_eq!(read(&format!("{},x", cell(text))), [row(1, &[text, "x"])]);
        }
        assert_eq!(cell("=1+1"), "'=1+1");
    }
}
