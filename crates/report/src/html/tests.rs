use super::markup::{Html, element};
use super::policy::base64;
use crate::{Escaped, Phrase};
use probity_model::Text;

#[test]
fn base_64_is_that_of_the_standard() {
    let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
    for (bytes, text) in cases {
        assert_eq!(base64(bytes.as_bytes()), text);
    }
    assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
}

#[test]
fn words_of_strangers_stay_text() {
    let name = Text::from("<b title=\"x\" id='y'>&\x1b\n\u{202e}");
    let shown = Phrase::from("a < b: ").name(&name).html();
    assert_eq!(
        shown.as_str(),
        "a &lt; b: <code>&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\\x1b\\n\\u{202e}</code>"
    );
    let attribute = element("svg").with("aria-label", Html::of(&Escaped::new("\"><script>")));
    assert_eq!(attribute.alone().as_str(), "<svg aria-label=\"&quot;&gt;&lt;script&gt;\"/>");
}

#[test]
fn long_names_are_cut() {
    let shown = Phrase::new().name(&Text::new(vec![b'x'; 1 << 20])).html();
    assert!(shown.as_str().len() < 300 && shown.as_str().contains('…'));
}

#[test]
fn lengths_are_short() {
    let lengths = [0.0, -0.04, 12.0, 12.34, -3.25].map(|value| Html::length(value).to_string());
    assert_eq!(lengths, ["0", "0", "12", "12.3", "-3.2"]);
}
