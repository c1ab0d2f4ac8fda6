// error: the function is not generic over what `types` lists; write `fn …<T>(…)`

#[probity::bench(types = [u8, u16])]
fn make() -> u8 {
    0
}

fn main() {}
