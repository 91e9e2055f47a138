//! Course in adversarial search: chapters with commands to type, for the page and for whoever reads them here.

/// Chapter of the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// Name of its file without the ending, which is its address too: `04-order`.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub about: &'static str,
    /// Its text as Markdown; the first line is its title.
    pub text: &'static str,
}

/// Chapter in the folder `course`, by its name.
macro_rules! chapter {
    ($name:literal, $about:literal) => {
        Chapter { name: $name, about: $about, text: include_str!(concat!("../course/", $name, ".md")) }
    };
}

/// All chapters, in their order.
pub const CHAPTERS: &[Chapter] = &[
    chapter!("01-two-plies", "who moves, and what a tree is worth"),
    chapter!("02-cuts", "alpha-beta"),
    chapter!("03-windows", "alpha, beta, and deep cut-offs"),
    chapter!("04-order", "from the left, from the right, and equal values"),
    chapter!("05-tic-tac-toe", "tic-tac-toe, solved"),
    chapter!("06-chance", "expectiminimax"),
    chapter!("07-hidden", "averaging, and what is wrong with it"),
    chapter!("08-evaluation", "depth and evaluation"),
    chapter!("09-tables", "transpositions, and better orders"),
    chapter!("10-checkers", "search, evaluation and endgame tables"),
    chapter!("11-fallible", "an opponent who errs, and the best reply"),
    chapter!("12-admissible", "should an evaluation be admissible, as in A*?"),
];

impl Chapter {
    /// Chapter of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Chapter> {
        CHAPTERS.iter().find(|chapter| chapter.name == name)
    }

    /// Title: the first line, without its sign.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapters_are_those_of_the_folder_numbered_from_one() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.filter(|name| name.ends_with(".md")).collect();
        files.sort();
        let named: Vec<String> = CHAPTERS.iter().map(|chapter| format!("{}.md", chapter.name)).collect();
        assert_eq!(files, named);
        for (number, chapter) in (1..).zip(CHAPTERS) {
            assert!(chapter.title().starts_with(&format!("{number}. ")), "{}", chapter.title());
            assert!(chapter.name.starts_with(&format!("{number:02}-")));
            assert_eq!(Chapter::find(chapter.name), Some(chapter));
        }
    }
}
