//! Draft of a tree.

use counterplay_core::{Random, Seeded};

use super::Wishes;

/// Draft of a tree whose leaves all lie equally deep.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Draft {
    /// Branches of the inner nodes, level by level.
    branches: Vec<u32>,
    /// Values of the leaves, from left to right.
    leaves: Vec<i32>,
}

impl Draft {
    /// Random tree. `None` if there are not enough values for it to be without ties.
    pub(super) fn new(wishes: &Wishes, random: &mut Seeded) -> Option<Draft> {
        let (least, most) = (*wishes.branching.start(), *wishes.branching.end());
        let (mut branches, mut level) = (Vec::new(), 1);
        for _ in 0..wishes.depth {
            let begin = branches.len();
            branches.extend((0..level).map(|_| least + random.below(u64::from(most - least) + 1) as u32));
            level = branches[begin..].iter().sum();
        }
        let mut values: Vec<i32> = wishes.values().collect();
        let leaves = if wishes.no_ties {
            if values.len() < level as usize {
                return None;
            }
            // The beginning of a shuffle: each value at most once.
            for at in 0..level as usize {
                let other = at + random.below((values.len() - at) as u64) as usize;
                values.swap(at, other);
            }
            values.truncate(level as usize);
            values
        } else {
            (0..level).map(|_| values[random.below(values.len() as u64) as usize]).collect()
        };
        Some(Draft { branches, leaves })
    }

    /// Changed tree: two leaves exchanged, or another value at one of them.
    pub(super) fn changed(&self, wishes: &Wishes, random: &mut Seeded) -> Option<Draft> {
        let mut draft = self.clone();
        let place = random.index(draft.leaves.len())?;
        let values = wishes.values();
        let many = (i64::from(*values.end()) - i64::from(*values.start()) + 1) as u64;
        let value = values.start() + random.below(many) as i32;
        if random.below(2) == 0 || (wishes.no_ties && draft.leaves.contains(&value)) {
            let other = random.index(draft.leaves.len())?;
            draft.leaves.swap(place, other);
        } else {
            draft.leaves[place] = value;
        }
        Some(draft)
    }

    /// Writes the tree as text. Inner nodes have letters, level by level, so that one can speak of them.
    pub(super) fn text(&self) -> String {
        let mut first = Vec::with_capacity(self.branches.len());
        let mut next = 1;
        for &branches in &self.branches {
            first.push(next);
            next += branches as usize;
        }
        self.node(0, &first)
    }

    fn node(&self, at: usize, first: &[usize]) -> String {
        let Some(&branches) = self.branches.get(at) else { return self.leaves[at - self.branches.len()].to_string() };
        let children = first[at]..first[at] + branches as usize;
        let children: Vec<String> = children.map(|child| self.node(child, first)).collect();
        format!("{}:[{}]", letters(at), children.join(","))
    }
}

/// Letters of a number: A, B, … Z, AA, AB, …
fn letters(number: usize) -> String {
    let letter = |digit: usize| char::from(b'A' + (digit % 26) as u8);
    if number < 26 { letter(number).to_string() } else { format!("{}{}", letters(number / 26 - 1), letter(number)) }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
