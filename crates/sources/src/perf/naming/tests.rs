use super::device::{Device, Reach, cpus};
use super::format::Format;
use super::library::{encoded, table};
use super::selector::{EventName, event_name, parse, term};
use probity_model::Cause;
use probity_sys::counter::{Encoding, LibraryError};

fn named(selector: &str) -> [String; 2] {
    match parse(selector) {
        Some(Ok(named)) => [named.id.to_string(), named.selector],
        other => panic!("{selector}: {other:?}"),
    }
}

#[test]
fn names_have_one_spelling_and_an_id_of_words() {
    for (selector, id, spelling) in [
        ("perf.raw.r1C2", "perf.raw.r1c2", "perf.raw.r1c2"),
        ("perf.raw.r00c0", "perf.raw.rc0", "perf.raw.rc0"),
        ("perf.raw.rffffffffffffffff", "perf.raw.rffffffffffffffff", "perf.raw.rffffffffffffffff"),
        ("perf.raw.r1c2:u", "perf.raw.r1c2.user", "perf.raw.r1c2:u"),
        ("perf.raw.r1c2:k", "perf.raw.r1c2.kernel", "perf.raw.r1c2:k"),
        ("msr/tsc/", "pmu.msr.tsc", "msr/tsc/"),
        ("power/energy-pkg/", "pmu.power.energy_pkg", "power/energy-pkg/"),
        ("cpu/LLC-load-misses/u", "pmu.cpu.llc_load_misses.user", "cpu/LLC-load-misses/u"),
        (
            "cpu/event=192,umask=0X1/k",
            "pmu.cpu.event_0xc0.umask_0x1.kernel",
            "cpu/event=0xc0,umask=0x1/k",
        ),
        ("pfm.RETIRED_INSTRUCTIONS", "pfm.retired_instructions", "pfm.RETIRED_INSTRUCTIONS"),
        (
            "pfm.skl::INST_RETIRED:ANY:c=1",
            "pfm.skl.inst_retired.any.c_1",
            "pfm.skl::INST_RETIRED:ANY:c=1",
        ),
        ("pfm.X:0x1", "pfm.x.x0x1", "pfm.X:0x1"),
    ] {
        assert_eq!(named(selector), [id, spelling].map(str::to_owned), "{selector}");
        assert_eq!(named(spelling), named(selector), "a spelling is its own");
    }
}

#[test]
fn what_is_written_like_an_event_and_is_none_says_why() {
    for (selector, says) in [
        ("perf.raw.1c2", "hexadecimal"),
        ("perf.raw.r", "hexadecimal"),
        ("perf.raw.r11112222333344445", "1 to 16"),
        ("perf.raw.r+1", "hexadecimal"),
        ("perf.raw.r1:x", "may stand u"),
        ("perf.raw.*", "hexadecimal"),
        ("msr/tsc", "two slashes"),
        ("msr/tsc/u/", "two slashes"),
        ("/tsc/", "name of a PMU"),
        ("../tsc/", "name of a PMU"),
        ("msr//", "no term"),
        ("msr/a=b/", "no number"),
        ("msr/a=-1/", "no number"),
        ("msr/a=+1/", "no number"),
        ("msr/a=0x+1/", "no number"),
        ("msr/a=0x10000000000000000/", "no number"),
        ("msr/1a/", "no term"),
        ("msr/tsc/uk", "may stand u"),
        ("pfm.", "letters, digits"),
        ("pfm.a b", "letters, digits"),
        ("pmu.msr.tsc", "PMU/event/"),
    ] {
        let refused = parse(selector).unwrap_or_else(|| panic!("{selector} is no event"));
        let reason = refused.expect_err(selector);
        assert!(reason.contains(says), "{selector}: {reason}");
    }
    let long = format!("pfm.{}", "a".repeat(200));
    assert!(parse(&long).is_some_and(|refused| refused.is_err()), "an id has a bound");
    for other in ["perf.cycles", "perf.*", "all", "", "perf.rawr1"] {
        assert_eq!(event_name(other), None, "{other}");
    }
}

#[test]
fn values_fill_the_bits_of_their_format_from_the_lowest() {
    let put = |format: &str, value, words: [u64; 4]| {
        let mut words = words;
        Format::parse(format).unwrap().put(&mut words, value).map(|()| words)
    };
    assert_eq!(put("config:0-7\n", 0xc0, [0; 4]), Ok([0xc0, 0, 0, 0]));
    assert_eq!(put("config:8-15", 1, [0xc0, 0, 0, 0]), Ok([0x1c0, 0, 0, 0]));
    // AMD's event select has its upper bits elsewhere.
    assert_eq!(put("config:0-7,32-35", 0x1c2, [0; 4]), Ok([0x1_0000_00c2, 0, 0, 0]));
    assert_eq!(put("config:32-35,0-7", 0x1c2, [0; 4]), Ok([0x1_0000_00c2, 0, 0, 0]), "as perf");
    assert_eq!(put("config:0,3,5", 0b111, [0; 4]), Ok([0b10_1001, 0, 0, 0]));
    assert_eq!(put("config1:0-63", u64::MAX, [0; 4]), Ok([0, u64::MAX, 0, 0]));
    assert_eq!(put("config3:63", 1, [7; 4]), Ok([7, 7, 7, 7 | 1 << 63]));
    assert_eq!(put("config:0-7", 1, [0xff, 0, 0, 0]), Ok([1, 0, 0, 0]), "over what was there");
    assert_eq!(put("config:0-7", 0x100, [0; 4]), Err(8));
    assert_eq!(put("config:0-7,32-35", 0x1000, [0; 4]), Err(12));
    for broken in ["", "config", "config:", "config:8-7", "config:64", "config9:0", "config:a"] {
        assert_eq!(Format::parse(broken), None, "{broken}");
    }
}

#[test]
fn terms_and_lists_of_cpus_are_read_whole_or_not_at_all() {
    let read = term("umask=0x1f").unwrap();
    assert_eq!((read.name.as_str(), read.value), ("umask", Some(0x1f)));
    assert_eq!(term("inv").unwrap().value, None);
    assert_eq!(cpus("0-2,8"), Some(vec![0, 1, 2, 8]));
    for broken in ["", "0-", "2-1", "0,", "a", "0-4294967295"] {
        assert_eq!(cpus(broken), None, "{broken}");
    }
}

#[test]
fn a_pmu_is_of_tasks_of_some_cores_or_of_the_machine() {
    let root = probity_host::root::Root::at(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/hosts/hybrid-x86"
    ));
    let read = |name| Device::read(&root, name).unwrap();
    assert_eq!(read("msr").reach, Reach::Tasks);
    assert_eq!((read("cpu_atom").reach, read("cpu_atom").number), (Reach::TasksOn(vec![2, 3]), 10));
    assert_eq!(read("uncore_imc_0").reach, Reach::System(vec![0, 2]));
    let cores: Vec<String> =
        Device::hybrid_cores(&root).into_iter().map(|core| core.name).collect();
    assert_eq!(cores, ["cpu_atom", "cpu_core"]);
    assert!(read("cpu_core").is_core() && !read("power").is_core());
    assert_eq!(Device::numbered(&root, 22).unwrap().name, "power");
    assert_eq!(Device::numbered(&root, 99), None);
    // A machine that shows nothing.
    let bare = probity_host::root::Root::at(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(Device::read(&bare, "msr").unwrap_err().cause, Cause::NoKernelSupport);
    assert!(Device::hybrid_cores(&bare).is_empty());
}

fn cpuinfo(vendor: &str, family: u32, model: u32) -> String {
    format!("processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: {family}\nmodel\t\t: {model}\n\n")
}

#[test]
fn the_table_of_a_cpu_is_known_by_its_numbers() {
    for (vendor, family, model, expected) in [
        ("AuthenticAMD", 23, 0x01, Some("amd64_fam17h_zen1")),
        ("AuthenticAMD", 23, 0x31, Some("amd64_fam17h_zen2")),
        ("AuthenticAMD", 25, 0x21, Some("amd64_fam19h_zen3")),
        ("AuthenticAMD", 25, 0x11, Some("amd64_fam19h_zen4")),
        ("AuthenticAMD", 25, 0x61, Some("amd64_fam19h_zen4")),
        ("AuthenticAMD", 26, 0x44, Some("amd64_fam1ah_zen5")),
        ("AuthenticAMD", 26, 0x50, None),
        ("GenuineIntel", 6, 0x8f, Some("spr")),
        ("GenuineIntel", 6, 0x01, None),
        ("GenuineIntel", 15, 0x8f, None),
        ("Other", 25, 0x61, None),
    ] {
        assert_eq!(
            table(&cpuinfo(vendor, family, model)),
            expected,
            "{vendor} {family} {model:#x}"
        );
    }
    assert_eq!(table("CPU implementer\t: 0x41\n"), None);
}

#[test]
fn a_name_is_looked_for_in_the_table_of_the_cpu_where_the_library_has_none() {
    let zen4 = cpuinfo("AuthenticAMD", 25, 0x61);
    let knows = |known: &'static str| {
        move |name: &str| match name == known {
            true => Ok(Encoding {
                name: name.to_owned(),
                is_present: !name.contains("::"),
                ..Encoding::default()
            }),
            false => Err(LibraryError::NotFound),
        }
    };
    let found = encoded("X", &zen4, knows("amd64_fam19h_zen4::X")).unwrap();
    assert_eq!(found.name, "amd64_fam19h_zen4::X");
    assert_eq!(encoded("X", &zen4, knows("X")).unwrap().name, "X", "its own answer first");
    let absence = encoded("skl::X", &zen4, knows("amd64_fam19h_zen4::skl::X")).unwrap_err();
    assert_eq!(absence.cause, Cause::NoHardware, "a table that was named is not replaced");
    let absence = encoded("skl::X", &zen4, knows("skl::X")).unwrap_err();
    assert_eq!(absence.reason, "skl::X is an event of another CPU", "its numbers mean others here");
    for (error, cause) in [
        (LibraryError::StaticBuild, Cause::NotImplemented),
        (LibraryError::Missing("gone".into()), Cause::ToolMissing),
        (LibraryError::Foreign("odd".into()), Cause::ToolMissing),
        (LibraryError::Refused("no such umask".into()), Cause::NoHardware),
    ] {
        let absence = encoded("X", &zen4, |_| Err(error.clone())).unwrap_err();
        assert_eq!(absence.cause, cause, "{absence}");
        assert!(absence.remedy.is_some(), "{absence}");
    }
    let dropping = Encoding { is_present: true, rest: vec!["precise_ip"], ..Encoding::default() };
    let absence = encoded("X", &zen4, |_| Ok(dropping.clone())).unwrap_err();
    assert!(absence.reason.contains("something else would be counted: precise_ip"), "{absence}");
}

#[test]
fn a_name_is_read_as_it_is_meant() {
    let name = |selector| event_name(selector).and_then(Result::ok);
    assert!(matches!(name("perf.raw.r1"), Some(EventName::Raw { config: 1, .. })));
    assert!(matches!(name("msr/tsc/"), Some(EventName::Pmu { .. })));
    assert!(matches!(name("pfm.X"), Some(EventName::Library { .. })));
}
