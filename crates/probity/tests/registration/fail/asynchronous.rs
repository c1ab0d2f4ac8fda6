// error: await inside of `b.iter_async(...)`

#[probity::bench]
async fn fetch() -> usize {
    1
}

fn main() {}
