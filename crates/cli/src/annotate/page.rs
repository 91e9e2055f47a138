//! Review page of a game, for a browser: a curve of the values, the errors with their boards, and every move.
//!
//! The page needs nothing but itself: no script, no font, no other file. Boards and curves are those of the one
//! renderer.

use std::fmt::Write;

use counterplay_api::review::{Grade, Judged, Review};
use counterplay_api::{AnyPosition, Outcome, Variation};
use counterplay_core::{Note, Proof, Seat};
use counterplay_render::chart::{Axis, Chart, Series};
use counterplay_render::{Escaped, board_svg};

use super::{Reviewed, counts, errors, row, said_elsewhere, scale_line, unclaimed};
use crate::report_text::{shortened, side, value_words};

/// Style sheet of the page.
const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1,h2{line-height:1.2}\
section.error{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:center;border-top:1px solid #ccc;padding:1rem 0}\
section.error svg{width:20rem;height:auto}section.error div{flex:1 1 20rem}table{border-collapse:collapse}\
th,td{text-align:left;padding:.15rem .8rem .15rem 0;border-bottom:1px solid #ddd}td.number,th.number{text-align:right}\
tr.mistake,tr.blunder{font-weight:bold}.blunder .grade{color:#a40000}.mistake .grade{color:#8c4a00}\
figure{margin:0;overflow-x:auto}svg{max-width:100%}@media print{section.error{break-inside:avoid}}";

/// Page of the games of a file.
pub(super) fn page(title: &str, games: &[Reviewed]) -> String {
    let what = if let [_] = games { "a game judged".to_owned() } else { format!("{} games judged", games.len()) };
    let title = Escaped(title).to_string();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: {what}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}: {what}</h1>\n"
    );
    for Reviewed { heading, told, game, review } in games {
        if let Some(heading) = heading {
            let _ = writeln!(page, "<h1>{}</h1>", Escaped(heading));
        }
        for sentence in told {
            let _ = writeln!(page, "<p>{}</p>", Escaped(sentence));
        }
        if let (Some(position), Some(review)) = (&game.position, review) {
            game_section(&mut page, position.as_ref(), review, &game.notes);
        }
    }
    page.push_str("<p>~ is not proven.</p>\n</body>\n</html>\n");
    page
}

/// What there is to say of a reviewed game; `position` is where it ended.
fn game_section(page: &mut String, position: &dyn AnyPosition, review: &Review, notes: &[Note]) {
    let judged = &review.judged;
    for seat in Seat::PAIR {
        let _ = writeln!(page, "<p>{}</p>", Escaped(&counts(review, position, seat)));
    }
    let _ = writeln!(page, "<p>{}</p>", Escaped(&scale_line(review)));
    for sentence in
        (proven_ending(review, position).into_iter().chain(unclaimed(judged))).chain(said_elsewhere(review, notes))
    {
        let _ = writeln!(page, "<p>{}</p>", Escaped(&sentence));
    }
    if judged.len() > 1 {
        let _ = writeln!(page, "<h2>Values</h2>\n<figure>{}</figure>", curve(position, judged).svg());
    }
    let _ = writeln!(page, "<h2>Errors, the largest first</h2>");
    let errors = errors(judged);
    if errors.is_empty() {
        page.push_str("<p>There are none.</p>\n");
    }
    for judged in errors {
        error(page, position, judged);
    }
    page.push_str("<h2>All moves</h2>\n");
    table(page, review, position, notes);
    let _ = writeln!(page, "<h2>The end</h2>\n<figure>{}</figure>", board_svg(&position.board(None)));
}

/// Chart of the value before each move, for the first seat.
fn curve(position: &dyn AnyPosition, judged: &[Judged]) -> Chart {
    let even = position.even();
    let for_first = |judged: &Judged, value: &Variation| {
        if judged.by == Seat::FIRST { value.value.score } else { 2.0 * even - value.value.score }
    };
    let mut points: Vec<(f64, f64)> =
        judged.iter().map(|judged| (judged.ply as f64 - 1.0, for_first(judged, &judged.judgement.value))).collect();
    // The last move leads to what it is worth.
    points.extend(judged.last().map(|last| (last.ply as f64, for_first(last, &last.judgement.played))));
    let ends = [points.first(), points.last()].into_iter().flatten().map(|&(ply, _)| (ply, even)).collect::<Vec<_>>();
    Chart {
        title: format!("What the game was worth to {}", side(position, Seat::FIRST)),
        x: Axis::linear("moves played"),
        y: Axis::linear("value"),
        series: vec![Series::new("value", points)],
        references: vec![Series::new("even", ends)],
    }
}

/// Sentence about the ply from which on the end of the game was proven.
fn proven_ending(review: &Review, position: &dyn AnyPosition) -> Option<String> {
    let judged = &review.judged;
    let unproven = judged.iter().rposition(|judged| judged.judgement.value.value.proof != Proof::Exact);
    let first = judged.get(unproven.map_or(0, |at| at + 1))?;
    let by = side(position, first.by);
    let end = match first.judgement.value.value.outcome? {
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Win => format!("won for {by}"),
        Outcome::Loss => format!("lost for {by}"),
    };
    Some(format!("Before move {} the game was {end}, and from there on all values are proven.", first.ply))
}

/// Section of an error: the board before it, what was played, and what was better.
fn error(page: &mut String, position: &dyn AnyPosition, judged: &Judged) {
    let found = &judged.judgement;
    let before = position.at(judged.ply - 1);
    let about = if found.exact { "" } else { "~" };
    let worth =
        |line: &Variation| value_words(line.value.score, line.value.proof, line.value.outcome, line.value.plies);
    let _ = writeln!(
        page,
        "<section class=\"error {grade}\">{board}<div><h3>Move {ply}, {by}: {action}, \
         <span class=\"grade\">{about}{grade}</span></h3>\
         <p>{sentence}.</p><p>Best: {best}</p><p>Worth {value}: {better}</p>\
         <p>Played, worth {played}: {line}</p></div></section>",
        grade = found.grade,
        board = board_svg(&before.board(Some(judged.by))),
        ply = judged.ply,
        by = side(position, judged.by),
        action = Escaped(&found.action),
        sentence = Escaped(&found.sentence()),
        best = Escaped(&found.best.join(" ")),
        value = worth(&found.value),
        better = Escaped(&shortened(&found.value.line)),
        played = worth(&found.played),
        line = Escaped(&shortened(&found.played.line)),
    );
}

/// Table of all moves, one in a row.
fn table(page: &mut String, review: &Review, position: &dyn AnyPosition, notes: &[Note]) {
    let said = if notes.is_empty() { "" } else { "<th>the file says" };
    let _ = writeln!(
        page,
        "<table>\n<tr><th class=\"number\">ply<th>by<th>move<th>grade<th class=\"number\">lost\
         <th class=\"number\">value<th>best{said}</tr>",
    );
    for judged in &review.judged {
        let class = if judged.judgement.grade > Grade::Good { judged.judgement.grade.as_str() } else { "fine" };
        let _ = write!(page, "<tr class=\"{class}\">");
        for (column, cell) in row(judged, position, notes).iter().enumerate() {
            let class = match column {
                0 | 4 | 5 => " class=\"number\"",
                3 => " class=\"grade\"",
                _ => "",
            };
            let _ = write!(page, "<td{class}>{}", Escaped(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
}
