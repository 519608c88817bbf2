//! Standings for other programs, as CSV.

use crate::rating::{Rating, Standings};

/// One line for each bot:
/// `rank,bot,rating,bound,margin,games,win_share,win_share_margin,wins,shared,losses,faults,group,seat1..seatK,place_best,place_worst,mean_place,`
/// `mean_place_margin,mean_score,mean_score_margin`.
///
/// Empty means unknown. `bound` is `at-least` or `at-most` where `rating` is a
/// one-sided 95 % bound. Shares are parts of 1; the columns `seat1..seatK` are
/// there when all tables have K seats. `place_best` and `place_worst` are the
/// places that the games allow, true for all bots at once with 95 %. Ratings of two groups cannot be
/// compared. Bots without a game come last, without a rank.
#[must_use]
pub fn csv(standings: &Standings) -> String {
    let lines = || standings.fields.iter().flat_map(|field| &field.lines);
    let seats = lines().map(|l| l.share_by_seat.len()).max().unwrap_or(0);
    let mut header: Vec<String> = [
        "rank",
        "bot",
        "rating",
        "bound",
        "margin",
        "games",
        "win_share",
        "win_share_margin",
        "wins",
        "shared",
        "losses",
        "faults",
        "group",
    ]
    .map(str::to_owned)
    .to_vec();
    header.extend((1..=seats).map(|seat| format!("seat{seat}")));
    header.extend(
        [
            "place_best",
            "place_worst",
            "mean_place",
            "mean_place_margin",
            "mean_score",
            "mean_score_margin",
        ]
        .map(str::to_owned),
    );
    let mut records = vec![header];
    for (group, field) in standings.fields.iter().enumerate() {
        for line in &field.lines {
            let (rating, bound, margin) = match line.rating {
                Rating::Estimate { elo, margin } => (Some(elo), "", margin.half_width()),
                Rating::AtLeast(elo) => (Some(elo), "at-least", None),
                Rating::AtMost(elo) => (Some(elo), "at-most", None),
                Rating::Unknown => (None, "", None),
            };
            let mut record = vec![
                line.rank.to_string(),
                line.bot.clone(),
                number(rating),
                bound.to_owned(),
                number(margin),
                line.games.to_string(),
                number(Some(line.share)),
                number(line.share_margin.half_width()),
                line.wins.to_string(),
                line.shared.to_string(),
                line.losses.to_string(),
                line.faults.to_string(),
                (group + 1).to_string(),
            ];
            for seat in 0..seats {
                let share = line.share_by_seat.get(seat).copied().flatten();
                record.push(number(share));
            }
            let place = |at: Option<usize>| at.map_or_else(String::new, |at| at.to_string());
            record.extend([
                place(line.places.map(|(best, _)| best)),
                place(line.places.map(|(_, worst)| worst)),
                number(Some(line.mean_place)),
                number(line.place_margin.half_width()),
                number(Some(line.mean_score)),
                number(line.score_margin.half_width()),
            ]);
            records.push(record);
        }
    }
    for bot in &standings.unplayed {
        let mut record = vec![String::new(); 19 + seats];
        record[1].clone_from(bot);
        "0".clone_into(&mut record[5]);
        records.push(record);
    }
    write(&records)
}

/// The cross table, one line for each bot and opponent that met:
/// `bot,opponent,games,points,score`. A tie at two seats is half a point; at
/// larger tables tied bots are not compared.
#[must_use]
pub fn cross_table(standings: &Standings) -> String {
    let header = ["bot", "opponent", "games", "points", "score"];
    let mut records = vec![header.map(str::to_owned).to_vec()];
    for field in &standings.fields {
        for (row, line) in field.lines.iter().enumerate() {
            for (column, other) in field.lines.iter().enumerate() {
                let Some(score) = field.cross[row][column] else {
                    continue;
                };
                let half = if score.half_points % 2 == 1 { ".5" } else { "" };
                records.push(vec![
                    line.bot.clone(),
                    other.bot.clone(),
                    score.games.to_string(),
                    format!("{}{half}", score.half_points / 2),
                    number(Some(score.rate())),
                ]);
            }
        }
    }
    write(&records)
}

/// All differences of ratings, one line for each bot and other bot:
/// `bot,other,difference,margin,probability_better`. Empty means unknown.
#[must_use]
pub fn differences(standings: &Standings) -> String {
    let header = ["bot", "other", "difference", "margin", "probability_better"];
    let mut records = vec![header.map(str::to_owned).to_vec()];
    for field in &standings.fields {
        for (row, line) in field.lines.iter().enumerate() {
            for (column, other) in field.lines.iter().enumerate() {
                let Some(difference) = field.differences[row][column] else {
                    continue;
                };
                let width = difference.elo.and_then(|_| difference.margin.half_width());
                records.push(vec![
                    line.bot.clone(),
                    other.bot.clone(),
                    number(difference.elo),
                    number(width),
                    number(difference.better),
                ]);
            }
        }
    }
    write(&records)
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.6}"))
}

fn write(records: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        // Neither a full memory nor a ragged record comes back as an error.
        if writer.write_record(record).is_err() {
            break;
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
