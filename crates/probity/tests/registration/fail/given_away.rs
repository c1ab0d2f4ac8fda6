// error: a plain body is called many times, and `String` can be given away only once

#[probity::bench(args = [String::new()])]
fn take(text: String) -> String {
    text
}

fn main() {}
