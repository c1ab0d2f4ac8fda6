// error: nothing says what `N` is; write `#[probity::bench(consts = [A, B])]`

#[probity::bench]
fn fill<const N: usize>() -> [u8; N] {
    [0; N]
}

fn main() {}
