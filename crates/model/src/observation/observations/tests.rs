use super::*;
use crate::{Cause, canonical};

fn measured(value: Value, quality: Quality) -> Observation {
    let (unit, scope, source) = (Unit::Count, Scope::Window, "a test".to_owned());
    Observation::Measured(Measured { value, unit, quality, scope, source })
}

/// One of each kind, not in the order of the ids.
fn some() -> BTreeMap<MetricId, Observation> {
    let estimated = Quality::Estimated { enabled_ns: 7, running_ns: 5 };
    [
        (MetricId::new("d.real"), measured(Value::Real(0.25), Quality::Exact)),
        (MetricId::new("b.absent"), Observation::unavailable(Cause::Busy, "somebody has it")),
        (MetricId::new("a.estimate"), measured(Value::Integer(3), estimated)),
        (MetricId::new("e.none"), Observation::NotApplicable { reason: "no thread".into() }),
        (MetricId::new("c.exact"), measured(Value::Integer(u64::MAX), Quality::Exact)),
    ]
    .into()
}

#[test]
fn what_is_kept_apart_reads_as_what_was_given() {
    let kept = Observations::from(some());
    let read: BTreeMap<MetricId, Observation> =
        kept.iter().map(|(id, observed)| (id.clone(), observed.to_observation())).collect();
    assert_eq!(read, some());
    for (id, observation) in some() {
        let observed = kept.get(&id).unwrap();
        assert_eq!(observed.to_observation(), observation);
        assert_eq!(canonical(&observed).unwrap(), canonical(&observation).unwrap());
    }
    for place in 0..7 {
        for (near, (id, _)) in some().iter().enumerate() {
            let mut found = place;
            assert_eq!(kept.get_near(id, &mut found), kept.get(id));
            assert_eq!(found, near);
        }
    }
    assert_eq!(kept.get(&MetricId::new("b.other")), None);
    assert_eq!(kept.metrics().collect::<Vec<_>>(), some().keys().collect::<Vec<_>>());
}

#[test]
fn the_json_is_that_of_a_map() {
    let json = canonical(&some()).unwrap();
    assert_eq!(canonical(&Observations::from(some())).unwrap(), json);
    let read: Observations = serde_json::from_slice(&json).unwrap();
    assert_eq!(read, Observations::from(some()));
}

#[test]
fn numbers_stand_in_the_order_of_the_canonical_form() {
    let kept = Observations::from(some());
    assert_eq!(kept.numbers(), [7, 5, 3, u64::MAX, 0.25_f64.to_bits()]);
    let other = kept.with_numbers(&[9, 8, 4, 0, 1.5_f64.to_bits()]).unwrap();
    let mut expected = some();
    let estimated = Quality::Estimated { enabled_ns: 9, running_ns: 8 };
    expected.insert(MetricId::new("a.estimate"), measured(Value::Integer(4), estimated));
    expected.insert(MetricId::new("c.exact"), measured(Value::Integer(0), Quality::Exact));
    expected.insert(MetricId::new("d.real"), measured(Value::Real(1.5), Quality::Exact));
    assert_eq!(other, Observations::from(expected));
    assert_eq!(kept.with_numbers(&[1, 2, 3, 4]), None);
}

#[test]
fn words_are_shared_where_they_are_the_same() {
    let kept = Observations::from(some());
    let mut same = Observations::from(some()).with_numbers(&[1, 1, 1, 1, 1]).unwrap();
    let before = same.clone();
    assert!(same.share_words(&kept));
    assert_eq!(same, before);
    assert!(Arc::ptr_eq(&same.words, &kept.words));
    let mut other = kept.clone();
    other.insert(MetricId::new("c.exact"), measured(Value::Real(1.0), Quality::Exact));
    assert!(!other.share_words(&kept), "a real is spelt otherwise than an integer");
    assert!(!Arc::ptr_eq(&other.words, &kept.words));
}

#[test]
fn an_observation_takes_the_place_of_the_one_there_is() {
    let mut kept = Observations::from(some());
    let absent = Observation::unavailable(Cause::Lost, "gone");
    kept.insert(MetricId::new("a.estimate"), absent.clone());
    kept.extend([(MetricId::new("f.new"), absent.clone())]);
    let mut expected = some();
    expected.insert(MetricId::new("a.estimate"), absent.clone());
    expected.insert(MetricId::new("f.new"), absent);
    assert_eq!(kept, Observations::from(expected));
}
