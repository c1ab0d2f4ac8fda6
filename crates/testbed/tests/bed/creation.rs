//! The creator on this architecture.

use crate::guest::{User, document};

/// Above what a program of two pages that the creator created takes, and below what the launcher's
/// pages would add.
const BOUND: u64 = 400 << 10;

pub(crate) fn pages() {
    for user in [User::Root, User::Plain] {
        let words = ["stat", "-r", "5", "--json", "-", "--", "loop-500000"];
        let document = document(user, &words);
        let peak = &document["cases"][0]["summary"]["mem.peak_rss"];
        println!("{user:?}: {peak}");
        assert!(peak["min"].as_u64().is_some_and(|bytes| 0 < bytes && bytes < BOUND), "{peak}");
    }
}
