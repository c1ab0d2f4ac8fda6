// error: only a function can be a benchmark; put it on a `fn`

#[probity::bench]
struct Table;

fn main() {}
