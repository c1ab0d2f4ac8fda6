use crate::*;

fn round(observation: &Observation) -> String {
    let json = serde_json::to_string(observation).unwrap();
    assert_eq!(&serde_json::from_str::<Observation>(&json).unwrap(), observation);
    json
}

#[test]
fn observations_have_the_documented_json() {
    let measured = Observation::Measured(Measured {
        value: Value::Integer(12),
        unit: Unit::Nanoseconds,
        quality: Quality::Exact,
        scope: Scope::ProcessAndWaitedDescendants,
        source: "wait4".into(),
    });
    assert_eq!(
        round(&measured),
        r#"{"status":"measured","value":12,"unit":"ns","quality":"exact","scope":"process_and_waited_descendants","source":"wait4"}"#
    );
    let estimated = Observation::Measured(Measured {
        value: Value::Real(1.5),
        unit: Unit::Count,
        quality: Quality::Estimated { enabled_ns: 10, running_ns: 5 },
        scope: Scope::Process,
        source: "perf".into(),
    });
    assert!(round(&estimated).contains(r#""quality":"estimated","enabled_ns":10,"running_ns":5"#));
    let absent = Absence::new(Cause::NoHardware, "no PMU").with_remedy("use a real machine");
    assert_eq!(
        round(&absent.into()),
        r#"{"status":"unavailable","cause":"no_hardware","reason":"no PMU","remedy":"use a real machine"}"#
    );
    let inapplicable = Observation::NotApplicable { reason: "pinned".into() };
    assert_eq!(round(&inapplicable), r#"{"status":"not_applicable","reason":"pinned"}"#);
}

#[test]
fn names_are_the_spellings_of_json() {
    let json = |value: serde_json::Value| value.as_str().unwrap().to_owned();
    use Kind::{Categorical, Counter, Distribution, Duration, Gauge, HighWater};
    for kind in [Counter, Gauge, HighWater, Duration, Distribution, Categorical] {
        assert_eq!(json(serde_json::to_value(kind).unwrap()), kind.name());
    }
    for role in [RunRole::Warmup, RunRole::Timed, RunRole::Null, RunRole::Counted] {
        assert_eq!(json(serde_json::to_value(role).unwrap()), role.name());
    }
}

fn host() -> HostFacts {
    fn unread<T>() -> Fact<T> {
        Fact::Unavailable(Absence::new(Cause::Denied, "unreadable"))
    }
    HostFacts {
        fingerprint: String::new(),
        os: "linux".into(),
        arch: "x86_64".into(),
        kernel: Fact::known("6.18.0".into()),
        cpu_model: Fact::known("A \"fine\" CPU\nos=other".into()),
        cpus_online: Fact::known(2),
        cpus_allowed: Fact::known(1),
        memory_bytes: unread(),
        page_bytes: unread(),
        clock_source: unread(),
        governor: unread(),
        virtual_machine: Fact::known(false),
        perf_event_paranoid: unread(),
        load_1m_hundredths: unread(),
        boot_id: unread(),
        conditions: Conditions::untold(&Absence::new(Cause::Denied, "unreadable")),
    }
}

#[test]
fn the_text_of_a_fingerprint_is_canonical_and_leaves_out_what_is_not_known() {
    let text = host().fingerprint_text();
    assert_eq!(
        text,
        r#"{"arch":"x86_64","cpu_model":"A \"fine\" CPU\nos=other","cpus_online":2,"kernel":"6.18.0","os":"linux","virtual_machine":false}"#
    );
    let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(canonical(&parsed).unwrap(), text.as_bytes());
    let changed = |change: fn(&mut HostFacts)| {
        let mut facts = host();
        change(&mut facts);
        facts.fingerprint_text() != text
    };
    assert!(changed(|facts| facts.memory_bytes = Fact::known(0)));
    assert!(changed(|facts| facts.os = "linux ".into()));
    assert!(!changed(|facts| facts.fingerprint = "f".into()));
    assert!(!changed(|facts| facts.cpus_allowed = Fact::known(2)));
}

#[test]
fn null_and_unknown_fields_are_no_observation() {
    for text in [
        "null",
        "0",
        r#"{"status":"measured","value":null,"unit":"ns","quality":"exact","scope":"process","source":"x"}"#,
        r#"{"status":"unavailable","cause":"denied","reason":"x","value":0}"#,
        r#"{"status":"unavailable","cause":"denied","reason":"x","value":null}"#,
        r#"{"status":"unavailable","cause":"denied","reason":"x","gate":null}"#,
        r#"{"status":"unavailable","cause":"denied","reason":"x","other":1}"#,
        r#"{"status":"not_applicable","reason":"x","remedy":"y"}"#,
        r#"{"status":"not_applicable","reason":"x","reason":"x"}"#,
        r#"{"status":"measured","value":1,"unit":"ns","quality":"estimated","enabled_ns":1,"scope":"process","source":"x"}"#,
        r#"{"status":"measured","value":1,"unit":"ns","quality":"exact","enabled_ns":1,"scope":"process","source":"x"}"#,
        r#"{"status":"measured"}"#,
    ] {
        assert!(serde_json::from_str::<Observation>(text).is_err(), "{text}");
    }
}

#[test]
fn text_keeps_every_byte() {
    for bytes in [&b"plain"[..], b"\xff\x00a", b"", "é\n".as_bytes()] {
        let text = Text::new(bytes);
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text, "{json}");
    }
    assert_eq!(
        serde_json::to_string(&Text::new(b"a\xff")).unwrap(),
        "{\"text\":\"a\u{fffd}\",\"hex\":\"61ff\"}"
    );
    for bad in [
        r#"{"text":"a","hex":"61"}"#,
        r#"{"text":"x","hex":"61ff"}"#,
        r#"{"text":"a","hex":"6"}"#,
        r#"{"text":"a\ufffd","hex":"61FF"}"#,
    ] {
        assert!(serde_json::from_str::<Text>(bad).is_err(), "{bad}");
    }
}

#[test]
fn exits_and_values() {
    assert_eq!(serde_json::to_string(&Exit::Code(3)).unwrap(), r#"{"code":3}"#);
    assert_eq!(serde_json::to_string(&Exit::Signal(9)).unwrap(), r#"{"signal":9}"#);
    assert!(
        Exit::Code(0).is_success() && !Exit::Code(1).is_success() && !Exit::Signal(0).is_success()
    );
    assert_eq!(Value::real(f64::NAN), None);
    assert_eq!(Value::real(f64::INFINITY), None);
    let big = serde_json::to_string(&Value::Integer(u64::MAX)).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&big).unwrap(), Value::Integer(u64::MAX));
}

#[test]
fn canonical_json_sorts_keys_and_refuses_nan() {
    #[derive(serde::Serialize)]
    struct Unsorted {
        b: f64,
        a: u64,
    }
    assert_eq!(
        canonical_line(&Unsorted { b: 0.1, a: u64::MAX }).unwrap(),
        b"{\"a\":18446744073709551615,\"b\":0.1}\n"
    );
    // serde_json turns a NaN into null: the types refuse null on the way back in.
    assert_eq!(canonical(&f64::NAN).unwrap(), b"null");
    assert!(serde_json::from_slice::<f64>(b"null").is_err());
}

#[test]
fn names_of_what_metrics_are_are_the_spellings_of_json() {
    use MetricRole as Role;
    let json = |value: serde_json::Value| value.as_str().unwrap().to_owned();
    let machine = [Role::Energy, Role::Power, Role::Temperature, Role::Frequency, Role::Throttling];
    let own = [Role::Wall, Role::OnCpuMainThread, Role::RunQueueWait, Role::CountedCpuTime];
    for role in own.into_iter().chain(machine) {
        assert_eq!(json(serde_json::to_value(role).unwrap()), role.name());
    }
    for aggregation in [Aggregation::Delta, Aggregation::Boundary] {
        assert_eq!(json(serde_json::to_value(aggregation).unwrap()), aggregation.name());
    }
    for determinism in [Determinism::Exact, Determinism::Varies] {
        assert_eq!(json(serde_json::to_value(determinism).unwrap()), determinism.name());
    }
}

#[test]
fn what_is_observed_unasked_goes_by_meaning_and_by_what_there_is() {
    let report = |role, availability| MetricReport {
        metric: Metric {
            id: MetricId::new("a.metric"),
            unit: Unit::Count,
            kind: Kind::Counter,
            aggregation: Aggregation::Delta,
            class: Class::Diagnostic,
            scope: Scope::System,
            role,
            pass: Pass::Every,
            determinism: Determinism::Varies,
            derivation: None,
            needs: "".into(),
            summary: "".into(),
        },
        requested: false,
        availability,
    };
    let absent = || Availability::Unavailable(Absence::new(Cause::Denied, "shut"));
    let usual = |role| {
        [report(role, Availability::Available), report(role, absent())].map(|it| it.is_usual())
    };
    assert_eq!(usual(MetricRole::Pressure), [true, true], "an absence of it is told");
    assert_eq!(usual(MetricRole::Energy), [true, false]);
    for role in [MetricRole::Temperature, MetricRole::Power, MetricRole::Throttling] {
        assert_eq!(usual(role), [false, false], "{role:?}");
    }
}
