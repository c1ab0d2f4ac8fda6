//! What is in the directory.

use super::{MADE, Row, STORED};
use probity_evidence::Rule;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

pub(super) const ALL: &[Row] = &[
    (Rule::Unreadable, "gone", MADE, |broken| std::fs::remove_dir_all(&broken.0).unwrap()),
    (Rule::Unreadable, "file-itself", MADE, |broken| {
        std::fs::remove_dir_all(&broken.0).unwrap();
        std::fs::write(&broken.0, "not a directory").unwrap();
    }),
    (Rule::NotSealed, "no-manifest-no-sums", STORED, |broken| {
        broken.remove("manifest.json");
        broken.remove("SHA256SUMS");
    }),
    (Rule::NotSealed, "any-directory", MADE, |broken| {
        std::fs::remove_dir_all(&broken.0).unwrap();
        std::fs::create_dir_all(broken.path(".git")).unwrap();
        broken.write("Cargo.toml", "");
    }),
    (Rule::SchemaTooNew, "version-2", STORED, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["schema"] = 2.into();
            manifest["new_field"] = "of a later version".into();
        });
        broken.write("later.json", "{}\n");
        broken.reseal_sums();
    }),
    (Rule::SchemaTooNew, "version-10-to-the-30", MADE, |broken| {
        let version = format!("\"schema\":1{}", "0".repeat(30));
        broken.replace("manifest.json", b"\"schema\":1", version.as_bytes());
        broken.reseal_sums();
    }),
    (Rule::SchemaTooOld, "version-0", STORED, |broken| {
        broken.edit("manifest.json", |manifest| manifest["schema"] = 0.into());
        broken.reseal_sums();
    }),
    (Rule::FileCount, "many-reports", MADE, |broken| {
        for index in 0..65 {
            broken.write(&format!("report/{index}.txt"), "");
        }
        broken.reseal();
    }),
    (Rule::FileCount, "many-files", MADE, |broken| {
        for index in 0..65 {
            broken.write(&format!("{index}.txt"), "");
        }
    }),
    (Rule::FileLink, "settings", MADE, |broken| {
        std::fs::rename(broken.path("settings.json"), broken.0.with_extension("moved")).unwrap();
        symlink(broken.0.with_extension("moved"), broken.path("settings.json")).unwrap();
    }),
    (Rule::FileLink, "manifest", MADE, |broken| {
        std::fs::rename(broken.path("manifest.json"), broken.0.with_extension("moved")).unwrap();
        symlink(broken.0.with_extension("moved"), broken.path("manifest.json")).unwrap();
    }),
    (Rule::FileLink, "report", MADE, |broken| {
        broken.remove("report/summary.txt");
        symlink("../host.json", broken.path("report/summary.txt")).unwrap();
    }),
    (Rule::FileLink, "extra", MADE, |broken| symlink("/", broken.path("root")).unwrap()),
    (Rule::FileType, "fifo", MADE, |broken| {
        broken.remove("runs.jsonl");
        make_fifo(broken, "runs.jsonl");
    }),
    (Rule::FileType, "fifo-manifest", MADE, |broken| {
        broken.remove("manifest.json");
        make_fifo(broken, "manifest.json");
    }),
    (Rule::FileType, "fifo-extra", MADE, |broken| make_fifo(broken, "report/pipe")),
    (Rule::FileType, "socket", MADE, |broken| {
        broken.remove("host.json");
        // The file stays when the listener is gone. Its path may be too long for a socket's
        // address, so it is made under a short name and moved.
        let scratch = tempfile::tempdir().unwrap();
        let socket = scratch.path().join("s");
        drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
        std::fs::rename(socket, broken.path("host.json")).unwrap();
    }),
    (Rule::FileType, "folder", MADE, |broken| {
        broken.remove("host.json");
        std::fs::create_dir(broken.path("host.json")).unwrap();
    }),
    (Rule::FileType, "report-is-a-file", MADE, |broken| {
        std::fs::remove_dir_all(broken.path("report")).unwrap();
        broken.reseal();
        broken.write("report", "");
    }),
    (Rule::FileName, "space", STORED, |broken| broken.write("report/a b.txt", "")),
    (Rule::FileName, "hidden", MADE, |broken| broken.write(".hidden", "")),
    (Rule::FileName, "newline", MADE, |broken| broken.write("report/a\n\u{1b}[2J.txt", "")),
    (Rule::FileName, "not-utf8", MADE, |broken| {
        let name = std::ffi::OsStr::from_bytes(b"report/\xff.txt");
        std::fs::write(broken.0.join(name), "").unwrap();
    }),
    (Rule::FileUnknown, "extra-file", STORED, |broken| broken.write("notes.txt", "extra\n")),
    (Rule::FileUnknown, "empty-report", MADE, |broken| {
        broken.remove("report/summary.txt");
        broken.reseal();
    }),
    (Rule::FileUnknown, "extra-folder", MADE, |broken| {
        std::fs::create_dir(broken.path("more")).unwrap();
    }),
    (Rule::FileTooLarge, "sparse-runs", MADE, |broken| grow(broken, "runs.jsonl")),
    (Rule::FileTooLarge, "sparse-manifest", MADE, |broken| grow(broken, "manifest.json")),
    (Rule::FileTooLarge, "sparse-report", MADE, |broken| grow(broken, "report/summary.txt")),
    (Rule::FileMissing, "host", STORED, |broken| broken.remove("host.json")),
    (Rule::FileMissing, "manifest", MADE, |broken| broken.remove("manifest.json")),
    (Rule::FileMissing, "sums", MADE, |broken| broken.remove("SHA256SUMS")),
    (Rule::FileMissing, "report", MADE, |broken| {
        std::fs::remove_dir_all(broken.path("report")).unwrap();
    }),
];

fn make_fifo(broken: &crate::mutation::Broken, path: &str) {
    let made = std::process::Command::new("mkfifo").arg(broken.path(path)).status();
    assert!(made.unwrap().success());
}

/// 10 GB of nothing, which occupy no space.
fn grow(broken: &crate::mutation::Broken, path: &str) {
    let file = std::fs::File::options().write(true).open(broken.path(path)).unwrap();
    file.set_len(10_000_000_000).unwrap();
}
