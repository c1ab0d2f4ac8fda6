// error: `Size` has no text to tell its case from others

#[derive(Clone, Copy)]
struct Size;

#[probity::bench(args = [Size])]
fn sort(size: Size) -> Size {
    size
}

fn main() {}
