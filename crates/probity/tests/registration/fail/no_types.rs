// error: nothing says what `T` is; write `#[probity::bench(types = [A, B])]`

#[probity::bench]
fn make<T: Default>() -> T {
    T::default()
}

fn main() {}
