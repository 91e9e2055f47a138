//! The wrong search for a game does not compile, and the compiler says which one to use instead.

#[test]
fn the_compiler_names_the_search_to_use() {
    trybuild::TestCases::new().compile_fail("tests/wrong_search/*.rs");
}
