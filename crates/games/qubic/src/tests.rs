use std::collections::HashSet;

use counterplay_core::picture::{Mark, Picture};
use counterplay_core::{Forcing, Game, Notation, Random, Seeded, Side, Symmetric};

use super::{Board, Cell, Qubic};

/// A board after so many random moves, none of which ends the game.
fn midgame(game: &Qubic, plies: u32, random: &mut Seeded) -> Board {
    loop {
        let mut board = game.initial();
        for _ in 0..plies {
            let actions = game.action_list(&board);
            if let Some(at) = random.index(actions.len()) {
                game.apply(&mut board, actions[at]);
            }
        }
        if !game.is_terminal(&board) && (board.x | board.o).count_ones() == plies {
            return board;
        }
    }
}

#[test]
fn the_cube_has_its_lines_and_each_cell_its_share() {
    for (size, count, richest) in [(3u32, 49, 13), (4, 76, 7)] {
        let game = Qubic::new(size).unwrap();
        let lines: HashSet<u64> = game.cube.lines.iter().copied().collect();
        assert_eq!((lines.len(), game.cube.lines.len()), (count, count));
        assert!(lines.iter().all(|line| line.count_ones() == size));
        // Any two lines share one cell at the most.
        for a in &lines {
            assert!(lines.iter().all(|b| a == b || (a & b).count_ones() <= 1));
        }
        let through: Vec<u32> = game.cube.through.iter().map(|lines| lines.count_ones()).collect();
        assert_eq!(through.iter().max(), Some(&richest));
        assert_eq!(through.iter().sum::<u32>(), count as u32 * size);
    }
    // Sixteen cells of the cube of four have seven lines, the others four.
    let game = Qubic::default();
    let rich = game.cube.through.iter().filter(|lines| lines.count_ones() == 7).count();
    assert_eq!((rich, Qubic::new(5).is_err()), (16, true));
}

#[test]
fn symmetries_take_lines_to_lines_and_all_images_have_one_key() {
    for (size, count) in [(3, 48), (4, 192)] {
        let game = Qubic::new(size).unwrap();
        let lines: HashSet<u64> = game.cube.lines.iter().copied().collect();
        let distinct: HashSet<&[u8; 64]> = game.cube.symmetries.iter().collect();
        assert_eq!((game.symmetries(), distinct.len()), (count, count as usize));
        for symmetry in 0..count {
            let image: HashSet<u64> =
                lines.iter().map(|&line| game.image(&Board { x: line, o: 0 }, symmetry).x).collect();
            assert_eq!(image, lines, "{symmetry}");
        }
        let mut random = Seeded::new(u64::from(size));
        for plies in 0..16 {
            let board = midgame(&game, plies, &mut random);
            let (key, _) = game.representative(&board);
            for symmetry in 0..count {
                assert_eq!(game.representative(&game.image(&board, symmetry)).0, key, "{board:?}");
            }
        }
    }
}

#[test]
fn cells_are_layer_row_and_column() {
    let game = Qubic::default();
    let board = game.initial();
    let words: Vec<String> = [0, 3, 4, 16, 63].map(|cell| game.action_text(&board, Cell(cell))).into();
    assert_eq!(words, ["1a1", "1a4", "1b1", "2a1", "4d4"]);
    let text = game.position_text(&game.result(&board, Cell(17)));
    assert_eq!(text, "----------------/-X--------------/----------------/----------------");
    assert_eq!(game.parse_position(&text), Ok(Board { x: 1 << 17, o: 0 }));
    let wrong = |text: &str| Qubic::new(3).unwrap().parse_position(text).unwrap_err().message;
    assert!(wrong("XX").contains("expected 27 cells"));
    assert!(wrong(&"X".repeat(27)).contains("X begins"));
    assert!(wrong("XXXOO---- O-------- ---------").contains("X has a line, but O moved"));
    assert!(wrong("XXXOOO--- --------- ---------").contains("both"));
    assert!(wrong("XXXOO-XXX OO-O----- ---------").contains("no single move"));
}

#[test]
fn the_winning_line_is_marked() {
    let game = Qubic::default();
    let (diagonal, edge) = (1 | 1 << 21 | 1 << 42 | 1 << 63, 1 << 1 | 1 << 2 | 1 << 3);
    let drawing = game.picture(&Board { x: diagonal, o: edge }, Some(Cell(63)));
    let marked: Vec<&str> =
        drawing.cells.iter().filter(|cell| cell.mark == Mark::Winning).map(|cell| cell.name.as_str()).collect();
    assert_eq!(marked, ["1a1", "2b2", "3c3", "4d4"]);
    assert_eq!((drawing.layers, drawing.cells.len(), drawing.columns.len()), (4, 64, 19));
}

/// What is said of threats is what the rules say: each is checked move by move.
#[test]
fn a_threat_leaves_the_answer_that_it_is_said_to_leave() {
    for size in Qubic::SIZES {
        let game = Qubic::new(size).unwrap();
        let wins = |board: &Board| {
            let mut winning = game.action_list(board);
            winning.retain(|&action| game.is_won(&game.result(board, action)));
            winning
        };
        let mut random = Seeded::new(9);
        let mut seen = 0;
        for round in 0..2000 {
            let board = midgame(&game, 4 + round % if size == 3 { 8 } else { 30 }, &mut random);
            let side = if board.mover() == counterplay_core::Seat::FIRST { Side::Max } else { Side::Min };
            let mut threats = Vec::new();
            game.threats(&game.field(&board, side), &mut threats);
            for threat in threats {
                let next = game.result(&board, threat.action);
                if game.is_won(&next) {
                    assert_eq!(threat.answer, None);
                    continue;
                }
                assert_eq!(wins(&next), [], "the opponent must not win at once");
                // After each reply the attacker wins at once, but for the answer.
                for reply in game.action_list(&next) {
                    let after = wins(&game.result(&next, reply));
                    assert_eq!(after.is_empty(), Some(reply) == threat.answer, "{board:?} {threat:?} {reply:?}");
                }
                seen += 1;
            }
        }
        assert!(seen > 200, "{seen}");
    }
}
