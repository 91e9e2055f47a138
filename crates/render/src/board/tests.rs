//! Tests of boards.

use counterplay_core::Side;
use counterplay_core::picture::{Cell, Drawing, Figure, Grid, Ground, Mark, Material, Part, Piece, Symbol};

use super::*;

fn board() -> Drawing {
    let cell = |name: &str, column, row, piece: Option<(&str, Side)>, mark| Cell {
        name: name.into(),
        column,
        row,
        piece: piece.map(|(text, side)| Piece::new(text, side, Figure::Letters)),
        mark,
        ..Cell::new("", 0, 0)
    };
    Drawing {
        cells: vec![
            cell("a1", 0, 0, Some(("X", Side::Max)), Mark::Last),
            cell("b1", 1, 0, Some(("O", Side::Min)), Mark::None),
            cell("a2", 0, 1, None, Mark::None),
            cell("b2", 1, 1, Some(("<", Side::Max)), Mark::Winning),
        ],
        columns: vec!["a".into(), "b".into()],
        rows: vec!["1".into(), "2".into()],
        notes: vec!["X & O".into()],
        ..Drawing::default()
    }
}

#[test]
fn a_board_in_the_terminal() {
    assert_eq!(board_text(&board()), "  a  b\n1[X] O\n2 . <<>\nX & O\n");
    assert_eq!(board_text(&Drawing::of_text("one\ntwo")), "one\ntwo\n");
}

#[test]
fn a_name_is_written_where_nothing_stands() {
    let cell = |name: &str, column| Cell::new(name, column, 0).dark_and_named();
    let cells = vec![cell("7", 0).figure("B", Side::Max, Figure::King), cell("18", 2).mark(Mark::Last)];
    let board = Drawing { cells, ..Drawing::default() };
    assert_eq!(board_text(&board), " B      [18]\n");
    let svg = board_svg(&board);
    assert!(!svg.contains(">7</text>") && svg.contains(">18</text>") && svg.contains("class=\"crown\""), "{svg}");
}

#[test]
fn the_layers_of_a_board_in_space_stand_apart() {
    let across = [0, 1, 3, 4, 6, 7, 9, 10];
    let cells = across.into_iter().flat_map(|column| (0..2).map(move |row| (column, row)));
    let cells = cells.map(|(column, row)| Cell::new(format!("{column}{row}"), column, row)).collect();
    let columns = ["1", "2", "", "1", "2", "", "1", "2", "", "1", "2"].map(String::from).into();
    let drawing = Drawing { cells, columns, rows: vec!["a".into(), "b".into()], layers: 4, ..Drawing::default() };
    assert!(board_text(&drawing).starts_with("  1  2     1  2     1  2     1  2\na .  .     .  . "));
    // Two beside one another and two below: as wide as high, and no wider than what is on it.
    let svg = board_svg(&drawing);
    let numbers = |name: &str| -> Vec<f64> {
        let value = svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        value.split(' ').map(|number| number.parse().unwrap()).collect()
    };
    assert_eq!(numbers("viewBox"), numbers("data-board"));
    let (board, stacked) = (numbers("data-board"), numbers("data-stack"));
    assert_eq!((board[2], board[3]), (250.0, 250.0));
    assert!(stacked[2] < board[2] && stacked[3] > board[3], "{stacked:?}");
    assert_eq!((svg.matches("class=\"block\"").count(), svg.matches("class=\"field\"").count()), (4, 4));
}

#[test]
fn heat_is_a_number_and_a_shade() {
    let cell = |name: &str, column, heat| Cell { heat, ..Cell::new(name, column, 0) };
    let cells = vec![cell("a", 0, Some(250)), cell("b", 1, Some(4)), cell("c", 2, Some(0)), cell("d", 3, None)];
    let board = Drawing { cells, ..Drawing::default() };
    assert_eq!(board_text(&board), " 25  <1  0   .\n");
    let svg = board_svg(&board);
    assert_eq!((svg.matches("class=\"heat\"").count(), svg.matches("class=\"degree\"").count()), (3, 3));
    assert!(svg.contains("fill-opacity=\"0.75\"") && svg.contains(">&lt;1</text>"), "{svg}");
    assert!(svg.contains("<title>a 25 %</title>"), "{svg}");
}

#[test]
fn a_shot_is_told_apart_by_its_shape() {
    let figures =
        [("o", Figure::Miss), ("X", Figure::Hit), ("X", Figure::Wreck), ("#", Figure::Wreck), ("B", Figure::Ship)];
    let cells =
        (0..).zip(figures).map(|(at, (text, figure))| Cell::new(at.to_string(), at, 0).figure(text, Side::Min, figure));
    let board = Drawing { cells: cells.collect(), ..Drawing::default() };
    assert_eq!(board_text(&board), " o  X  X  #  B\n");
    assert_eq!(spoken(&board), "0 miss, 1 hit, 2 hit, 3 hit and sunk, 4 B");
    let svg = board_svg(&board);
    let count = |what: &str| svg.matches(&format!("class=\"{what}\"")).count();
    assert_eq!((count("splash"), count("blow"), count("sunk"), count("hull")), (1, 3, 1, 3));
}

#[test]
fn a_board_as_svg_is_escaped_and_has_every_cell() {
    let svg = board_svg(&board());
    assert_eq!(svg.matches("data-cell=").count(), 4);
    assert_eq!(svg.matches("class=\"cell last\"").count(), 1);
    assert!(svg.contains(">&lt;</text>") && svg.contains("X &amp; O") && !svg.contains("X & O"));
    assert!(svg.contains("<title>a1 X, b1 O, b2 &lt;, X &amp; O</title>"));
}

#[test]
fn a_pile_lies_on_a_cell_of_several_rows() {
    let point = |name: &str, column, background| Cell::new(name, column, 0).tall(3, background);
    let pile = |cell: Cell, count| cell.pile(count, "X", Side::Max, Figure::Disc);
    let cells = vec![
        pile(point("a", 0, Ground::Up), 2),
        pile(point("b", 1, Ground::Down), 7).mark(Mark::Last),
        point("c", 2, Ground::Square),
        pile(point("d", 3, Ground::Floor), 0),
        point("e", 4, Ground::Down),
    ];
    let below = ["1", "2"].map(String::from).into();
    let board = Drawing { cells, below, ..Drawing::default() };
    assert_eq!(board_text(&board), "   [X] |  |  .\n X  X  |  |\n X  7  |  |\n 1  2\n");
    assert_eq!(spoken(&board), "a 2 X, b 7 X");
    let svg = board_svg(&board);
    let count = |what: &str| svg.matches(what).count();
    assert_eq!((count("class=\"wedge\""), count("class=\"piece max disc\""), count("class=\"number\"")), (3, 5, 1));
    assert_eq!((count(">7</text>"), count("class=\"caption column\""), count("data-cell=")), (1, 2, 5));
}

/// Nine Men's Morris: three squares in one another, with lines between the middles of their sides.
#[test]
fn points_are_joined_by_lines() {
    let mut cells = Vec::new();
    let mut lines = Vec::new();
    let name = |column: u16, row: u16| format!("{}{}", char::from(b'a' + column as u8), 7 - row);
    for ring in 0..3u16 {
        let (low, high) = (ring, 6 - ring);
        let around = [(low, low), (3, low), (high, low), (high, 3), (high, high), (3, high), (low, high), (low, 3)];
        for (at, &(column, row)) in around.iter().enumerate() {
            cells.push(Cell::new(name(column, row), column, row));
            let (next_column, next_row) = around[(at + 1) % 8];
            lines.push([name(column, row), name(next_column, next_row)]);
        }
    }
    for [one, other] in [[(3, 0), (3, 2)], [(6, 3), (4, 3)], [(3, 6), (3, 4)], [(0, 3), (2, 3)]] {
        lines.push([name(one.0, one.1), name(other.0, other.1)]);
    }
    cells[0] = cells[0].clone().figure("B", Side::Max, Figure::Stone);
    cells[9] = cells[9].clone().figure("W", Side::Min, Figure::Stone).mark(Mark::Last);
    let (board, grid) = (Material::Kaya, Grid::Points);
    let morris = Drawing { cells, lines, board, grid, ..Drawing::default() };
    let shown = board_text(&morris);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], " B--------.--------.", "{shown}");
    assert_eq!((lines[1], lines[3]), (" |  .----[W]----.  |", " .--.--.     .--.--."), "{shown}");
    let svg = board_svg(&morris);
    assert_eq!((svg.matches("data-cell=").count(), svg.matches("class=\"star\"").count()), (24, 24));
    let drawn = svg.split("class=\"lines\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(drawn.matches('M').count(), 28);
}

/// A point may stand anywhere, whatever its column and its row are in text.
#[test]
fn a_point_stands_where_the_game_puts_it() {
    let cells = vec![Cell::new("a", 0, 0), Cell::new("b", 1, 0).at(250, -50)];
    let svg = board_svg(&Drawing { cells, grid: Grid::Points, ..Drawing::default() });
    assert!(svg.contains("data-cell=\"b\" data-at=\"120 -24 48 48\""), "{svg}");
}

/// Dots and Boxes: walls between boxes, and who has closed them.
#[test]
fn walls_stand_between_cells() {
    let mut cells = Vec::new();
    for (row, column) in (0..5u16).flat_map(|row| (0..5u16).map(move |column| (row, column))) {
        let cell = Cell::new(format!("{column}.{row}"), column, row);
        match (column % 2, row % 2) {
            (1, 1) if (column, row) == (1, 1) => cells.push(cell.piece("A", Side::Max)),
            (1, 1) => cells.push(cell),
            (1, 0) if column == 1 && row < 4 => cells.push(cell.figure("-", Side::Max, Figure::Wall)),
            (0, 1) if column < 4 && row == 1 => cells.push(cell.figure("|", Side::Min, Figure::Wall)),
            (0, 0) => {}
            _ => cells.push(cell),
        }
    }
    let boxes = Drawing { cells, grid: Grid::Walls, ..Drawing::default() };
    let text = " +  -  +  .  +\n |  A  |     .\n +  -  +  .  +\n .     .     .\n +  .  +  .  +\n";
    assert_eq!(board_text(&boxes), text);
    let svg = board_svg(&boxes);
    let count = |what: &str| svg.matches(what).count();
    assert_eq!((count("class=\"post\""), count("class=\"bar\""), count("class=\"gap\"")), (9, 4, 8));
    // A wall is narrow, a box is not.
    assert!(svg.contains("data-cell=\"1.0\" data-at=\"31 0 48 14\""), "{svg}");
    assert!(svg.contains("data-cell=\"1.1\" data-at=\"31 31 48 48\""), "{svg}");
}

/// Pieces of a game's own on a checkered board, as chess has them.
#[test]
fn a_symbol_is_filled_with_what_the_piece_is_made_of() {
    let rook = Symbol::new(40).path(Part::Body, "M10 34h20v-4l-3-3v-12h3v-8h-20v8h3v12l-3 3z").unwrap();
    let rook = rook.path(Part::Line, "M13 15h14").unwrap().named("rook");
    let cells = (0..4u16).map(|at| {
        let cell = Cell { dark: at % 2 == 1, ..Cell::new(at.to_string(), at, 0) };
        let side = if at < 2 { Side::Max } else { Side::Min };
        cell.figure(if at < 2 { "R" } else { "r" }, side, Figure::Symbol(if at == 3 { 9 } else { 0 }))
    });
    let mut cells: Vec<Cell> = cells.collect();
    cells[2].mark = Mark::Check;
    let sides = Some(["White", "Black"].map(String::from));
    let (board, symbols, near) = (Material::Slate, vec![rook], Some(Side::Max));
    let chess = Drawing { cells, board, symbols, near, sides, ..Drawing::default() };
    assert_eq!(board_text(&chess), " R  R !r! r\n");
    assert_eq!(spoken(&chess), "0 White rook, 1 White rook, 2 Black rook in check, 3 r");
    let svg = board_svg(&chess);
    let count = |what: &str| svg.matches(what).count();
    // A symbol that is not there is its letters.
    assert_eq!((count("piece max symbol"), count("piece min symbol"), count("piece min letters")), (2, 1, 1));
    assert_eq!((count("url(#cp-ebony-round)"), count("url(#cp-ivory-round)")), (2, 1));
    assert_eq!((count("class=\"cell check\""), count(" data-near=\"first\"")), (1, 1));
    assert!(Symbol::new(40).path(Part::Body, "M0 0\"/><script>").is_err());
}

#[test]
fn rows_of_hexagons_lean_and_edges_belong_to_sides() {
    let cells = (0..2u16).flat_map(|row| (0..3u16).map(move |column| Cell::new(format!("{column}{row}"), column, row)));
    let edges = [Some(Side::Max), Some(Side::Min), Some(Side::Max), Some(Side::Min)];
    let hex = Drawing { cells: cells.collect(), grid: Grid::Hexagons, edges, ..Drawing::default() };
    assert_eq!(board_text(&hex), " .   .   .\n   .   .   .\n");
    let svg = board_svg(&hex);
    assert_eq!((svg.matches("<polygon").count(), svg.matches("class=\"edge\"").count()), (6, 4));
    assert!(svg.contains("data-cell=\"01\" data-at=\"24 41.6 "), "{svg}");
}

#[test]
fn every_material_has_all_its_looks() {
    for board in Material::ALL {
        let cell = Cell::new("a", 0, 0).figure("x", Side::Max, Figure::Man);
        let drawing = Drawing { cells: vec![cell], board, ..Drawing::default() };
        let [light, dark, print] = Look::ALL.map(|(_, look)| board_svg_as(&drawing, look));
        assert!(light != dark && light != print, "{board:?}");
        // Print is black, white and grey, without light and shadow.
        assert!(!print.contains("url(") && !print.contains("class=\"shadow\""), "{print}");
        let colours = print.split("=\"#").skip(1).map(|rest| &rest[..6]);
        for colour in colours.filter(|colour| !colour.contains('"')) {
            assert!(colour[..2] == colour[2..4] && colour[2..4] == colour[4..], "{board:?} #{colour}");
        }
        // What a page changes by night it finds in the style sheet.
        let names = light.split(" data-stop=\"").chain(light.split(" data-fill=\"")).skip(1);
        let css = board_css();
        for name in
            names.filter_map(|rest| rest.split('"').next()).filter(|name| name.chars().all(|c| c.is_uppercase()))
        {
            assert!(css.contains(&format!("=\"{name}\"]")), "{name}");
        }
    }
}

#[test]
fn letters_are_explained_by_the_names_of_the_sides() {
    let cell = |name: &str, column, text: &str, side| Cell::new(name, column, 0).figure(text, side, Figure::Disc);
    let cells = vec![cell("a", 0, "X", Side::Max), cell("b", 1, "O", Side::Min)];
    let named =
        |names: [&str; 2]| Drawing { cells: cells.clone(), sides: Some(names.map(String::from)), ..Drawing::default() };
    assert_eq!(board_text(&named(["Black", "White"])), " X  O\nX Black, O White\n");
    assert_eq!(spoken(&named(["Black", "White"])), "a Black, b White");
    assert_eq!(board_text(&named(["X", "O"])), " X  O\n");
}
