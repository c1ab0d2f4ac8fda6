//! The reading and the writing, on tokens made from text. `«` and `»` stand for the brackets that
//! nobody sees.

mod lexer;

use crate::function::Function;
use crate::registration::{Expansion, expand};
use crate::template::Template;
use crate::token::{Grammar, Shape, Token, parts, text};
use lexer::{lex, unlex};

fn expanded(options: &str, item: &str) -> Expansion<String> {
    expand(&lex(options), &lex(item))
}

/// The registration as text, its holes filled and without the white space of its layout.
fn registered(options: &str, item: &str) -> String {
    match expanded(options, item).registration {
        Err(refusal) => panic!("{options} on {item}: {}", refusal.message),
        Ok(template) => {
            let mut code = String::new();
            write(&template, &lex(&template.text), &mut code);
            code
        }
    }
}

fn write(template: &Template<String>, tokens: &[Token<String>], code: &mut String) {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    for token in tokens {
        let filling = token.word().and_then(|word| template.filling(word));
        let source = filling.map_or_else(|| token.source.clone(), unlex);
        if code.ends_with(is_word) && source.starts_with(is_word) {
            code.push(' ');
        }
        match &token.shape {
            Shape::Group(_, inner) => {
                code.push_str(&source[..1]);
                write(template, inner, code);
                code.push_str(&source[source.len() - 1..]);
            }
            _ => code.push_str(&source),
        }
    }
}

#[test]
fn misuse_is_refused_at_its_token() {
    for (options, item, at, message) in [
        ("", "fn f(n: usize) {}", Some("n"), "`#[probity::bench(args = [...])]`"),
        ("", "fn f(b: Bencher, a: u8, c: u8) {}", Some("a"), "args(a = [...], c = [...])"),
        ("args = [1]", "fn f(a: u8, c: u8) {}", Some("args"), "`args(a = [...], c = [...])`"),
        ("args = [1]", "fn f() {}", Some("args"), "`f` has no parameter"),
        ("args(n = [1])", "fn f(b: Bencher) {}", Some("args"), "`f` has no parameter"),
        ("args(n = [1])", "fn f(m: u8) {}", Some("n"), "no parameter `n`; write `args = [...]`"),
        ("args(n = [1])", "fn f(n: u8, m: u8) {}", Some("args"), "`m` has no values"),
        ("args(n = [1], n = [2])", "fn f(n: u8) {}", Some("n"), "given twice"),
        ("args(a = [1])", "fn f(a: u8, (c, d): (u8, u8)) {}", Some("args"), "has no name"),
        ("args", "fn f(n: u8) {}", Some("args"), "write `args = …`"),
        ("args[1]", "fn f(n: u8) {}", Some("args"), "write `args = [1, 2]` or"),
        ("args()", "fn f(n: u8) {}", Some("()"), "`args` is empty"),
        ("args(1)", "fn f(n: u8) {}", Some("1"), "a parameter's name is missing"),
        ("args = []", "fn f(n: u8) {}", Some("[]"), "`args` is empty"),
        ("types = []", "fn f<T>() {}", Some("[]"), "`types` is empty"),
        ("types = ALL", "fn f<T>() {}", Some("ALL"), "in brackets, `types = [A, B]`"),
        ("types = [u8,,u8]", "fn f<T>() {}", Some("[u8,,u8]"), "two commas"),
        ("types = [u8]", "fn f() {}", Some("types"), "write `fn …<T>(…)`"),
        ("consts = [1]", "fn f<T>() {}", Some("T"), "`#[probity::bench(types = [A, B])]`"),
        ("consts = [1]", "fn f() {}", Some("consts"), "write `fn …<const N: usize>(…)`"),
        ("", "fn f<const N: usize>() {}", Some("N"), "`#[probity::bench(consts = [A, B])]`"),
        ("types = [u8]", "fn f<A, B>() {}", Some("B"), "fills one parameter"),
        ("sizes = 1", "fn f() {}", Some("sizes"), "unknown option `sizes`; the options are"),
        ("1", "fn f() {}", Some("1"), "an option begins with its name"),
        (",", "fn f() {}", None, "two commas"),
        ("ignore, ignore", "fn f() {}", Some("ignore"), "`ignore` is given twice"),
        ("ignore", "#[ignore] fn f() {}", Some("ignore"), "`ignore` is given twice"),
        ("", "#[ignore] #[ignore] fn f() {}", Some("[ignore]"), "`ignore` is given twice"),
        ("ignore = 1", "fn f() {}", Some("1"), "write `ignore = \"…\"`"),
        ("name = other", "fn f() {}", Some("other"), "write `name = \"…\"`"),
        ("name = \" \"", "fn f() {}", Some("\" \""), "the name is empty"),
        ("threads = [1]", "fn f() -> Result<A, B> {}", Some("threads"), "`b.iter_parallel`"),
        ("threads = []", "fn f(b: Bencher) {}", Some("[]"), "`threads` is empty"),
        ("", "async fn f() {}", Some("async"), "`b.iter_async(...)`"),
        ("", "pub unsafe fn f() {}", Some("unsafe"), "write a safe function"),
        ("", "fn f(&self) {}", Some("&"), "a method cannot be registered"),
        ("", "fn f(mut self: Box<Self>) {}", Some("mut"), "a method cannot be registered"),
        ("", "fn f(b: &mut Bencher) {}", Some("&"), "the bencher is taken by value"),
        ("", "fn f(b: &'a p::Bencher) {}", Some("&"), "the bencher is taken by value"),
        ("args = [1]", "fn f(n: u8, b: Bencher) {}", Some("b"), "it comes first"),
        ("args = [1]", "fn f(n: &mut u8) {}", Some("&"), "by value or by `&`"),
        ("", "struct S;", None, "only a function"),
    ] {
        let refusal = expanded(options, item).registration.expect_err(item);
        assert!(refusal.message.contains(message), "{options} on {item}: {}", refusal.message);
        assert_eq!(refusal.at.as_deref(), at, "{options} on {item}");
    }
}

#[test]
fn the_bencher_and_the_result_are_told_by_their_names() {
    for (item, takes_bencher, is_fallible) in [
        ("fn f() {}", false, false),
        ("pub(crate) const fn f(b: Bencher,) -> Measured {}", true, false),
        ("extern \"C\" fn f(mut b: probity::Bencher) {}", true, false),
        ("fn f(#[allow(x)] b: ::a::Bencher) -> Result<(), E> where E: X {}", true, true),
        ("fn f(b: «probity::Bencher») -> «io::Result<u8>» {}", true, true),
        ("fn f() -> std::io::Result<Vec<u8>> {}", false, true),
        ("fn f() -> Result<[u8; { 1 }], Box<dyn Fn(u8) -> u8>> {}", false, true),
        ("fn f() -> Foo<{ 1 }>::Result<u8> {}", false, false),
        ("fn f() -> Option<Result<u8, u8>> {}", false, false),
        ("fn f() -> &'static Result<u8, u8> {}", false, false),
        ("fn f() -> Results {}", false, false),
        ("fn f() where Result<u8, u8>: X {}", false, false),
        ("fn f(b: dyn Bencher) {}", false, false),
        ("fn f(b: Bencher<u8>) {}", true, false),
        ("fn f(b: (Bencher)) {}", false, false),
    ] {
        let function = Function::read(&lex(item)).unwrap();
        assert_eq!(function.takes_bencher, takes_bencher, "{item}");
        assert_eq!(function.is_fallible, is_fallible, "{item}");
    }
}

#[test]
fn generics_are_told_apart() {
    let item = "fn f<'a, T: Fn(u8) -> Vec<u8>, const N: [u8; 2] = 1>(x: Map<T, [u8; N]>, y: u8) {}";
    let function = Function::read(&lex(item)).unwrap();
    let names: Vec<_> = function.generics.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["T", "N"]);
    let parameters: Vec<_> = function.parameters.iter().map(|one| one.name.as_deref()).collect();
    assert_eq!(parameters, [Some("x"), Some("y")]);
}

#[test]
fn commas_in_brackets_separate_nothing() {
    let parts = |text: &str, grammar| {
        let tokens = lex(text);
        parts(&tokens, grammar).into_iter().map(crate::token::text).collect::<Vec<_>>()
    };
    for (text, types, expressions) in [
        ("", vec![], vec![]),
        ("a, b,", vec!["a", "b"], vec!["a", "b"]),
        ("A<B, C>, D", vec!["A<B,C>", "D"], vec!["A<B", "C>", "D"]),
        ("a::<B, C>(), d", vec!["a::<B,C>()", "d"], vec!["a::<B,C>()", "d"]),
        ("<A as X<B, C>>::d, e", vec!["<A as X<B,C>>::d", "e"], vec!["<A as X<B,C>>::d", "e"]),
        (
            "a = <A as X<B, C>>::d, e",
            vec!["a=<A as X<B,C>>::d", "e"],
            vec!["a=<A as X<B,C>>::d", "e"],
        ),
        ("dyn Fn(A) -> B, C", vec!["dyn Fn(A)->B", "C"], vec!["dyn Fn(A)->B", "C"]),
        ("X<fn(A) -> B, C>, D", vec!["X<fn(A)->B,C>", "D"], vec!["X<fn(A)->B", "C>", "D"]),
        ("a::<fn(A) -> B, C>, D", vec!["a::<fn(A)->B,C>", "D"], vec!["a::<fn(A)->B,C>", "D"]),
        ("(a, b), [c, d]", vec!["(a,b)", "[c,d]"], vec!["(a,b)", "[c,d]"]),
    ] {
        assert_eq!(parts(text, Grammar::Types), types, "{text}");
        assert_eq!(parts(text, Grammar::Expressions), expressions, "{text}");
    }
    assert_eq!(parts("1 < 2, 3 > 2, 1 >> 2", Grammar::Expressions), ["1<2", "3>2", "1>>2"]);
}

#[test]
fn types_are_written_without_superfluous_spaces() {
    for (given, written) in [
        ("Vec < u8 >", "Vec<u8>"),
        ("HashMap<String, [u8; 4]>", "HashMap<String,[u8;4]>"),
        ("&'static str", "&'static str"),
        ("Box<dyn Fn(u8) -> u8 + Send>", "Box<dyn Fn(u8)->u8+Send>"),
        ("*const T", "*const T"),
        ("«std::string::String»", "std::string::String"),
    ] {
        assert_eq!(text(&lex(given)), written);
    }
}

#[test]
fn the_item_is_kept_but_for_what_the_compiler_knows_of_tests_only() {
    for (item, kept) in [
        ("pub fn f() {}", "pub fn f () {}"),
        ("«#[inline] fn f() {}»", "# [inline] fn f () {}"),
        ("#[doc = \"x\"] #[ignore] #[inline] fn f() {}", "# [doc = \"x\"] # [inline] fn f () {}"),
        ("#[cfg_attr(miri, ignore = \"slow\")] fn f() {}", "fn f () {}"),
        ("#[cfg_attr(miri, inline)] fn f() {}", "# [cfg_attr(miri, inline)] fn f () {}"),
        ("#[cfg(unix)] fn f() {}", "# [cfg(unix)] fn f () {}"),
        // What is refused is kept as well: its own errors are told beside ours.
        ("struct S;", "struct S ;"),
    ] {
        let sources: Vec<_> =
            expanded("", item).item.into_iter().map(|token| token.source).collect();
        assert_eq!(unlex(&sources), kept);
    }
}

#[test]
fn a_registration_says_what_was_said() {
    for (options, item, parts) in [
        (
            "",
            "fn f() {}",
            &["function:\"f\"", "ignored:__probity::None", "use::probity::__private as __probity;"]
                [..],
        ),
        ("", "fn r#type() {}", &["function:\"type\"", "move||r#type()"]),
        ("name = \"o p\"", "fn f() {}", &["function:\"o p\""]),
        ("crate = some::path", "fn f() {}", &["use some : : path::__private"]),
        ("ignore", "fn f() {}", &["ignored:__probity::Some(\"\")"]),
        ("ignore = \"why\"", "fn f() {}", &["ignored:__probity::Some(\"why\")"]),
        ("", "#[ignore = \"why\"] fn f() {}", &["ignored:__probity::Some(\"why\")"]),
        (
            "",
            "#[cfg_attr(miri, ignore)] fn f() {}",
            &["ignored:if::core::cfg!(miri){__probity::Some(\"\")}else{__probity::None}"],
        ),
        ("", "#[cfg(unix)] fn f() {}", &["# [cfg(unix)]const _:()"]),
    ] {
        let code = registered(options, item);
        for part in parts {
            assert!(code.contains(part), "{options} on {item}: {part} is not in {code}");
        }
    }
}

#[test]
fn a_name_may_be_of_the_marks_of_a_raw_string() {
    for name in ["r", "#", "r#"] {
        let code = registered(&format!("name = \"{name}\""), "fn f() {}");
        assert!(code.contains(&format!("function:\"{name}\"")), "{name}: {code}");
    }
}

#[test]
fn the_body_is_called_as_it_is_written() {
    for (options, item, body) in [
        ("", "fn f() {}", "settle(bencher.iter_plain(move||f()))"),
        ("", "fn f() -> Result<u8, u8> {}", "settle(bencher.iter_fallible(move||f()))"),
        ("threads = X", "fn f() {}", "settle(bencher.iter_parallel(move||f()))"),
        ("threads = X", "fn f(b: Bencher) {}", "settle(f(bencher))"),
        ("", "fn f(b: Bencher) -> Result<(), u8> {}", "settle(f(bencher))"),
        ("args = X", "fn f(b: Bencher, n: u8) {}", "let arg0:u8=__probity::pass(arg0)"),
        ("args = X", "fn f(b: Bencher, n: u8) {}", "settle(f(bencher,arg0))"),
        ("args = X", "fn f(b: Bencher, n: &u8) {}", "settle(f(bencher,&arg0))"),
        ("args = X", "fn f(b: Bencher, n: impl Y) {}", "settle(f(bencher,arg0))"),
        ("args = X", "fn f(n: u8) {}", "f(__probity::black_box(__probity::again(arg0)))"),
        ("args = X", "fn f(n: &u8) {}", "f(__probity::black_box(arg0))"),
        ("args(b = X, a = Y)", "fn f(a: &u8, b: &u8) {}", "f(__probity::black_box(arg0),__pro"),
        ("types = [u8], args = X", "fn f<T>(n: T) {}", "let arg0=__probity::pass(arg0)"),
        ("types = [u8]", "fn f<T>() {}", "f::<u8>()"),
        ("consts = [1 + 1]", "fn f<const N: u8>() {}", "f::<{1 + 1}>()"),
        ("types = [u8], consts = [1]", "fn f<const N: u8, T>() {}", "f::<{1},u8>()"),
    ] {
        let code = registered(options, item);
        assert!(code.contains(body), "{options} on {item}: {body} is not in {code}");
    }
}

#[test]
fn dimensions_are_nested_in_their_order() {
    let item = "fn f<const N: u8, T>(b: Bencher, rows: u8, kind: &str) {}";
    let options = "threads = W, args(kind = K, rows = R), consts = [1, 2], types = [A<B, C>, D]";
    let code = registered(options, item);
    let order = |parts: &[&str]| {
        let mut rest = code.as_str();
        for part in parts {
            let at = rest.find(part);
            assert!(at.is_some(), "{part} is not where it should be in {code}");
            rest = &rest[at.unwrap() + part.len()..];
        }
    };
    order(&[
        "for arg1 in __probity::IntoIterator::into_iter(K)",
        "for arg0 in __probity::IntoIterator::into_iter(R)",
        "for threads in __probity::IntoIterator::into_iter(W)",
        "Label::new(\"T\",\"A<B,C>\")",
        "Label::new(\"N\",{const VALUE:u8=1;",
        "Label::new(\"kind\",(&&&__probity::shown::Shown(&arg1)).text())",
        "Label::new(\"rows\",",
        "Label::new(\"threads\",",
        "let arg1=__probity::Clone::clone(&arg1);let arg0=__probity::Clone::clone(&arg0);",
        "f::<{1},A < B , C >>(bencher,arg0,&arg1)",
        "f::<{2},A < B , C >>",
        "f::<{1},D>",
        "f::<{2},D>",
    ]);
    assert_eq!(code.matches("Variant::new").count(), 4);
    // The last values are used up; no other case needs them.
    assert!(!registered("args = X", "fn f(n: u8) {}").contains("Clone::clone"));
}
