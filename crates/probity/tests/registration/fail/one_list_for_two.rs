// error: `scan` has 2 parameters; write values for each, `args(rows = [...], kind = [...])`

#[probity::bench(args = [1, 2])]
fn scan(rows: usize, kind: &str) -> usize {
    rows + kind.len()
}

fn main() {}
