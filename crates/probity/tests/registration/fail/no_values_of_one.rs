// error: `kind` has no values; write `args(kind = [...], ...)` with them

#[probity::bench(args(rows = [1, 2]))]
fn scan(rows: usize, kind: &str) -> usize {
    rows + kind.len()
}

fn main() {}
