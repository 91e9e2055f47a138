//! Rules of a game for people: one screen of Markdown with the same sections for every game.

/// What to do where a game has no rules text.
pub const NO_RULES_TEXT: &str =
    "this game has no rules text; add `.rules_text(include_str!(\"../rules.md\"))` to its entry";

/// Headings that every rules text has, in their order.
pub const RULES_SECTIONS: [&str; 6] =
    ["Aim", "How to move", "How it ends", "How it is written", "Example", "What is known"];

/// Example of a rules text: a position and the moves that are played from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesExample<'t> {
    /// The position in the game's notation; the start if there is none.
    pub position: Option<&'t str>,
    /// The moves, as the command line takes them.
    pub moves: &'t str,
}

/// Body of a section of a rules text, without its heading.
///
/// ```
/// use counterplay_api::rules_section;
/// let text = "# Nim\n\n## Aim\nTake the last match.\n\n## How to move\nTake one to three.\n";
/// assert_eq!(rules_section(text, "Aim"), Some("Take the last match."));
/// assert_eq!(rules_section(text, "Example"), None);
/// ```
#[must_use]
pub fn rules_section<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let bodies = text.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'));
    bodies.into_iter().find(|(name, _)| name.trim() == heading).map(|(_, body)| body.trim())
}

/// Example of a rules text: the block that is fenced as `example`.
///
/// ```
/// use counterplay_api::{RulesExample, rules_example};
/// let text = "# Nim\n\n## Example\n\n```example\nposition: 5\nmoves: 2 3\n```\n";
/// assert_eq!(rules_example(text), Some(RulesExample { position: Some("5"), moves: "2 3" }));
/// ```
#[must_use]
pub fn rules_example(text: &str) -> Option<RulesExample<'_>> {
    let (_, block) = text.split_once("```example\n")?;
    let (block, _) = block.split_once("```")?;
    let value = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
    Some(RulesExample { position: value("position"), moves: value("moves")? })
}
