//! The headers and the list of fields that are checked in are those that the code gives.

#[test]
fn headers_are_up_to_date() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    let views = ("../../../VIEWS.md", dudo_sdk::views());
    for (name, text) in dudo_sdk::headers().into_iter().chain([views]) {
        let kept = std::fs::read_to_string(folder.join(name)).expect("a file");
        assert!(
            kept == text,
            "{name} is out of date: cargo run -p dudo-sdk --example headers"
        );
    }
}
