//! JSON.

use super::{MADE, Row, STORED};
use probity_evidence::Rule;
use serde_json::Value;

pub(super) const ALL: &[Row] = &[
    (Rule::JsonLine, "pretty", STORED, |broken| {
        let value: Value = serde_json::from_slice(&broken.read("host.json")).unwrap();
        broken.write("host.json", serde_json::to_string_pretty(&value).unwrap() + "\n");
        broken.reseal();
    }),
    (Rule::JsonLine, "no-newline", MADE, |broken| {
        let mut bytes = broken.read("runs.jsonl");
        bytes.pop();
        broken.write("runs.jsonl", bytes);
        broken.reseal();
    }),
    (Rule::JsonLine, "empty", MADE, |broken| {
        broken.write("cohort.json", "");
        broken.reseal();
    }),
    (Rule::JsonLine, "too-long", MADE, |broken| {
        broken.edit_run(0, |run| run["stderr_tail"] = "x".repeat(1 << 20).into());
        broken.reseal();
    }),
    (Rule::JsonUtf8, "name", STORED, |broken| {
        broken.replace("host.json", b"Example", b"Examp\xffe");
        broken.reseal();
    }),
    (Rule::JsonDepth, "nested", STORED, |broken| {
        let deep = format!("{}{}", "[".repeat(17), "]".repeat(17));
        broken.replace("capabilities.json", b"{", format!("{{\"a\":{deep},").as_bytes());
        broken.reseal();
    }),
    (Rule::JsonDepth, "stack", MADE, |broken| {
        broken.write("capabilities.json", "[".repeat(1 << 19) + "\n");
        broken.reseal();
    }),
    (Rule::JsonSyntax, "nan", STORED, |broken| {
        broken.replace("settings.json", b"0.01", b"NaN");
        broken.reseal();
    }),
    (Rule::JsonSyntax, "comma", MADE, |broken| {
        broken.replace("runs.jsonl", b"}}", b"},}");
        broken.reseal();
    }),
    (Rule::JsonSyntax, "empty-line", MADE, |broken| {
        broken.write("runs.jsonl", [&broken.read("runs.jsonl")[..], b"\n"].concat());
        broken.reseal();
    }),
    (Rule::JsonSyntax, "infinite", MADE, |broken| {
        broken.replace("settings.json", b"0.01", b"1e999");
        broken.reseal();
    }),
    (Rule::JsonDuplicateKey, "host", STORED, |broken| {
        broken.replace("host.json", b"{", b"{\"arch\":\"other\",");
        broken.reseal();
    }),
    (Rule::JsonDuplicateKey, "observation", MADE, |broken| {
        broken.replace("runs.jsonl", b"\"pid\":", b"\"pid\":1,\"pid\":");
        broken.reseal();
    }),
    (Rule::JsonDuplicateKey, "manifest", MADE, |broken| {
        broken.replace("manifest.json", b"{", b"{\"kind\":\"stat\",");
        broken.reseal_sums();
    }),
    (Rule::JsonType, "null-value", STORED, |broken| {
        broken.edit_run(0, |run| run["observations"]["time.wall"]["value"] = Value::Null);
        broken.reseal();
    }),
    (Rule::JsonType, "unknown-field", MADE, |broken| {
        broken.edit("cohort.json", |cohort| cohort["comment"] = "new".into());
        broken.reseal();
    }),
    (Rule::JsonType, "unknown-cause", MADE, |broken| {
        broken.replace("runs.jsonl", b"no_kernel_support", b"no_kernel_suppost");
        broken.reseal();
    }),
    (Rule::JsonType, "too-big", MADE, |broken| {
        broken.replace(
            "runs.jsonl",
            b"\"start_ticks\":900",
            b"\"start_ticks\":99999999999999999999",
        );
        broken.reseal();
    }),
    (Rule::JsonType, "hex-of-utf8", MADE, |broken| {
        broken.edit("settings.json", |settings| {
            settings["cases"][0]["name"] = serde_json::json!({"text": "a", "hex": "61"});
        });
        broken.reseal();
    }),
    (Rule::JsonCanonical, "space", STORED, |broken| {
        broken.replace("host.json", b":", b": ");
        broken.reseal();
    }),
    (Rule::JsonCanonical, "escape", MADE, |broken| {
        broken.replace("host.json", b"linux", b"lin\\u0075x");
        broken.reseal();
    }),
    (Rule::JsonCanonical, "float", MADE, |broken| {
        broken.replace("settings.json", b"0.01", b"0.010");
        broken.reseal();
    }),
    (Rule::JsonCanonical, "order", MADE, |broken| {
        broken.replace(
            "runs.jsonl",
            b"\"pid\":4000,\"start_ticks\":900",
            b"\"start_ticks\":900,\"pid\":4000",
        );
        broken.reseal();
    }),
    (Rule::JsonCanonical, "field-in-known-fact", MADE, |broken| {
        broken.edit("host.json", |host| host["kernel"]["note"] = "ignored".into());
        broken.reseal();
    }),
    (Rule::JsonCanonical, "leading-space", MADE, |broken| {
        broken.write("host.json", [&b" "[..], &broken.read("host.json")].concat());
        broken.reseal();
    }),
];
