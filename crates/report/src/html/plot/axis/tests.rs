use super::*;

fn words(axis: &Axis) -> Vec<&str> {
    axis.ticks.iter().map(|(_, word)| word.as_str()).collect()
}

#[test]
fn ticks_are_round() {
    let place = [0.0, 100.0];
    assert_eq!(words(&Axis::linear([0.0, 1.0], place, 4)), ["0.0", "0.5", "1.0"]);
    assert_eq!(words(&Axis::linear([12.31, 12.48], place, 4)), ["12.35", "12.40", "12.45"]);
    assert_eq!(words(&Axis::linear([0.0, 120.0], place, 4)), ["0", "50", "100"]);
    assert_eq!(words(&Axis::ratios([0.96, 1.05], place)), ["0.95", "1.00", "1.05"]);
    assert_eq!(words(&Axis::ratios([0.5, 8.0], place)), ["0.5", "1", "2", "5", "10"]);
    let wide = Axis::ratios([1e-9, 1e9], place);
    assert!((3..=9).contains(&wide.ticks.len()), "{wide:?}");
}

#[test]
fn a_constant_has_an_axis_too() {
    for value in [0.0, 7.0, 1e12] {
        let axis = Axis::widened([value, value], [10.0, 110.0], 4);
        assert!(axis.holds(value) && !axis.ticks.is_empty(), "{axis:?}");
        assert!((10.0..=110.0).contains(&axis.place(value)), "{axis:?}");
    }
}

#[test]
fn places_follow_the_numbers() {
    let axis = Axis::linear([0.0, 10.0], [50.0, 0.0], 4);
    assert_eq!([0.0, 5.0, 10.0, 99.0].map(|value| axis.place(value)), [50.0, 25.0, 0.0, 0.0]);
    let axis = Axis::ratios([0.25, 4.0], [0.0, 100.0]);
    assert!((axis.place(1.0) - 50.0).abs() < 1e-9);
    let (half, double) = (axis.place(0.5), axis.place(2.0));
    assert!((half + double - 100.0).abs() < 1e-9);
}

#[test]
fn the_logarithm_is_one() {
    for value in [1e-300, 0.1, 0.5, 1.0, 1.999_999, 3.0, 1e10, 1e300] {
        assert!((log2(value) - value.log2()).abs() < 1e-10, "{value}");
    }
}
