use counterplay_core::search::{Dealing, Order, Settings, alphabeta, averaging, expectiminimax, minimax};
use counterplay_core::trace::{Recorder, SearchTree, Silent, Status};
use counterplay_core::{Bounds, Cause, Game, Hidden, Limits, Role, Score, Seat, Seeded, Side, with_stack};

use super::*;

fn parse(text: &str) -> Tree {
    Tree::parse(text, Side::Max).unwrap_or_else(|error| panic!("{text}: {error} at {}", error.offset))
}

/// The column and the message of what is wrong.
fn wrong(text: &str) -> (usize, String) {
    let error = Tree::parse(text, Side::Max).expect_err(text);
    (error.position(text).1, error.message)
}

fn value(tree: &Tree) -> f64 {
    let game = tree.stochastic();
    let decision = expectiminimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    decision.value.score / f64::from(tree.scale())
}

#[test]
fn brackets_and_s_expressions_are_the_same_tree() {
    let brackets = parse("[[3,17],[2,12]]");
    for text in [
        "((3 17) (2 12))",
        "((3 17)(2 12))",
        "( (3, 17), [2 12] )",
        "max[min[3,17],min[2,12]]",
        "(max (min 3 17) (MIN 2 12))",
    ] {
        assert_eq!(parse(text).to_text(), brackets.to_text(), "{text}");
    }
    assert_eq!(brackets.to_text(), "max[min[3,17],min[2,12]]");
}

#[test]
fn the_sides_alternate_unless_the_text_says_otherwise() {
    let text = "[[1,chance[[2,3],4]],max[[5],6]]";
    assert_eq!(parse(text).to_text(), "max[min[1,chance[0.5:max[2,3],0.5:4]],max[min[5],6]]");
    let min = Tree::parse(text, Side::Min).unwrap();
    assert_eq!(min.to_text(), "min[max[1,chance[0.5:min[2,3],0.5:4]],max[min[5],6]]");
    assert_eq!(min.root_role(), Some(Role::Min));
    // Below chance at the root, the root's player moves.
    assert_eq!(parse("chance[[1],[2]]").to_text(), "chance[0.5:max[1],0.5:max[2]]");
}

#[test]
fn labels_unknown_leaves_comments_and_a_byte_order_mark() {
    let tree = parse("\u{feff}# a quiz\r\nA: [ B:[3, x], # one\r\n C:\"two words\" ]");
    assert_eq!(tree.to_text(), r#""A":max["B":min[3,"x"],"C":"two words"]"#);
    assert_eq!(tree.unknown(tree.node_at(&[1, 2]).unwrap()), Some("x"));
    assert_eq!(tree.unknown(tree.node_at(&[1, 1]).unwrap()), None);
    assert_eq!(tree.node_at(&[1, 3]), None);
}

#[test]
fn values_may_have_decimals_and_signs() {
    let tree = parse("[1.5, -2.25, +3, −4, 1e1, 2.50, .5]");
    assert_eq!(tree.scale(), 100);
    assert_eq!(tree.to_text(), "max[1.5,-2.25,3,-4,10,2.5,0.5]");
    assert_eq!(value(&tree), 10.0);
    assert_eq!(parse("7").len(), 1);
    assert_eq!(value(&parse("-7")), -7.0);
    assert_eq!(value(&parse("2147483646")), 2_147_483_646.0);
}

#[test]
fn probabilities_are_decimals_fractions_or_percentages() {
    for text in ["chance[1/3:3, 2/3:9]", "[1/3:3 2/3:9]", "(chance 1/3:3 2/3:9)"] {
        assert!((value(&parse(text)) - 7.0).abs() < 1e-12, "{text}");
    }
    assert_eq!(value(&parse("chance[25%:4, 0.75:8]")), 7.0);
    assert_eq!(value(&parse("chance[1,2,6]")), 3.0);
    assert_eq!(value(&parse("chance[0.5:A:4, 0.5:B:[8,6]]")), 6.0);
    assert!(parse("[chance[1,2]]").has_chance() && parse("[chance[1,2]]").deterministic().is_none());
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let cases = [
        ("", 1, "empty"),
        ("  \n", 1, "empty"),
        ("[[3,12", 7, "still open"),
        ("[[]]", 2, "at least one branch"),
        ("[]", 1, "at least one branch"),
        ("[1,2]]", 6, "nothing more"),
        ("[1,2] 3", 7, "nothing more"),
        ("[1,,2]", 4, "expected a number"),
        ("[1,2,]", 6, "expected a number"),
        ("[,1]", 2, "expected a number"),
        ("[1,2)", 5, "expected ']'"),
        ("[[3,NaN]]", 5, "finite"),
        ("[3,-inf]", 4, "finite"),
        ("[3,1e99]", 4, "expected a number"),
        ("[3,12abc]", 4, "expected a number"),
        ("[3,1.2.3]", 4, "expected a number"),
        ("[3,--1]", 4, "expected a number"),
        ("[3,1/2]", 4, "whole or decimal"),
        ("[99999999999]", 2, "out of range"),
        ("[0.001, 3000000]", 9, "out of range"),
        ("[3,\"x]", 4, "closing quotation mark"),
        ("[3;4]", 3, "expected a number"),
        ("[3,\u{0}]", 4, "expected a number"),
        ("chance[0.5:1,0.49:2]", 1, "sum to 0.99"),
        ("[chance[0.5:1,0.5:2,0.5:3]]", 2, "sum to 1.5"),
        ("chance[0.5:1,2]", 1, "either all"),
        ("max[0.5:1,0.5:2]", 9, "only the branches of a chance node"),
        ("[0.5:1,2]", 6, "only the branches of a chance node"),
        ("chance[1.5:1,-0.5:2]", 8, "from 0 to 1"),
        ("chance[1/0:1]", 8, "from 0 to 1"),
        ("chance", 7, "the text ends"),
        ("max 3", 5, "expected a number, a name or a bracket"),
        ("[A:]", 4, "expected a number"),
        ("[max@]", 6, "name of an information set"),
        ("chance@A[1,2]", 1, "chance sees nothing"),
        ("[max@A[1,2],min@A[1,2]]", 13, "other player"),
        ("[max@A[1,2],max@A[1,2,3]]", 13, "have 2 branches"),
        ("max@A[max@A[1],max@B[2]]", 7, "have 2 branches, and this one has 1"),
        ("[A:B:3]", 5, "expected"),
        ("(max)", 1, "at least one branch"),
        ("max@A[max@A[1,2],3]", 7, "ancestor"),
    ];
    for (text, column, message) in cases {
        let found = wrong(text);
        assert_eq!(found.0, if text.trim().is_empty() { found.0 } else { column }, "{text}: {found:?}");
        assert!(found.1.contains(message), "{text}: {found:?}");
    }
}

#[test]
fn the_example_of_the_book() {
    let tree = parse("[[3,12,8],[2,4,6],[14,5,2]]");
    let game = tree.deterministic().unwrap();
    for (order, leaves) in [(Order::LeftToRight, 7), (Order::RightToLeft, 9)] {
        let mut recorder = Recorder::named(Names(&tree));
        let settings = Settings::new().order(order);
        let decision = alphabeta(&game, &game.initial(), &settings, &mut recorder).unwrap();
        assert_eq!((decision.value.score, decision.action), (3.0, Some(Branch(1))));
        assert_eq!(decision.statistics.leaves, leaves);
        let seen = recorder.finish(&game);
        let pruned: Vec<f64> = seen.pruned_leaves().filter_map(|leaf| leaf.value).collect();
        assert_eq!(pruned, if leaves == 7 { vec![4.0, 6.0] } else { vec![] });
        let cut: Vec<String> = seen.cut_edges().map(|at| seen.path(at)).collect();
        assert_eq!(cut, if leaves == 7 { vec!["2.2", "2.3"] } else { vec![] });
    }
}

#[test]
fn of_a_cut_branch_its_first_state_will_do() {
    let tree = parse("[[3,12],[2,[4,[7,1]],6]]");
    let game = tree.deterministic().unwrap();
    let [whole, stubs] = [Recorder::new(), Recorder::new().with_stubs()].map(|mut recorder| {
        alphabeta(&game, &game.initial(), &Settings::new(), &mut recorder).unwrap();
        recorder.finish(&game)
    });
    let cut = |seen: &SearchTree| seen.cut_edges().map(|at| seen.path(at)).collect::<Vec<_>>();
    assert_eq!((cut(&whole), cut(&stubs)), (vec!["2.2".to_owned(), "2.3".to_owned()], cut(&whole)));
    assert_eq!((whole.nodes.len(), stubs.nodes.len(), stubs.truncated), (tree.len(), tree.len() - 4, false));
    assert_eq!(stubs.nodes[0].value, whole.nodes[0].value);
}

#[test]
fn an_unknown_leaf_is_left_alone_or_named() {
    let tree = parse("[[3,12,8],[2,x,y],[14,5,2]]");
    let game = tree.deterministic().unwrap();
    let decision = alphabeta(&game, &game.initial(), &Settings::new().all_best(true), &mut Silent).unwrap();
    assert_eq!((decision.value.score, decision.best), (3.0, vec![Branch(1)]));
    let mut recorder = Recorder::new();
    let halt =
        alphabeta(&game, &game.initial(), &Settings::new().order(Order::RightToLeft), &mut recorder).unwrap_err();
    assert_eq!((halt.cause.clone(), halt.path.as_slice()), (Cause::Unknown, [2, 3].as_slice()));
    assert_eq!(tree.unknown(tree.node_at(&halt.path).unwrap()), Some("y"));
    // What the halted search saw is still a tree.
    let seen = recorder.finish(&game);
    assert_eq!(seen.nodes.len(), tree.len());
    assert_eq!(seen.nodes.iter().filter(|node| node.status == Status::Visited).count(), 1 + 4 + 2);
    assert!(seen.nodes.iter().all(|node| !node.principal));
    assert_eq!(minimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap_err().path, [2, 2]);
}

#[test]
fn a_tree_from_its_shape() {
    let leaves = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let shape = |branches: &[u32], values| Tree::from_shape(branches, &leaves(values), Side::Max);
    assert_eq!(shape(&[3, 2], "1 2 3 4 5 6").unwrap().to_text(), "max[min[1,2],min[3,4],min[5,6]]");
    assert_eq!(shape(&[3, 2, 2, 2], "1 2 3 4 5 6").unwrap().to_text(), "max[min[1,2],min[3,4],min[5,6]]");
    assert_eq!(shape(&[2, 3, 0, 0, 2], "1 2 3 4 5").unwrap().to_text(), "max[min[1,max[2,3],4],5]");
    assert_eq!(shape(&[2], "x -2.5").unwrap().to_text(), "max[\"x\",-2.5]");
    assert!(shape(&[3, 2], "1 2 3").unwrap_err().message.contains("6 level by level, or 4 node by node"));
    assert!(shape(&[], "1").unwrap_err().message.contains("root's branches"));
    assert!(shape(&[2], "1 2]").unwrap_err().message.contains("a number or a name"));
    assert!(shape(&[4_000_000_000, 4_000_000_000, 4_000_000_000], "1").is_err());
    assert!(shape(&[2, 0, 0, 5], "1 2").is_err());
}

#[test]
fn the_text_of_a_tree_reads_back() {
    for text in
        ["[A:[1,\"a \\\"b\\\" \\\\\"],chance[0.25:max@s[1,2.5],0.75:max@s[x,-3]]]", "max@I[1,2]", "5", "x", "[[[[1]]]]"]
    {
        let once = parse(text).to_text();
        assert_eq!(parse(&once).to_text(), once);
    }
}

#[test]
fn deep_and_wide_trees() {
    const SIZE: usize = 100_000;
    let deep = parse(&format!("{}1{}", "[".repeat(SIZE), "]".repeat(SIZE)));
    let comb = parse(&format!("{}9{}", "[5,".repeat(SIZE), "]".repeat(SIZE)));
    let wide = parse(&format!("[{}]", "7,".repeat(SIZE - 1) + "8"));
    let stack = 512 << 20;
    let limits = Limits { stack, ..Limits::default() };
    let settings = Settings::new().limits(limits);
    let seen = with_stack(stack, || {
        [(&deep, 1.0), (&comb, 5.0), (&wide, 8.0)].map(|(tree, value)| {
            let game = tree.deterministic().unwrap();
            let mut recorder = Recorder::new();
            let decision = alphabeta(&game, &game.initial(), &settings, &mut recorder).unwrap();
            assert_eq!(decision.value.score, value);
            recorder.finish(&game).nodes.len()
        })
    });
    assert_eq!(seen.unwrap(), [SIZE + 1, 2 * SIZE + 1, SIZE + 1]);
    assert_eq!(deep.to_text().len(), 3 * SIZE + 2 * SIZE + 1);
    // On the stack of this thread it is too deep, and says so.
    let game = deep.deterministic().unwrap();
    let halt = minimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap_err();
    assert!(matches!(halt.cause, Cause::Stack(_)) && halt.path.len() > 500, "{halt}");
}

#[test]
fn averaging_over_the_nodes_of_an_information_set() {
    // A coin is tossed; MAX, who has not seen it, may take a sure 1 or guess.
    let tree = parse("chance[1/4:max@coin[1,8,-8], 3/4:max@coin[1,-8,8]]");
    let game = tree.veiled();
    let node = tree.node_at(&[1]).unwrap();
    let view = game.view(&node, Seat::FIRST);
    assert_eq!(view, game.view(&tree.node_at(&[2]).unwrap(), Seat::FIRST));
    assert_ne!(view, game.view(&NodeId::ROOT, Seat::FIRST));
    let averages = averaging(&game, &view, &Dealing::new(), &Settings::new()).unwrap();
    let means: Vec<f64> = averages.actions.iter().map(|entry| entry.average).collect();
    assert_eq!(means, [1.0, -4.0, 4.0]);
    assert_eq!((averages.choice, averages.average), (Branch(3), 4.0));
    // Samples have the view and come as often as chance makes them.
    let mut random = Seeded::new(5);
    let firsts = (0..10_000).filter(|_| game.sample(&view, &mut random) == Some(node)).count();
    assert!((2_300..2_700).contains(&firsts), "{firsts}");
    // A set that chance never leads to admits no state.
    let never = parse("chance[0:max@a[1,2],1:max@b[1,2]]");
    let game = never.veiled();
    let view = game.view(&never.node_at(&[1]).unwrap(), Seat::FIRST);
    let halt = averaging(&game, &view, &Dealing::new(), &Settings::new()).unwrap_err();
    assert_eq!(halt.cause, Cause::NoState);
}

#[test]
fn the_bounds_are_those_of_the_leaves() {
    let tree = parse("[[3,x],[-2,14]]");
    assert_eq!(tree.deterministic().unwrap().bounds(), Bounds::new(-2, 14));
    assert!(tree.deterministic().unwrap().bounds().contain(Score::new(3)));
}

#[test]
fn the_greatest_and_the_least_value_have_their_best_actions_too() {
    for (text, root) in
        [("[[2147483646],[2147483646],[5]]", Side::Max), ("[[-2147483646],[5],[-2147483646]]", Side::Min)]
    {
        let tree = Tree::parse(text, root).unwrap();
        let game = tree.deterministic().unwrap();
        let decision = alphabeta(&game, &game.initial(), &Settings::new().all_best(true), &mut Silent).unwrap();
        assert_eq!(decision.best.len(), 2, "{text}");
    }
}
