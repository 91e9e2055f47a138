use counterplay_core::Outcome::{self, Draw, Loss, Win};

use super::{Grade, ReviewScale};
use crate::{Value, Variation};

fn worth(score: f64, outcome: Option<Outcome>) -> Variation {
    Variation { line: Vec::new(), value: Value { score, outcome, ..Value::default() } }
}

#[test]
fn a_proven_change_of_outcome_is_graded_as_such() {
    let scales = [
        ReviewScale::chance(1.0),
        ReviewScale::material("man", "men", 10.0, [0.25, 0.5, 1.0], ""),
        ReviewScale::of_span(2000.0),
    ];
    for scale in scales {
        let grade = |before, after| scale.grade(&worth(1.0, before), &worth(0.5, after), 0.0);
        assert_eq!(grade(Some(Win), Some(Loss)), Grade::Blunder, "{scale:?}");
        assert_eq!(grade(Some(Win), Some(Draw)), Grade::Mistake, "{scale:?}");
        assert_eq!(grade(Some(Draw), Some(Loss)), Grade::Mistake, "{scale:?}");
        assert_eq!(grade(Some(Win), Some(Win)), Grade::Good, "{scale:?}");
        assert_eq!(grade(Some(Loss), Some(Loss)), Grade::Good, "{scale:?}");
    }
    // Where the margin counts, it counts beside the outcome.
    let discs = ReviewScale::margin("disc", "discs", [2.0, 4.0, 8.0], "");
    assert_eq!(discs.grade(&worth(20.0, Some(Win)), &worth(0.0, Some(Draw)), 0.0), Grade::Blunder);
    assert_eq!(discs.grade(&worth(20.0, Some(Win)), &worth(16.0, Some(Win)), 0.0), Grade::Mistake);
    assert_eq!(discs.grade(&worth(2.0, Some(Win)), &worth(0.0, Some(Draw)), 0.0), Grade::Mistake);
}

#[test]
fn the_rest_is_graded_in_the_unit_of_the_game() {
    let points = ReviewScale::margin("point", "points", [0.04, 0.08, 0.16], "");
    let lost = |lost: f64| points.grade(&worth(0.3, None), &worth(0.3 - lost, None), 0.0);
    assert_eq!([0.039, 0.04, 0.08, 0.16].map(lost), [Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder]);
    let men = ReviewScale::material("man", "men", 10.0, [0.25, 0.5, 1.0], "");
    assert_eq!(men.lost(&worth(0.1, None), &worth(0.0, None), 0.0), Some(1.0));
    assert_eq!(men.lost(&worth(1.0, Some(Win)), &worth(-1.0, Some(Loss)), 0.0), None);
    // Who is far ahead has little to lose by a little.
    let chance = ReviewScale::chance(1.0);
    let lost = |from: f64, to: f64| chance.grade(&worth(from, None), &worth(to, None), 0.0);
    assert_eq!((lost(0.2, -0.2), lost(3.2, 2.8)), (Grade::Blunder, Grade::Good));
    assert!((chance.win_chance(1.0, None, 0.0) - 0.88).abs() < 0.001);
}

#[test]
fn amounts_are_told_in_words() {
    let points = ReviewScale::margin("point", "points", [0.04, 0.08, 0.16], "");
    assert_eq!(
        [0.0421, 1.0, 2.55, 18.2].map(|lost| points.words(lost)),
        ["0.042 points", "1 point", "2.5 points", "18 points"]
    );
    assert_eq!(format!("{:>8}|", Grade::Good), "    good|");
    assert!(Grade::Best < Grade::Blunder);
}
