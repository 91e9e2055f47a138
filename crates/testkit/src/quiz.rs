//! The answers to a quiz by the definitions.

use std::collections::BTreeMap;

use crate::Plain;

/// What alpha-beta does on a tree, told by paths: `2.3`, and empty for the root.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answers {
    /// The value that each visited inner node returns.
    pub values: BTreeMap<String, i32>,
    /// What MAX and MIN have on the path as each inner node is entered; nothing if they have nothing yet.
    pub windows: BTreeMap<String, (Option<i32>, Option<i32>)>,
    /// The leaves in the order of visits.
    pub visits: Vec<String>,
    /// The branches that are left out, of visited nodes only.
    pub cuts: Vec<String>,
}

impl Plain {
    /// The answers, for branches taken from the left or from the right, and cut at equal values or only at better ones.
    ///
    /// # Panics
    /// At a chance node: alpha-beta is not for them.
    #[must_use]
    pub fn answers(&self, from_right: bool, cut_at_equal: bool) -> Answers {
        let mut answers = Answers::default();
        self.fill("", from_right, cut_at_equal, (None, None), &mut answers);
        answers
    }

    fn fill(&self, path: &str, right: bool, equal: bool, had: (Option<i32>, Option<i32>), out: &mut Answers) -> i32 {
        let (below, max) = match self {
            Plain::Leaf(value) => {
                out.visits.push(path.to_owned());
                return *value;
            }
            Plain::Max(below) => (below, true),
            Plain::Min(below) => (below, false),
            Plain::Chance(_) => panic!("a chance node in alpha-beta"),
        };
        out.windows.insert(path.to_owned(), had);
        let mut numbers: Vec<usize> = (1..=below.len()).collect();
        if right {
            numbers.reverse();
        }
        let mut value: Option<i32> = None;
        for number in numbers {
            let child = if path.is_empty() { number.to_string() } else { format!("{path}.{number}") };
            let stops = match (max, value, had) {
                (true, Some(v), (_, Some(has))) => v > has || (equal && v == has),
                (false, Some(v), (Some(has), _)) => v < has || (equal && v == has),
                _ => false,
            };
            if stops {
                out.cuts.push(child);
                continue;
            }
            // `None` is below every number, so for MIN the missing ones are put aside.
            let has = match max {
                true => (had.0.max(value), had.1),
                false => (had.0, [had.1, value].into_iter().flatten().min()),
            };
            let found = below[number - 1].fill(&child, right, equal, has, out);
            value = Some(match value {
                Some(v) if max => v.max(found),
                Some(v) => v.min(found),
                None => found,
            });
        }
        let value = value.expect("a node has branches");
        out.values.insert(path.to_owned(), value);
        value
    }
}
