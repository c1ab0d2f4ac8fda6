// error: a method cannot be registered

struct Table(u8);

impl Table {
    #[probity::bench]
    fn scan(&self) -> u8 {
        self.0
    }
}

fn main() {}
