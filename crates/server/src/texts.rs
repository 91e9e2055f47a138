//! Texts to read in the page: the rules of a game, and the chapters of the course.

use counterplay_api::{NO_RULES_TEXT, Options as OptionValues, rules_example, rules_section};
use counterplay_lessons::course::{CHAPTERS, Chapter};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::searches::guarded;
use crate::state::State;

/// `GET /api/games/{game}/rules`: the rules text, as it is and as HTML.
pub(crate) fn rules(state: &State, name: &str) -> ApiResult {
    let none = || ApiError::new(Kind::NoGame, format!("there is no game {name:?}")).field("game");
    let item = state.catalog.find(name).ok_or_else(none)?;
    let text = item.rules_text();
    let section = |heading| text.and_then(|text| rules_section(text, heading)).map(to_html);
    // The rules of somebody's game may panic, and its words are cut by the game itself.
    let example = guarded(item.has_secrets(), || {
        let example = text.and_then(rules_example)?;
        let game = item.build(&OptionValues::default()).ok()?;
        Some(json!({"position": example.position, "moves": game.split_moves(example.moves)}))
    });
    Ok(json!({
        "game": name,
        "title": item.title(),
        "text": text,
        "html": text.map_or_else(|| to_html(&format!("# {}\n\n{NO_RULES_TEXT}.", item.title())), to_html),
        "aim": section("Aim"),
        "moves": section("How to move"),
        "example": example.ok().flatten(),
    }))
}

/// `GET /api/course`: the chapters.
pub(crate) fn course() -> ApiResult {
    Ok(json!({ "chapters": CHAPTERS.iter().map(listed).collect::<Vec<_>>() }))
}

fn listed(chapter: &Chapter) -> Value {
    json!({"name": chapter.name, "title": chapter.title(), "about": chapter.about})
}

/// `GET /api/course/{chapter}`: a chapter as HTML.
pub(crate) fn chapter(name: &str) -> ApiResult {
    let none = || ApiError::new(Kind::NotFound, format!("there is no chapter {name:?}")).field("chapter");
    let at = CHAPTERS.iter().position(|chapter| chapter.name == name).ok_or_else(none)?;
    let beside = |at: Option<usize>| at.and_then(|at| CHAPTERS.get(at)).map(listed);
    let chapter = &CHAPTERS[at];
    Ok(json!({
        "name": chapter.name,
        "title": chapter.title(),
        "html": to_html(chapter.text),
        "previous": beside(at.checked_sub(1)),
        "next": beside(Some(at + 1)),
    }))
}

/// HTML of a Markdown text. Links lead to places of the page; HTML in the text is shown as text; below a block of
/// commands stand links to the trees in it.
fn to_html(text: &str) -> String {
    let mut events = Vec::new();
    let (mut is_console, mut code) = (false, String::new());
    // Links that lead out of the page are left out, and their text stays.
    let mut left_out = 0_u32;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match in_page(&dest_url) {
                Some(address) => {
                    events.push(Event::Start(Tag::Link { link_type, dest_url: address.into(), title, id }));
                }
                None => left_out += 1,
            },
            Event::End(TagEnd::Link) if left_out > 0 => left_out -= 1,
            Event::Start(Tag::CodeBlock(kind)) => {
                is_console = matches!(&kind, CodeBlockKind::Fenced(info) if &**info == "console");
                code.clear();
                events.push(Event::Start(Tag::CodeBlock(kind)));
            }
            Event::Text(text) => {
                if is_console {
                    code.push_str(&text);
                }
                events.push(Event::Text(text));
            }
            Event::End(TagEnd::CodeBlock) => {
                events.push(event);
                if std::mem::take(&mut is_console) {
                    events.extend(tree_links(&code));
                }
            }
            event => events.push(event),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// Address in the page that a link of a chapter leads to; nothing if it leads to a file that the page does not have.
fn in_page(link: &str) -> Option<String> {
    let name = link.strip_suffix(".md").filter(|name| Chapter::find(name).is_some());
    name.map(|name| format!("#/course/{name}")).or_else(|| link.starts_with("#/").then(|| link.to_owned()))
}

/// Links to the page of trees, for each command `tree` of a block.
fn tree_links(code: &str) -> Vec<Event<'static>> {
    let links: Vec<String> = code.lines().filter_map(tree_link).collect();
    if links.is_empty() {
        return Vec::new();
    }
    let html = format!("<p class=\"try\">On the page of trees: {}</p>\n", links.join(", "));
    vec![Event::Html(CowStr::from(html))]
}

/// Link to the tree of a command such as `$ counterplay tree "[[3,12],[2,4]]" --order rtl`.
fn tree_link(line: &str) -> Option<String> {
    let (tree, rest) = line.strip_prefix("$ counterplay tree \"")?.split_once('"')?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let option = |name: &str| {
        let at = words.iter().position(|word| word.strip_prefix("--") == Some(name))?;
        // Of two orders side by side the page shows the first.
        words.get(at + 1).map(|value| if name == "order" { value.split(',').next().unwrap_or(value) } else { value })
    };
    let mut address = format!("#/trees?tree={}", escaped(tree));
    let mut shown = tree.to_owned();
    for name in ["algorithm", "order", "cutoff", "root", "opponent"] {
        if let Some(value) = option(name) {
            address.push_str(&format!("&{name}={}", escaped(value)));
            shown.push_str(&format!(", {value}"));
        }
    }
    Some(format!("<a href=\"{}\">{}</a>", attribute(&address), attribute(&shown)))
}

/// Text as a part of an address.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~[](),:/".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Text as HTML, in an attribute too.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_and_html_in_it_does_not() {
        let html = to_html("# A\n\nSee [order](04-order.md) and [files](../x.md). <script>alert(1)</script> `a<b`\n");
        assert!(html.contains("<h1>A</h1>") && html.contains("<a href=\"#/course/04-order\">order</a>"), "{html}");
        assert!(html.contains("and files.") && html.contains("&lt;script&gt;") && !html.contains("<script"), "{html}");
        assert!(html.contains("<code>a&lt;b</code>"), "{html}");
        let bad = to_html("[x](javascript:alert)");
        assert!(!bad.contains("href"), "{bad}");
    }

    #[test]
    fn a_command_with_a_tree_has_a_link_to_it() {
        let html = to_html(
            "```console\n$ counterplay tree \"[[3,4],[2,9 8]]\" --order rtl,ltr --opponent random:0.2\nvalue\n```\n",
        );
        let link = "href=\"#/trees?tree=[[3,4],[2,9%208]]&amp;order=rtl&amp;opponent=random:0.2\"";
        assert!(html.contains(link), "{html}");
        assert!(!to_html("```console\n$ counterplay games\n```\n").contains("<a "));
    }

    #[test]
    fn every_chapter_has_html_and_knows_its_neighbours() {
        for (at, of) in CHAPTERS.iter().enumerate() {
            let found = chapter(of.name).unwrap();
            assert!(found["html"].as_str().unwrap().starts_with("<h1>"), "{}", of.name);
            assert_eq!(found["previous"].is_null(), at == 0);
            assert_eq!(found["next"].is_null(), at + 1 == CHAPTERS.len());
        }
        assert!(chapter("99-none").is_err());
    }
}
