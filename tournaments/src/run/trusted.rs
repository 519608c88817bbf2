//! Who could do harm, and says so.

use crate::entrant::Enrolled;

/// What is to be known of bots that could do what this program can, and of a jail
/// that does not hold as it should.
pub(super) fn trusted(bots: &[Enrolled<'_>], names: &[String]) -> Vec<String> {
    let named = |wall: &str| {
        let bots = bots.iter().zip(names);
        let bots = bots.filter(|(bot, _)| bot.wall == Some(wall));
        let names: Vec<&str> = bots.map(|(_, name)| name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let inside = named("none").map(|names| {
        format!("trusted code: nothing holds {names}, native code inside this process")
    });
    let outside = named("process").map(|names| {
        format!("trusted code: {names} can read, write and reach what this program can")
    });
    let lacks = dudo_plugin::process::lacks();
    let lacks: Vec<&str> = lacks.iter().map(|effect| effect.promise()).collect();
    let weaker = (!lacks.is_empty()).then(|| {
        format!(
            "allow-weaker: the jail of this machine does not keep: {}",
            lacks.join(", ")
        )
    });
    inside.into_iter().chain(outside).chain(weaker).collect()
}
