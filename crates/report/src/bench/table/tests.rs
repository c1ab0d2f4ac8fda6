use super::cells::{Cell, column};
use crate::phrase::Phrase;
use crate::quantity::Scale;
use probity_model::{Unit, Value};

#[test]
fn points_stand_under_points_where_all_have_one_unit() {
    let cell = |value: f64| {
        let scale = Scale::of(Unit::NanosecondsPerIteration, value);
        Cell::Numbers(vec![scale.figure(Value::Real(value))], scale.name().into())
    };
    let shown = |values: &[f64]| {
        let cells = values.iter().map(|value| cell(*value)).collect();
        let column = column(Phrase::new(), "", cells);
        let cells = column.cells.iter().map(|cell| cell.terminal().to_string());
        cells.collect::<Vec<_>>()
    };
    assert_eq!(shown(&[1.5, 123.25]), ["  1.500 ns", "123.2   ns"]);
    assert_eq!(shown(&[1.5, 1_500_000_000.0, 123.25]), ["1.500 ns", "1.500 s ", "123.2 ns"]);
}
