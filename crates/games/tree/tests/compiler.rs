//! What the compiler says: the wrong search for a game does not compile, and it names the right one; a capability that
//! an entry claims and a game has not does not compile, and it names the line to add.

#[test]
fn the_compiler_names_the_search_to_use_and_the_line_to_add() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/wrong_search/*.rs");
    cases.compile_fail("tests/forgotten/*.rs");
}
