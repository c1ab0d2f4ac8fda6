use super::{Throughput, Wishes};
use probity_harness::{Bencher, Mode};
use std::time::Duration;

#[test]
fn a_group_overrides_what_it_belongs_to() {
    let (mut outer, mut inner) = (Wishes::default(), Wishes::default());
    outer.sample_size(100);
    outer.noise_threshold(0.05);
    outer.warm_up_time(Duration::from_secs(3));
    inner.sample_size(10);
    inner.measurement_time(Duration::from_secs(1));
    let wish = inner.or(outer);
    assert_eq!(wish.samples.map(|samples| samples.get()), Some(10));
    assert_eq!(wish.limit, Some(0.05));
    assert_eq!(wish.warm_up_time, Some(Duration::from_secs(3)));
    assert_eq!(wish.measurement_time, Some(Duration::from_secs(1)));
    assert_eq!(wish.significance_level, None);
}

#[test]
fn what_makes_no_sense_asks_for_nothing() {
    let mut wishes = Wishes::default();
    wishes.sample_size(0);
    wishes.noise_threshold(0.0);
    wishes.significance_level(f64::NAN);
    let wish = wishes.or(Wishes::default());
    assert_eq!((wish.samples, wish.limit, wish.significance_level), (None, None, None));
}

#[test]
fn each_kind_has_its_units() {
    let units = |throughput: Throughput| -> Vec<(String, u64)> {
        let (bencher, slot) = Bencher::new(Mode::Once);
        throughput.told(bencher).iter(|| ());
        let said = slot.take().unwrap().throughput;
        said.into_iter().map(|one| (one.units, one.amount)).collect()
    };
    let bytes = |n| ("bytes".to_owned(), n);
    let items = |n| ("items".to_owned(), n);
    assert_eq!(units(Throughput::Bits(8)), [("bits".to_owned(), 8)]);
    assert_eq!(units(Throughput::Bytes(3)), [bytes(3)]);
    assert_eq!(units(Throughput::BytesDecimal(3)), [bytes(3)]);
    assert_eq!(units(Throughput::Elements(4)), [items(4)]);
    let both = Throughput::ElementsAndBytes { elements: 4, bytes: 32 };
    assert_eq!(units(both), [items(4), bytes(32)]);
}
