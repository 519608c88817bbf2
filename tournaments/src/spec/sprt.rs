//! `[sprt]`: the test that may end a duel before its last deal.

use super::item::Item;
use super::section::SPRT;
use crate::error::SetupError;
use dudo_results::duel::{Hypotheses, Scale};

/// Reads the two differences, which have to be given, and the rest.
pub(super) fn parse(item: &Item<'_>) -> Result<Hypotheses, SetupError> {
    let section = item.section(SPRT, "a section [sprt]")?;
    let elo = |key| section.require(key, "a difference in Elo")?.number();
    let hypotheses = Hypotheses::new(elo("elo0")?, elo("elo1")?);
    let hypotheses = hypotheses.map_err(|error| item.error(error.to_string()))?;
    let rate = |key, usual| section.get(key).map_or(Ok(usual), Item::number);
    let (alpha, beta) = (
        rate("alpha", hypotheses.alpha())?,
        rate("beta", hypotheses.beta())?,
    );
    let hypotheses = hypotheses.with_errors(alpha, beta);
    let hypotheses = hypotheses.map_err(|error| item.error(error.to_string()))?;
    let scale = match section.get("scale") {
        Some(item) => item.choice(&Scale::EVERY.map(|scale| (scale.word(), scale)))?,
        None => hypotheses.scale(),
    };
    Ok(hypotheses.on(scale))
}
