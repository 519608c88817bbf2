//! `dudo sprt`: the sequential test, for counts from anywhere.

use super::{CmdError, print};
use clap::ValueEnum;
use dudo_results::duel::{Hypotheses, Scale, Test, counts};
use dudo_results::report;

/// What a sequential test says to given counts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo sprt --counts W=550,L=450 --sprt 0,10
  dudo sprt --counts LL=180,WL=640,WW=220 --sprt 0,10 --scale normalized
Counts are of single games (W, D, L), or better of pairs of games on the same dice with the seats
swapped: LL lost both, WL split, WW won both; LD, DD and WD where games can be tied.")]
pub(super) struct Args {
    /// What the first bot got, and how often.
    #[arg(long, value_name = "WORD=N,...")]
    counts: String,
    #[command(flatten)]
    test: TestArgs,
    /// The names to say it of.
    #[arg(long, num_args = 2, value_names = ["A", "B"], default_values = ["A", "B"])]
    names: Vec<String>,
}

/// A test on the command line.
#[derive(Debug, clap::Args)]
pub(super) struct TestArgs {
    /// Decide between these differences in Elo: no better than the first, or at least as much
    /// better as the second.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// How often the second may be taken where the first holds.
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    alpha: f64,
    /// How often the first may be taken where the second holds.
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    beta: f64,
    /// What the two differences are measured in.
    #[arg(long, value_enum, default_value_t = ScaleArg::Logistic)]
    scale: ScaleArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScaleArg {
    /// Elo of the score.
    Logistic,
    /// Elo of the score in standard deviations of a game.
    Normalized,
}

impl TestArgs {
    /// The test that was asked for, if any.
    pub(super) fn hypotheses(&self) -> Result<Option<Hypotheses>, CmdError> {
        let Some(hypotheses) = self.sprt else {
            return Ok(None);
        };
        let scale = match self.scale {
            ScaleArg::Logistic => Scale::Logistic,
            ScaleArg::Normalized => Scale::Normalized,
        };
        let hypotheses = hypotheses.with_errors(self.alpha, self.beta);
        let hypotheses =
            hypotheses.map_err(|error| CmdError::Usage(format!("--alpha, --beta: {error}")))?;
        Ok(Some(hypotheses.on(scale)))
    }
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let hypotheses = args.test.hypotheses()?;
    let hypotheses = hypotheses.ok_or_else(|| {
        CmdError::Usage("--sprt ELO0,ELO1 is missing: which differences to decide between".into())
    })?;
    let tally =
        counts(&args.counts).map_err(|error| CmdError::Usage(format!("--counts: {error}")))?;
    let test = Test::of(hypotheses, tally);
    let duel = report::Duel {
        names: [&args.names[0], &args.names[1]],
        session: 1,
    };
    print(&duel.tested(&test, test.verdict()))
}
