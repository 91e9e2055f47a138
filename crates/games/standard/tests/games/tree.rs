//! Trees of searches behind the catalog.

use counterplay_api::{Declined, Method, Request, SearchError, TreeSearch};
use counterplay_core::trace::{Node, Status};
use counterplay_core::{Limit, Limits};

fn to_depth(depth: u32, most: u64) -> Request {
    let limits = Limits { nodes: Some(most), ..Limits::default() };
    Request { depth: Some(depth), limits, ..Request::default() }
}

#[test]
fn every_search_has_the_same_value_and_cuts_more_than_the_one_before() {
    let catalog = counterplay_standard::catalog();
    for (name, text, depth) in
        [("tictactoe", "XX-OO----", 5), ("connect4", "", 4), ("checkers", "B:W21,22,23,K6:B9,10,12,K30", 4)]
    {
        let game = catalog.game(name, &[]).unwrap();
        let position = if text.is_empty() { game.start() } else { game.read(text).unwrap() };
        let seen = [TreeSearch::Minimax, TreeSearch::Alphabeta, TreeSearch::Engine]
            .map(|search| position.tree(&Method::new(search), &to_depth(depth, 100_000)).unwrap());
        let visited = seen.each_ref().map(|seen| seen.nodes.iter().filter(|node| node.order.is_some()).count());
        assert!(visited[0] > visited[1] && visited[1] >= visited[2], "{name}: {visited:?}");
        for tree in &seen[1..] {
            assert_eq!(tree.nodes[0].value, seen[0].nodes[0].value, "{name}");
            assert!(tree.cut_edges().all(|at| tree.nodes[at].children.is_empty()));
        }
        let hits = seen.each_ref().map(|seen| seen.nodes.iter().filter(|node| node.table_hit).count());
        assert!(hits[0] + hits[1] == 0 && hits[2] > 0, "{name}: {hits:?}");
    }
}

#[test]
fn actions_have_their_words_and_states_their_boards() {
    let game = counterplay_standard::catalog().game("checkers", &[]).unwrap();
    let position = game.start();
    let seen = position.tree(&Method::new(TreeSearch::Alphabeta), &to_depth(4, 100_000)).unwrap();
    let deepest = seen.nodes.iter().position(|node| node.ply == 4).unwrap();
    let mut line: Vec<&Node> =
        std::iter::successors(Some(deepest), |&at| seen.nodes[at].parent).map(|at| &seen.nodes[at]).collect();
    line.reverse();
    let mut played = position.copy();
    line[1..].iter().for_each(|node| played.play(node.action.as_deref().unwrap()).unwrap());
    let numbers: Vec<u32> = line[1..].iter().map(|node| node.number).collect();
    assert_eq!(position.board_after(&numbers).unwrap().cells, played.board(None).cells);
    assert!(position.board_after(&[99]).is_none() && position.board_after(&[0]).is_none());
    assert!(seen.nodes.iter().all(|node| node.status != Status::NotReached));
}

#[test]
fn a_tree_that_is_too_large_is_refused_and_so_is_one_with_chance_or_secrets() {
    let catalog = counterplay_standard::catalog();
    let tree = |name: &str, most: u64| {
        let position = catalog.game(name, &[]).unwrap().start();
        position.tree(&Method::new(TreeSearch::Minimax), &to_depth(3, most)).map(drop)
    };
    assert!(matches!(tree("connect4", 100), Err(SearchError::Stopped(Limit::Nodes))));
    for name in ["pig", "kuhn"] {
        assert!(matches!(tree(name, 100), Err(SearchError::Declined(Declined::NoSearchTree))));
    }
}
