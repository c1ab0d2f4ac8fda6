// error: there is no parameter `columns`; write `args(rows = [...], kind = [...])`

#[probity::bench(args(columns = [1, 2], kind = ["a"]))]
fn scan(rows: usize, kind: &str) -> usize {
    rows + kind.len()
}

fn main() {}
