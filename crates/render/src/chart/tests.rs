use super::*;

fn chart(y: Axis, series: Vec<Series>) -> Chart {
    Chart { title: "Nodes & more".into(), x: Axis::linear("depth m"), y, series, references: vec![] }
}

fn logarithmic(series: Vec<Series>) -> Chart {
    chart(Axis::logarithmic("nodes"), series)
}

fn linear(series: Vec<Series>) -> Chart {
    chart(Axis::linear("nodes"), series)
}

/// Reads the picture as XML: elements are closed in order, attributes are quoted, no number is missing. Gives it back.
fn checked(chart: &Chart) -> String {
    let picture = chart.svg();
    let mut open = Vec::new();
    for piece in picture.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag has an end");
        assert!(!text.contains('>') && text.split('&').skip(1).all(|entity| entity.contains(';')), "{piece}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{piece}");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let outside: String = tag.split('"').step_by(2).collect();
        assert_eq!(outside.matches('=').count(), tag.matches('"').count() / 2, "{tag}");
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    assert_eq!(picture, chart.svg(), "the same data give the same bytes");
    picture
}

fn count(picture: &str, class: &str) -> usize {
    picture.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn a_chart_has_its_lines_names_and_words() {
    let mut chart = logarithmic(vec![
        Series::new("minimax", [(1.0, 10.0), (2.0, 82.0), (3.0, 586.0)]),
        Series::new("alphabeta", [(1.0, 10.0), (2.0, 40.0), (3.0, 200.0)]),
    ]);
    chart.references = vec![Series::new("b^{m}, b = 8", [(1.0, 8.0), (3.0, 512.0)])];
    let picture = checked(&chart);
    assert_eq!((count(&picture, "series"), count(&picture, "reference")), (2, 1));
    assert!(picture.contains("<title>Nodes &amp; more</title>"));
    assert!(picture.contains(
        "<desc>nodes on a logarithmic scale against depth m: minimax from 10 at 1 to 586 at 3; \
         alphabeta from 10 at 1 to 200 at 3; b^m, b = 8 from 8 at 1 to 512 at 3.</desc>"
    ));
    let order =
        [">minimax</text>", "<tspan dy=\"6\">, b = 8</tspan>", ">alphabeta</text>"].map(|name| picture.find(name));
    assert!(order.is_sorted() && order[0].is_some(), "the names are in the order of the ends");
}

#[test]
fn zero_has_no_place_on_a_logarithmic_axis_and_leaves_a_gap() {
    let points = [(1.0, 1.0), (2.0, 1.0), (3.0, 0.0), (4.0, 1.0), (5.0, f64::NAN), (6.0, 1.0), (7.0, 10.0)];
    let picture = checked(&logarithmic(vec![Series::new("a", points)]));
    let line = picture.lines().find(|line| line.starts_with("<g class=\"series\"")).unwrap();
    let path = line.split("d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(path.matches('M').count(), 2, "before the first gap and after the second");
    assert_eq!(line.matches("a4.6").count(), 2 * 5, "a marker for each point that has a place");
    checked(&logarithmic(vec![Series::new("ones", [(1.0, 1.0), (2.0, 1.0)])]));
    assert_eq!(count(&checked(&logarithmic(vec![Series::new("zeros", [(1.0, 0.0)])])), "series"), 0);
}

#[test]
fn one_point_is_enough_and_none_is_no_harm() {
    for value in [0.0, 1.0, -3.5, 7.0, 1e12] {
        let picture = checked(&linear(vec![Series::new("a", [(5.0, value)])]));
        assert_eq!(count(&picture, "series"), 1);
        assert!(picture.contains(&format!("a {} at 5.</desc>", crate::number::decimal(value))));
    }
    checked(&logarithmic(vec![Series::new("a", [(5.0, 1.0)])]));
    for chart in [linear(vec![]), logarithmic(vec![])] {
        assert!(checked(&chart).contains("there are no points to show"));
    }
}

#[test]
fn series_without_points_are_left_out_and_take_no_pen() {
    let full = || Series::new("full", [(1.0, 2.0), (2.0, 3.0)]);
    let with_empty = linear(vec![Series::new("empty", []), full(), Series::new("nan", [(f64::NAN, 1.0)])]);
    assert_eq!(checked(&with_empty), linear(vec![full()]).svg());
}

#[test]
fn many_series_differ_and_their_names_are_apart() {
    let series = |at: i32| Series::new(format!("search {at}"), (1..=9).map(|x| (f64::from(x), f64::from(at + x))));
    for count in [10, 40] {
        let picture = checked(&logarithmic((0..count).map(series).collect()));
        let legend = &picture[picture.find("<g class=\"legend\"").unwrap()..];
        let names: Vec<f64> = legend
            .lines()
            .filter(|line| line.starts_with("<text"))
            .map(|line| line.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(names.len(), count as usize);
        assert!(names.windows(2).all(|pair| pair[1] - pair[0] > 20.0), "{names:?}");
        let mut styles: Vec<&str> =
            legend.lines().filter_map(|line| line.split("h44\"").nth(1)?.split("/>").next()).collect();
        styles.sort_unstable();
        styles.dedup();
        assert_eq!(styles.len(), count as usize, "colour and dashes");
    }
}

#[test]
fn huge_values_have_short_numbers() {
    let huge = |y| Series::new("a", [(1.0, 1.0), (2.0, y)]);
    assert!(
        checked(&logarithmic(vec![huge(1e12)])).contains(">10<tspan dy=\"-5.6\" font-size=\"10.5\">12</tspan></text>")
    );
    assert!(
        checked(&linear(vec![huge(1e12)])).contains(">0.2·10<tspan dy=\"-5.6\" font-size=\"10.5\">12</tspan></text>")
    );
    for y in [1e99, f64::MAX, f64::INFINITY] {
        checked(&linear(vec![huge(y), huge(-y)]));
        checked(&logarithmic(vec![huge(y), huge(1.0 / y)]));
    }
}

#[test]
fn a_line_of_many_points_is_not_all_markers() {
    let points = (0..10_000).map(|x| (f64::from(x), 1.0 / f64::from(x + 1)));
    let mut chart = logarithmic(vec![Series::new("exploitability", points)]);
    let markers = |chart: &Chart| checked(chart).matches("a4.6 4.6 0 0 1 9.2 0").count();
    assert!((10..60).contains(&markers(&chart)));
    chart.x = Axis::logarithmic("iterations");
    assert!((10..60).contains(&markers(&chart)));
}

#[test]
fn names_cannot_break_out_and_long_ones_have_room() {
    let name = "<script>alert(\"1\")</script>&'\u{1b}^{<b>}";
    let mut chart = linear(vec![Series::new(name, [(1.0, 1.0), (2.0, 2.0)])]);
    chart.title = name.repeat(20);
    chart.references = chart.series.clone();
    let picture = checked(&chart);
    assert!(!picture.contains("<script") && !picture.contains("<b>"));
    assert!(!picture.contains("width=\"900\""), "the picture is as wide as its title");
}
