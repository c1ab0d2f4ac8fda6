// error: unknown option `sizes`; the options are `args`, `consts`

#[probity::bench(sizes = [1, 2])]
fn sort(n: usize) -> usize {
    n
}

fn main() {}
