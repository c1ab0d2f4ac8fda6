// error: a plain body that may fail is called by one thread; write `b: probity::Bencher`

#[probity::bench(threads = [1, 2])]
fn parse() -> Result<u8, std::num::ParseIntError> {
    "1".parse()
}

fn main() {}
