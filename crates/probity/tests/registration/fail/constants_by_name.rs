// error: each of `consts` is compiled by itself; write them out in brackets, `consts = [A, B]`

const SIZES: [usize; 2] = [1, 2];

#[probity::bench(consts = SIZES)]
fn fill<const N: usize>() -> [u8; N] {
    [0; N]
}

fn main() {}
