use counterplay_tree::Tree;

use super::draft::Draft;
use super::generate::{Candidate, has_deep_cut};
use super::*;
use crate::grade::grade;
use crate::{Algorithm, Direction, Rule};

const STACK: usize = 1 << 20;

fn wishes() -> Wishes {
    Wishes {
        depth: 3,
        branching: 2..=3,
        leaves: None,
        cuts: None,
        deep_cut: false,
        no_ties: false,
        same_under_both_rules: false,
        questions: vec![Question::Cuts],
        choices: Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge },
        root: Side::Max,
        seed: 7,
        count: 1,
    }
}

fn made(wishes: &Wishes) -> Quiz {
    make(wishes, STACK, &|| false).unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

fn refused(wishes: &Wishes) -> QuizError {
    make(wishes, STACK, &|| false).err().expect("there is no such quiz")
}

#[test]
fn each_wish_is_kept() {
    let wishes = Wishes { cuts: Some(2..=4), no_ties: true, count: 30, ..wishes() };
    let quiz = made(&wishes);
    assert_eq!(quiz.pictures.len(), 30);
    for Picture { study, .. } in &quiz.pictures {
        let nodes = &study.seen.nodes;
        assert!((2..=4).contains(&study.seen.cut_edges().count()));
        assert!(nodes.iter().all(|node| node.is_leaf() == (node.ply == 3)));
        assert!(nodes.iter().all(|node| node.is_leaf() || (2..=3).contains(&node.children.len())));
        let mut leaves: Vec<i64> = nodes.iter().filter(|n| n.is_leaf()).map(|n| n.value.unwrap() as i64).collect();
        leaves.sort_unstable();
        assert!(leaves.windows(2).all(|pair| pair[0] < pair[1]), "{leaves:?}");
    }
    let texts: HashSet<&str> = quiz.key.tasks.iter().map(|task| task.tree.as_str()).collect();
    assert_eq!(texts.len(), 30, "no tree comes twice");
}

#[test]
fn deep_cuts_and_both_rules() {
    let wishes = Wishes {
        depth: 4,
        branching: 2..=2,
        leaves: Some(0..=9),
        deep_cut: true,
        same_under_both_rules: true,
        root: Side::Min,
        count: 10,
        ..wishes()
    };
    for (task, Picture { study, .. }) in made(&wishes).key.tasks.iter().zip(made(&wishes).pictures) {
        assert!(has_deep_cut(&study.seen));
        let tree = Tree::parse(&task.tree, Side::Min).unwrap();
        let other = crate::study(&tree, Choices { cutoff: Rule::Gt, ..wishes.choices }, STACK);
        assert_eq!(right_answer(&study, Question::Windows), right_answer(&other, Question::Windows));
        assert_eq!(right_answer(&study, Question::Cuts), right_answer(&other, Question::Cuts));
    }
}

#[test]
fn the_same_seed_makes_the_same_quiz() {
    let wishes = Wishes { cuts: Some(3..=3), count: 5, ..wishes() };
    assert_eq!(made(&wishes).key, made(&wishes).key);
    assert_ne!(made(&wishes).key.tasks, made(&Wishes { seed: 8, ..wishes.clone() }).key.tasks);
}

#[test]
fn what_cannot_be_is_said_to_be_so() {
    let impossible = [
        (Wishes { depth: 2, branching: 2..=2, cuts: Some(2..=9), ..wishes() }, "at most 1 edge of"),
        (Wishes { deep_cut: true, ..wishes() }, "a depth of 4"),
        (Wishes { depth: 4, deep_cut: true, cuts: Some(0..=0), ..wishes() }, "contradict"),
        (Wishes { no_ties: true, leaves: Some(1..=7), ..wishes() }, "8 leaves or more, and there are only 7 values"),
        (Wishes { depth: 1, branching: 1..=1, leaves: Some(1..=3), count: 4, ..wishes() }, "only 3 different trees"),
        (Wishes { depth: 99, ..wishes() }, "2000"),
        (Wishes { depth: 0, ..wishes() }, "at least one ply"),
        (Wishes { leaves: Some(0..=i32::MAX), ..wishes() }, "from -9999 to 9999"),
        (
            Wishes { choices: Choices { algorithm: Algorithm::Minimax, ..wishes().choices }, ..wishes() },
            "minimax has no windows",
        ),
    ];
    for (wishes, why) in impossible {
        let QuizError::Impossible(said) = refused(&wishes) else { panic!("{wishes:?}") };
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn what_is_not_found_is_told_with_what_was_lacking() {
    // One value only, so that every cut is at an equal value.
    let wishes = Wishes { leaves: Some(5..=5), cuts: Some(1..=9), same_under_both_rules: true, ..wishes() };
    let QuizError::GivenUp(said) = refused(&wishes) else { panic!("an equal value cuts under one rule only") };
    assert!(
        said.contains("of 20000 trees that were tried, 20000 had other answers under the other cut-off rule"),
        "{said}"
    );
    // As many cuts as the bound allows, which is above what a tree of this shape has.
    let most = most_cuts(4, 2) as u32;
    let wishes = Wishes { depth: 4, branching: 2..=2, leaves: None, cuts: Some(most..=most), ..wishes };
    let QuizError::GivenUp(said) = refused(&wishes) else { panic!("the bound is met") };
    assert!(said.contains("had another number of cuts (the nearest was 1 off)"), "{said}");
    assert_eq!(make(&wishes, STACK, &|| true).err(), Some(QuizError::Stopped));
}

#[test]
fn no_tree_has_more_cuts_than_the_bound_and_some_have_as_many() {
    assert_eq!([1, 2, 3].map(|branches| most_cuts(2, branches)), [0, 1, 4]);
    assert_eq!(most_cuts(1, 9), 0);
    let mut random = Seeded::new(1);
    for (depth, branches) in [(2, 3), (3, 2), (3, 3), (4, 2)] {
        let wishes = Wishes { depth, branching: branches..=branches, no_ties: true, ..wishes() };
        let cuts = |_| {
            let text = Draft::new(&wishes, &mut random).unwrap().text();
            Candidate::new(text, Side::Max, wishes.choices, STACK).unwrap().study.seen.cut_edges().count() as u64
        };
        let most = (0..4_000).map(cuts).max().unwrap();
        assert!(most <= most_cuts(depth, branches), "{depth} {branches}: {most}");
    }
    for (depth, branches) in [(2, 3), (3, 2), (3, 3)] {
        let most = most_cuts(depth, branches) as u32;
        let wishes = Wishes { depth, branching: branches..=branches, cuts: Some(most..=most), ..wishes() };
        assert!(make(&wishes, STACK, &|| false).is_ok(), "{depth} {branches}: {most}");
    }
}

#[test]
fn a_key_reads_back_and_a_changed_one_is_found_out() {
    let questions = vec![Question::Values, Question::Windows, Question::Visits, Question::Cuts];
    let quiz = made(&Wishes { questions, count: 3, ..wishes() });
    let text = serde_json::to_string_pretty(&quiz.key).unwrap();
    let (key, studies) = Key::read(&text, STACK).unwrap();
    assert_eq!((&key, studies.len()), (&quiz.key, 12));
    for (task, study) in key.tasks.iter().zip(&studies) {
        let own = grade(study, &task.answer);
        assert_eq!((own.points, own.first_wrong), (own.of, None));
    }
    let tree = &quiz.key.tasks[0].tree;
    let leaf = tree.find(|c: char| c.is_ascii_digit()).unwrap();
    let other = format!("{}77{}", &tree[..leaf], &tree[leaf + 1..]);
    let problem = Key::read(&text.replace(tree, &other), STACK).unwrap_err();
    assert!(problem.message.starts_with("the key was changed: its own answer to question"), "{problem:?}");
    for (bad, why) in [
        ("", "this is no key"),
        ("[]", "no \"format\""),
        ("{\"format\":\"counterplay-key/2\"}", "only \"counterplay-key/1\""),
        ("{\"format\":\"counterplay-key/1\",\"seed\":1,\"tasks\":[]}", "no questions"),
        ("{\"format\":\"counterplay-key/1\",\"seed\":1,\"tasks\":[{}]}", "missing field"),
    ] {
        let problem = Key::read(bad, STACK).unwrap_err();
        assert!(problem.message.contains(why), "{problem:?}");
    }
}

#[test]
fn no_damage_to_a_key_is_a_panic() {
    use counterplay_core::Random;
    let quiz = made(&Wishes { questions: vec![Question::Values, Question::Visits], count: 2, ..wishes() });
    let text = serde_json::to_string(&quiz.key).unwrap();
    let mut random = Seeded::new(5);
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = random.below(128) as u8,
                _ => drop(bytes.remove(at.min(bytes.len() - 1))),
            }
        }
        let _ = Key::read(&String::from_utf8_lossy(&bytes), STACK);
    }
}

#[test]
fn a_sheet_gives_nothing_away() {
    let questions = vec![Question::Values, Question::Windows, Question::Visits, Question::Cuts];
    let quiz = made(&Wishes { questions, count: 2, cuts: Some(1..=9), ..wishes() });
    let (text, page) = (text(&quiz), html(&quiz));
    for sheet in [&text, &page] {
        assert!(sheet.contains("Question 8") && sheet.contains("Tree 2") && !sheet.contains("Question 9"));
        assert!(!sheet.contains("∞") && !sheet.contains("✂") && !sheet.contains("cut edge"), "{sheet}");
    }
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(!page.contains("<script") && !page.contains("http://") || page.matches("http://").count() == 2);
}
