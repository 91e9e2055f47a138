//! Explicit trees, for the page of trees: a search as a whole with its steps, and its pictures.
//!
//! Nothing here computes a value, a window, a cut or a grade: `counterplay-lessons` reads them from the trace of the
//! search, and `counterplay-render` draws them.

use std::str::FromStr;
use std::sync::Arc;

use counterplay_core::trace::{Node, SearchTree, StepKind};
use counterplay_core::{Side, TextError, with_stack};
use counterplay_lessons::{
    Algorithm, Choices, Direction, Rule, Study, StudyProblem, averages, choose, collapse, equilibrium, json as lesson,
    opponent, study,
};
use counterplay_render::name::Names;
use counterplay_render::{Show, TextOptions, dot, sentences, svg, svg_at_step, text, tikz};
use counterplay_tree::Tree;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::routes::blocking;
use crate::searches::enter;
use crate::state::State;
use crate::zip;

/// Most nodes of a tree: its steps are sent at once. The command line takes larger ones.
const MOST_NODES: usize = 20_000;
/// Most nodes of a tree with information sets, each of which is searched by itself.
const MOST_HIDDEN: usize = 5_000;
/// Most pictures, and most bytes of them, that are sent as one file.
const MOST_STEPS: usize = 2_000;
const MOST_BYTES: usize = 64 << 20;

/// Search request: a tree, and how it is to be searched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    tree: String,
    algorithm: Option<String>,
    order: Option<String>,
    cutoff: Option<String>,
    root: Option<String>,
    /// Fallible opponent, as the command line has it, or its table as text.
    opponent: Option<String>,
}

/// Searched tree.
struct Searched {
    tree: Tree,
    /// Algorithm that was asked for, or that suits the tree.
    algorithm: Algorithm,
    study: Study,
    /// Both strategies against the opponent who errs, if there is one.
    against: Option<opponent::AgainstOpponent>,
    stack: usize,
}

impl Searched {
    /// Tree that is drawn: with an opponent who errs, what the best reply is worth stands on it too.
    fn drawn(&self) -> SearchTree {
        self.against.as_ref().map_or_else(|| self.study.seen.clone(), |against| against.drawn(&self.study.seen))
    }
}

/// Runs a tree search where it may block, with a deep stack, when it is its turn.
pub(crate) async fn answered<T: Send + 'static>(
    state: Arc<State>,
    work: impl FnOnce(usize) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let mut ticket = enter(&state.short, 1)?;
    ticket.turn().await;
    let stack = state.settings.stack;
    let refused = |error| Err(ApiError::new(Kind::Full, format!("the system refuses a thread: {error}")));
    blocking(move || {
        let answer = with_stack(stack, || work(stack)).unwrap_or_else(refused);
        drop(ticket);
        answer
    })
    .await
}

/// Parses the name of a choice.
fn word<C: FromStr<Err = String>>(given: Option<&String>, field: &str) -> Result<Option<C>, ApiError> {
    let wrong = |message: String| ApiError::new(Kind::BadOption, message).field(field);
    given.map(|word| word.parse()).transpose().map_err(wrong)
}

impl Search {
    fn run(&self, stack: usize) -> Result<Searched, ApiError> {
        let root = match self.root.as_deref() {
            None => None,
            Some("max") => Some(Side::Max),
            Some("min") => Some(Side::Min),
            Some(other) => {
                return Err(ApiError::new(Kind::BadOption, format!("{other:?} is none of max, min")).field("root"));
            }
        };
        let asked = word(self.algorithm.as_ref(), "algorithm")?;
        let direction = word(self.order.as_ref(), "order")?.unwrap_or(Direction::Ltr);
        let cutoff = word(self.cutoff.as_ref(), "cutoff")?.unwrap_or(Rule::Ge);
        let tree = Tree::parse(&self.tree, root.unwrap_or(Side::Max)).map_err(|error| self.wrong(&error))?;
        let most = if tree.information_sets().is_empty() { MOST_NODES } else { MOST_HIDDEN };
        if tree.len() > most {
            let message =
                format!("the tree has {} nodes, and here it may have {most}; counterplay tree takes more", tree.len());
            return Err(ApiError::new(Kind::BadLimit, message).field("tree"));
        }
        // The command line's dashes mean nothing here.
        let unfit = |message: String| ApiError::new(Kind::BadOption, message.replace("--", "")).field("algorithm");
        let algorithm = choose(&tree, asked, root).map_err(unfit)?;
        // Averaging believes that all cards are face up: that is the search that there is to look at.
        let choices = match algorithm {
            Algorithm::Averaging => Choices { algorithm: Algorithm::Expectiminimax, direction: Direction::Ltr, cutoff },
            _ => Choices { algorithm, direction, cutoff },
        };
        let study = study(&tree, choices, stack);
        let against = self.against(&tree, &study, stack)?;
        Ok(Searched { tree, algorithm, study, against, stack })
    }

    /// Both strategies against the opponent who errs; nothing if none is asked for, or the search itself is in trouble.
    fn against(&self, tree: &Tree, study: &Study, stack: usize) -> Result<Option<opponent::AgainstOpponent>, ApiError> {
        let Some(text) = self.opponent.as_ref().filter(|text| !text.trim().is_empty()) else { return Ok(None) };
        let wrong = |message: String| ApiError::new(Kind::BadOption, message).field("opponent");
        let errs = text.parse().map_err(wrong)?;
        if study.result.is_err() {
            return Ok(None);
        }
        // A leaf that alpha-beta never needs may be unknown; the best reply needs it.
        opponent::against(tree, &errs, stack).map(Some).map_err(wrong)
    }

    /// Error of a search that found nothing.
    fn trouble(&self, tree: &Tree, study: &Study) -> Option<ApiError> {
        Some(match study.trouble(tree)? {
            StudyProblem::Unknown(error) => self.wrong(&error),
            StudyProblem::Resource(message) | StudyProblem::Other(message) => ApiError::new(Kind::Failed, message),
        })
    }

    fn wrong(&self, error: &TextError) -> ApiError {
        ApiError::text(Kind::BadPosition, error, &self.tree).field("tree")
    }
}

/// `POST /api/trees/study`: the result, the nodes and all steps.
pub(crate) fn study_tree(search: &Search, stack: usize) -> ApiResult {
    let searched = search.run(stack)?;
    let Searched { tree, algorithm, study, .. } = &searched;
    let mut answer =
        if *algorithm == Algorithm::Averaging { Some(averaged(&searched)?) } else { lesson::answer(study) };
    if let (Some(answer), Some(against)) = (&mut answer, &searched.against) {
        answer["opponent"] = against.to_json(&study.seen);
    }
    Ok(json!({
        "text": tree.to_text(),
        "algorithm": algorithm.as_str(),
        "answer": answer,
        "trouble": search.trouble(tree, study).map(|trouble| trouble.to_json()),
        "nodes": nodes(tree, study),
        "steps": steps(study),
    }))
}

/// JSON of averaging in each information set, and of its comparison with an equilibrium.
fn averaged(Searched { tree, study, stack, .. }: &Searched) -> ApiResult {
    let sets = averages::average(tree, *stack).map_err(|halt| ApiError::new(Kind::BadPosition, halt.to_string()))?;
    let compared = equilibrium::compare(tree, &sets, study, *stack);
    Ok(averages::answer(tree, study, &sets, &compared))
}

/// JSON of the tree as it was given, node by node in preorder: what can be said before any search.
fn nodes(tree: &Tree, study: &Study) -> Vec<Value> {
    let names = Names::new(&study.seen);
    let value = |at: usize, node: &Node| match tree.at(at).and_then(|node| tree.unknown(node)) {
        Some(name) => json!(name),
        None if node.is_leaf() => lesson::leaf_value(node, study.seen.scale),
        None => Value::Null,
    };
    let node = |(at, node): (usize, &Node)| {
        json!({
            "parent": node.parent,
            "path": if node.ply > lesson::DEEPEST { names.name(at) } else { study.seen.path(at) },
            "name": names.name(at),
            "player": lesson::player(node),
            "label": node.label,
            "value": value(at, node),
            "probability": node.probability,
            "set": node.information_set,
        })
    };
    study.seen.nodes.iter().enumerate().map(node).collect()
}

/// JSON of the steps as the command line has them, each with the index of its node, its sentence and the leaves visited
/// so far.
fn steps(study: &Study) -> Vec<Value> {
    let mut leaves = 0;
    let steps = lesson::steps(study).zip(sentences(&study.seen)).zip(&study.seen.steps);
    steps
        .map(|((mut object, sentence), step)| {
            leaves += u32::from(matches!(step.kind, StepKind::Leaf { .. }));
            object["at"] = json!(step.node);
            object["leaves"] = json!(leaves);
            object["sentence"] = json!(sentence);
            object
        })
        .collect()
}

/// Picture request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Picture {
    search: Search,
    /// Number of steps shown; the end of the search by default.
    step: Option<usize>,
    show: Option<String>,
    format: Option<String>,
    /// Indices of nodes whose children are hidden.
    #[serde(default)]
    fold: Vec<usize>,
}

fn layers(show: Option<&String>) -> Result<Show, ApiError> {
    let unknown =
        |error: counterplay_render::UnknownLayer| ApiError::new(Kind::BadOption, error.to_string()).field("show");
    show.map_or(Ok(Show::ALL), |list| list.parse().map_err(unknown))
}

/// `POST /api/trees/picture`: the tree in one of the formats of the command line.
pub(crate) fn picture(asked: &Picture, stack: usize) -> ApiResult {
    let show = layers(asked.show.as_ref())?;
    let searched = asked.search.run(stack)?;
    // The sentences of a collapsed tree are not its own.
    let show = Show { sentence: show.sentence && asked.fold.is_empty(), ..show };
    let collapsed = collapse(&searched.drawn(), &asked.fold);
    let seen = &collapsed.seen;
    let picture = match (asked.format.as_deref().unwrap_or("svg"), asked.step) {
        ("svg", None) => svg(seen, &show),
        ("svg", Some(step)) => svg_at_step(seen, &show, step),
        ("dot", None) => dot(seen, &show),
        ("tikz", None) => tikz(seen, &show),
        ("text", None) => text(seen, &show, &TextOptions { lines: MOST_NODES, ..TextOptions::default() }),
        (format @ ("dot" | "tikz" | "text"), Some(_)) => {
            let message = format!("a step is drawn as svg, and {format} is of the end of the search");
            return Err(ApiError::new(Kind::BadOption, message).field("step"));
        }
        (other, _) => {
            let message = format!("there is no format {other:?}; choose among svg, dot, tikz, text");
            return Err(ApiError::new(Kind::BadOption, message).field("format"));
        }
    };
    Ok(json!({ "picture": picture, "nodes": collapsed.nodes }))
}

/// Slides request: the pictures of all steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Slides {
    search: Search,
    show: Option<String>,
}

/// `POST /api/trees/slides`: one SVG for each step, in one file.
pub(crate) fn slides(asked: &Slides, stack: usize) -> Result<Vec<u8>, ApiError> {
    let show = layers(asked.show.as_ref())?;
    let seen = asked.search.run(stack)?.drawn();
    let large = |what: String| {
        let message = format!("{what}; counterplay tree --steps writes them one by one");
        Err(ApiError::new(Kind::BadLimit, message).field("search"))
    };
    let count = seen.steps.len();
    if count > MOST_STEPS {
        return large(format!("the search has {count} steps, and a file holds {MOST_STEPS}"));
    }
    // The last picture has the most on it.
    if svg_at_step(&seen, &show, count).len() * (count + 1) > MOST_BYTES {
        return large(format!("the pictures of {count} steps fill more than {} MiB", MOST_BYTES >> 20));
    }
    let mut archive = zip::Archive::default();
    for step in 0..=count {
        archive.add(&format!("step-{step:04}.svg"), svg_at_step(&seen, &show, step).as_bytes());
    }
    Ok(archive.finish())
}

/// Grade request: a search, and somebody's answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graded {
    search: Search,
    sheet: counterplay_lessons::Answer,
}

/// `POST /api/trees/grade`: the grade of an answer, and the first wrong step.
pub(crate) fn grade(asked: &Graded, stack: usize) -> ApiResult {
    let Searched { tree, algorithm, study, .. } = asked.search.run(stack)?;
    if algorithm == Algorithm::Averaging {
        let message =
            "averaging has means, which nobody is asked for here; choose expectiminimax, without information sets";
        return Err(ApiError::new(Kind::BadOption, message).field("search"));
    }
    if let Some(trouble) = asked.search.trouble(&tree, &study) {
        return Err(trouble);
    }
    let grade = counterplay_lessons::grade::grade(&study, &asked.sheet);
    serde_json::to_value(grade).map_err(|error| ApiError::new(Kind::Failed, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(tree: &str) -> Search {
        Search { tree: tree.to_owned(), algorithm: None, order: None, cutoff: None, root: None, opponent: None }
    }

    #[test]
    fn a_study_tells_what_the_command_line_tells() {
        let found = study_tree(&search("[[3,12,8],[2,4,6],[14,5,2]]"), 1 << 20).unwrap();
        assert_eq!(found["answer"]["value"], 3);
        assert_eq!((found["nodes"].as_array().unwrap().len(), found["steps"].as_array().unwrap().len()), (13, 37));
        let last = &found["steps"][36];
        assert_eq!((&last["at"], &last["leaves"], &last["value"]), (&json!(0), &json!(7), &json!(3)));
        assert_eq!(found["nodes"][7]["path"], "2.2");
        assert!(found["trouble"].is_null() && last["sentence"].as_str().unwrap().ends_with('.'));
    }

    #[test]
    fn an_opponent_who_errs_is_in_the_answer_and_on_the_picture() {
        let errs = |opponent: &str| Search { opponent: Some(opponent.to_owned()), ..search("[[3,4],[2,98]]") };
        let found = study_tree(&errs("random:0.5"), 1 << 20).unwrap();
        assert_eq!(found["answer"]["opponent"]["reply"], json!({"infallible": 2, "fallible": 26}));
        let asked = Picture { search: errs("random:0.5"), step: None, show: None, format: None, fold: Vec::new() };
        assert!(picture(&asked, 1 << 20).unwrap()["picture"].as_str().unwrap().contains("reply 26 by 2"));
        let wrong = study_tree(&errs("often"), 1 << 20).unwrap_err().to_json();
        assert_eq!((&wrong["code"], &wrong["field"]), (&json!("bad-option"), &json!("opponent")));
    }

    #[test]
    fn an_unknown_leaf_is_named_with_its_place_and_the_tree_is_there_all_the_same() {
        let found = study_tree(&search("[[3,x],[2,1]]"), 1 << 20).unwrap();
        assert!(found["answer"].is_null());
        assert_eq!((&found["trouble"]["line"], &found["trouble"]["column"]), (&json!(1), &json!(5)));
        assert_eq!(found["nodes"].as_array().unwrap().len(), 7);
        assert_eq!(found["nodes"][3]["value"], "x");
        let named = study_tree(&search("[[3,A:x],[2,1]]"), 1 << 20).unwrap();
        assert_eq!((&named["nodes"][3]["label"], &named["nodes"][3]["value"]), (&json!("A"), &json!("x")));
    }

    #[test]
    fn information_sets_are_averaged_over() {
        let found = study_tree(&search("chance[max@J[3,4],max@J[1,2]]"), 1 << 20).unwrap();
        assert_eq!(found["algorithm"], "averaging");
        assert_eq!(found["answer"]["information_sets"][0]["average"], 3);
        let equilibrium = &found["answer"]["equilibrium"];
        assert_eq!((&equilibrium["fraction"], &equilibrium["exploitability"]), (&json!("3"), &json!(0)));
        assert_eq!(equilibrium["strategy"][0]["set"], "J");
        let forgets = study_tree(&search("max[max@J[3,4],max@J[1,2]]"), 1 << 20).unwrap();
        assert!(forgets["answer"]["equilibrium"].is_null() && forgets["trouble"].is_null());
        assert!(forgets["answer"]["trouble"].as_str().unwrap().starts_with("the side to move at 2 does not see"));
    }

    #[test]
    fn an_answer_is_graded_unless_there_is_nothing_to_know() {
        let graded = |tree: &str, sheet: Value| {
            let sheet = serde_json::from_value(sheet).unwrap();
            grade(&Graded { search: search(tree), sheet }, 1 << 20)
        };
        let values = |answer: Value| json!({"question": "values", "answer": answer});
        let half = graded("[[3,12],[2,4]]", values(json!({"": 3, "1": 4}))).unwrap();
        assert_eq!((&half["points"], &half["of"]), (&json!(1), &json!(3)));
        assert!(half["first_wrong"]["message"].as_str().unwrap().starts_with("1: 4 is wrong"), "{half}");
        assert_eq!(graded("[[3,x],[2,4]]", values(json!({}))).unwrap_err().to_json()["column"], 5);
        assert!(graded("chance[max@J[3,4],max@J[1,2]]", values(json!({}))).is_err());
    }

    #[test]
    fn slides_are_for_trees_that_fit_them() {
        let slides = |leaves: usize, show: &str| {
            let search = search(&format!("[{}]", vec!["1"; leaves].join(",")));
            slides(&Slides { search, show: Some(show.to_owned()) }, 1 << 20)
                .map_err(|api_error| api_error.to_json()["code"].clone())
        };
        assert!(slides(3, "all").unwrap().starts_with(b"PK"));
        assert_eq!(slides(600, "all").unwrap_err(), "bad-limit");
        assert_eq!(slides(700, "all").unwrap_err(), "bad-limit");
        assert_eq!(slides(3, "colours").unwrap_err(), "bad-option");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_field() {
        let refused = |search: Search| study_tree(&search, 1 << 20).unwrap_err().to_json();
        assert_eq!(refused(search("[1,"))["column"], 4);
        let wrong = |change: fn(&mut Search)| {
            let mut search = search("[1,2]");
            change(&mut search);
            refused(search)["field"].clone()
        };
        assert_eq!(wrong(|search| search.algorithm = Some("greedy".to_owned())), "algorithm");
        assert_eq!(wrong(|search| search.algorithm = Some("averaging".to_owned())), "algorithm");
        assert_eq!(wrong(|search| search.order = Some("up".to_owned())), "order");
        assert_eq!(wrong(|search| search.cutoff = Some("eq".to_owned())), "cutoff");
        assert_eq!(wrong(|search| search.root = Some("MAX".to_owned())), "root");
        let many = refused(search(&format!("[{}]", vec!["1"; MOST_NODES].join(","))));
        assert_eq!(many["code"], "bad-limit");
        let veiled = refused(search(&format!("max@J[{}]", vec!["1"; MOST_HIDDEN].join(","))));
        assert_eq!(veiled["code"], "bad-limit");
    }
}
