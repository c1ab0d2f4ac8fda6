use super::canonical;
use proptest::prelude::*;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;

/// The canonical form by way of a tree with sorted maps.
fn by_tree(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(&serde_json::to_value(value).unwrap()).unwrap()
}

/// Entries in the order given, keys perhaps twice.
#[derive(Clone, Debug)]
struct Given(Vec<(String, Shape)>);

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Every way in which the types of this crate are written.
#[derive(Clone, Debug, Serialize)]
enum Shape {
    Unit,
    Bool(bool),
    Integer(i64),
    Large(u64),
    Small(u8),
    Real(f64),
    Single(f32),
    Text(String),
    Letter(char),
    Maybe(Option<String>),
    Pair(u8, Box<Shape>),
    Named { zeta: Box<Shape>, alpha: i16, mid: Option<u32> },
    List(Vec<Shape>),
    Map(Given),
    Numbered(BTreeMap<u32, bool>),
    Tagged(Tagged),
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Tagged {
    Flat(Flat),
    Plain { reason: String },
    Nothing,
}

#[derive(Clone, Debug, Serialize)]
struct Flat {
    value: u64,
    #[serde(flatten)]
    more: BTreeMap<String, i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<Unit>,
}

#[derive(Clone, Debug, Serialize)]
struct Unit;

/// Keys that collide, and keys whose escaped form sorts otherwise than they do.
fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{0,2}", "[ -~\u{1}\n\u{7f}\u{e9}\u{10000}\"\\\\]{0,3}"]
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Unit),
        any::<bool>().prop_map(Shape::Bool),
        any::<i64>().prop_map(Shape::Integer),
        any::<u64>().prop_map(Shape::Large),
        any::<u8>().prop_map(Shape::Small),
        any::<f64>().prop_map(Shape::Real),
        any::<f32>().prop_map(Shape::Single),
        any::<String>().prop_map(Shape::Text),
        any::<char>().prop_map(Shape::Letter),
        any::<Option<String>>().prop_map(Shape::Maybe),
        proptest::collection::btree_map(any::<u32>(), any::<bool>(), 0..12)
            .prop_map(Shape::Numbered),
        (any::<u64>(), proptest::collection::btree_map(key(), any::<i32>(), 0..4), any::<bool>())
            .prop_map(|(value, more, b)| {
                Shape::Tagged(Tagged::Flat(Flat { value, more, b: b.then_some(Unit) }))
            }),
        any::<String>().prop_map(|reason| Shape::Tagged(Tagged::Plain { reason })),
        Just(Shape::Tagged(Tagged::Nothing)),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            (any::<u8>(), inner.clone()).prop_map(|(n, shape)| Shape::Pair(n, Box::new(shape))),
            (inner.clone(), any::<i16>(), any::<Option<u32>>()).prop_map(|(zeta, alpha, mid)| {
                Shape::Named { zeta: Box::new(zeta), alpha, mid }
            }),
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Shape::List),
            proptest::collection::vec((key(), inner), 0..6).prop_map(|all| Shape::Map(Given(all))),
        ]
    })
}

proptest! {
    #[test]
    fn it_is_what_a_sorted_tree_gives(shape in shape()) {
        prop_assert_eq!(
            String::from_utf8(canonical(&shape).unwrap()).unwrap(),
            String::from_utf8(by_tree(&shape)).unwrap()
        );
    }
}

#[test]
fn keys_are_sorted_by_what_they_are_and_the_last_of_equals_stays() {
    let entry = |key: &str, number| (key.to_owned(), Shape::Small(number));
    let given = Given(vec![entry("]", 1), entry("\\", 2), entry("[", 3), entry("]", 4)]);
    let text = br#"{"[":{"Small":3},"\\":{"Small":2},"]":{"Small":4}}"#;
    assert_eq!(canonical(&given).unwrap(), text);
    assert_eq!(by_tree(&given), text);
}

#[test]
fn a_key_that_is_no_text_is_refused() {
    let odd = BTreeMap::from([(vec![1_u8], 1)]);
    assert!(canonical(&odd).is_err() && serde_json::to_value(&odd).is_err());
}
