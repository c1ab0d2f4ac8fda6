// error: this method takes 1 argument but 0 arguments were supplied

#[probity::bench]
fn sort(b: probity::Bencher) {
    b.iter();
}

fn main() {}
