//! Draws that keep owners apart: properties, and a search through all there is.

use super::*;
use crate::schedule::{Format, Schedule, Seating, Settings};
use proptest::prelude::*;

fn settings(owners: &[u32], seats: usize, drawn: u64) -> Settings {
    Settings {
        format: Format::RoundRobin,
        drawn: Some(drawn),
        roster: owners.len(),
        owners: owners.to_vec(),
        seats,
        deals: 10,
        seating: Seating::Cyclic,
        session: 2,
    }
}

/// The numbers of the tables of a block, once it has been seen that none is there twice
/// or seats two of one owner, that bots appear equally often, and that each
/// table is found by its number.
fn checked(schedule: &Schedule, owners: &[u32], block: u64) -> Vec<u64> {
    let mut sits = vec![0_u64; owners.len()];
    let mut numbers = Vec::new();
    for index in schedule.sessions_of(block) {
        let session = schedule.session(index);
        assert_eq!(session.block, block);
        let found = schedule.index_of(session.deals.start, session.table, session.rotation);
        assert_eq!(found, Some(index));
        if session.rotation > 0 {
            continue;
        }
        numbers.push(session.table);
        let mut whose: Vec<u32> = session.lineup.iter().map(|b| owners[b.index()]).collect();
        whose.sort_unstable();
        assert!(whose.is_sorted_by(|a, b| a < b), "{whose:?} {session:?}");
        for bot in &session.lineup {
            sits[bot.index()] += 1;
        }
    }
    assert_eq!(numbers.len() as u64, schedule.tables());
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    let (most, fewest) = (sits.iter().max(), sits.iter().min());
    assert!(most.unwrap() - fewest.unwrap() <= 1, "{sits:?}");
    numbers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Drawn tables keep owners apart, are different, and seat all equally often; what the
    /// owners are called does not matter. What is refused asks for too much.
    #[test]
    fn owners_are_apart_and_appearances_differ_by_at_most_one(
        owners in prop::collection::vec(0_u32..30, 4..60),
        seats in 2_usize..=6,
        drawn in 1_u64..150,
    ) {
        let mut known = owners.clone();
        known.sort_unstable();
        known.dedup();
        prop_assume!(owners.len() > seats && known.len() >= seats);
        let schedule = match Schedule::new(&settings(&owners, seats, drawn)) {
            Ok(schedule) => schedule,
            Err(ScheduleError::TooManyDrawn { sets, .. }) => {
                prop_assert!(drawn > sets / 2);
                return Ok(());
            }
            Err(ScheduleError::CrowdedOwner { first, bots, .. }) => {
                let whose = owners[first.index()];
                let theirs = owners.iter().filter(|owner| **owner == whose).count();
                prop_assert_eq!(theirs as u64, bots);
                prop_assert!(!shared(&owners, seats, drawn));
                return Ok(());
            }
            Err(ScheduleError::NoDraw { sets, .. }) => {
                // None is found, sometimes, where nearly all are asked for.
                prop_assert!(4 * drawn > 3 * sets || starved(&owners, seats, drawn));
                return Ok(());
            }
            Err(error) => panic!("{error}"),
        };
        prop_assert!(shared(&owners, seats, drawn));
        let blocks = schedule.blocks();
        let numbers: Vec<_> = (0..blocks).map(|it| checked(&schedule, &owners, it)).collect();
        let others: Vec<u32> = owners.iter().map(|owner| 1000 - owner).collect();
        let renamed = Schedule::new(&settings(&others, seats, drawn)).unwrap();
        // Blocks are drawn by themselves, in whatever order they are asked for.
        for (block, numbers) in numbers.iter().enumerate().rev() {
            prop_assert_eq!(&checked(&renamed, &owners, block as u64), numbers);
        }
    }
}

/// Whether seats can be shared out, found by giving them away one at a time to
/// the bot that has fewest and whose owner has room.
fn shared(owners: &[u32], seats: usize, tables: u64) -> bool {
    let mut sits = vec![0_u64; owners.len()];
    for _ in 0..tables * seats as u64 {
        let of = |owner: u32| -> u64 {
            let theirs = sits.iter().zip(owners).filter(|(_, o)| **o == owner);
            theirs.map(|(sits, _)| sits).sum()
        };
        let room = (0..owners.len()).filter(|bot| of(owners[*bot]) < tables);
        let Some(next) = room.min_by_key(|bot| sits[*bot]) else {
            return false;
        };
        sits[next] += 1;
    }
    sits.iter().max().unwrap() - sits.iter().min().unwrap() <= 1
}

/// Whether there are too few different tables for it, or hardly enough: those that seat most
/// bots of owners with many seat too few of them, or those that seat fewest too many.
fn starved(owners: &[u32], seats: usize, drawn: u64) -> bool {
    let (all, each) = (drawn * seats as u64, owners.len() as u64);
    let (fewest, most) = (all / each, all.div_ceil(each));
    let mut sizes = BTreeMap::new();
    for owner in owners {
        *sizes.entry(*owner).or_insert(0_u64) += 1;
    }
    sizes.values().any(|many| {
        let (large, small): (Vec<u64>, Vec<u64>) =
            sizes.values().copied().partition(|size| size >= many);
        if small.is_empty() {
            return false;
        }
        let bots: [u64; 2] = [large.iter().sum(), small.iter().sum()];
        let (large, small) = (choices(&large, seats), choices(&small, seats));
        // How many tables seat so many bots of large owners.
        let tables: Vec<(u64, u64)> = (0..=seats)
            .map(|of_large| {
                (
                    of_large as u64,
                    large[of_large].saturating_mul(small[seats - of_large]),
                )
            })
            .collect();
        let sits = |tables: &mut dyn Iterator<Item = &(u64, u64)>| {
            let mut left = drawn;
            let seated = tables.map(|(of_large, tables)| {
                let here = left.min(*tables);
                left -= here;
                here * of_large
            });
            seated.sum::<u64>()
        };
        let needed = (bots[0] * fewest).max(all.saturating_sub(bots[1] * most));
        let allowed = (bots[0] * most).min(all - bots[1] * fewest);
        let hardly = drawn / 4;
        sits(&mut tables.iter().rev()) < needed + hardly
            || sits(&mut tables.iter()) + hardly > allowed
    })
}

/// In how many ways up to `most` owners seat one bot each, by their number.
fn choices(sizes: &[u64], most: usize) -> Vec<u64> {
    let mut ways = vec![0_u64; most + 1];
    ways[0] = 1;
    for size in sizes {
        for at in (1..=most).rev() {
            ways[at] = ways[at].saturating_add(ways[at - 1].saturating_mul(*size));
        }
    }
    ways
}

/// Every way to own up to six bots, every table size and number of tables: a draw is refused
/// only where there is none.
#[test]
fn what_is_refused_cannot_be_drawn() {
    let (mut played, mut refused) = (0, 0);
    for bots in 3..=6_u32 {
        let codes = (0..6_u32.pow(bots - 1)).map(|code| {
            let rest = (1..bots).map(|bot| code / 6_u32.pow(bot - 1) % 6);
            std::iter::once(0).chain(rest).collect::<Vec<u32>>()
        });
        // Each once: owners are numbered as they come.
        let each = codes.filter(|owners| {
            (1..owners.len()).all(|at| owners[at] <= owners[..at].iter().max().unwrap() + 1)
        });
        for owners in each {
            for seats in 2..=4.min(owners.len()) {
                for drawn in 1..=10 {
                    match Schedule::new(&settings(&owners, seats, drawn)) {
                        Ok(schedule) => {
                            checked(&schedule, &owners, 1);
                            played += 1;
                        }
                        Err(
                            ScheduleError::NoneApart { .. } | ScheduleError::TooManyDrawn { .. },
                        ) => {}
                        Err(error) => {
                            assert!(!exists(&owners, seats, drawn), "{owners:?} {error}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(played > 500 && refused > 100, "{played} {refused}");
}

/// Whether there are such tables, by looking through all.
fn exists(owners: &[u32], seats: usize, drawn: u64) -> bool {
    let tables: Vec<u32> = (0_u32..1 << owners.len())
        .filter(|mask| mask.count_ones() as usize == seats)
        .filter(|mask| {
            let mut whose: Vec<u32> = (0..owners.len())
                .filter(|bot| mask >> bot & 1 == 1)
                .map(|bot| owners[bot])
                .collect();
            whose.sort_unstable();
            whose.is_sorted_by(|a, b| a < b)
        })
        .collect();
    let most = (drawn * seats as u64).div_ceil(owners.len() as u64);
    let fewest = drawn * seats as u64 / owners.len() as u64;
    let mut sits = vec![0_u64; owners.len()];
    search(&tables, drawn, [fewest, most], &mut sits)
}

fn search(tables: &[u32], left: u64, [fewest, most]: [u64; 2], sits: &mut [u64]) -> bool {
    if left == 0 {
        return sits.iter().all(|sits| *sits >= fewest);
    }
    (0..tables.len()).any(|at| {
        let here = |bot: usize| u64::from(tables[at] >> bot & 1);
        (0..sits.len()).for_each(|bot| sits[bot] += here(bot));
        let found = sits.iter().all(|sits| *sits <= most)
            && search(&tables[at + 1..], left - 1, [fewest, most], sits);
        (0..sits.len()).for_each(|bot| sits[bot] -= here(bot));
        found
    })
}

#[test]
fn large_rosters_and_crowded_tables_are_drawn() {
    let each = |bots: u32, owners: u32| -> Vec<u32> { (0..bots).map(|b| b % owners).collect() };
    for (owners, seats, drawn) in [
        (each(500, 100), 6, 1000),
        // A table seats one bot of each owner.
        (each(60, 6), 6, 500),
        (each(24, 3), 3, 250),
        // One owner has half of all bots, so one of them at every table.
        ([vec![0; 10], (1..=10).collect()].concat(), 2, 50),
        // Half of all tables that there are.
        (each(12, 6), 2, 30),
    ] {
        let schedule = Schedule::new(&settings(&owners, seats, drawn)).unwrap();
        let first = checked(&schedule, &owners, 0);
        assert_ne!(checked(&schedule, &owners, 1), first);
    }
}

#[test]
fn the_draw_is_pinned() {
    let owners = [0, 1, 0, 2, 1, 3, 4];
    let schedule = Schedule::new(&settings(&owners, 3, 4)).unwrap();
    let blocks = [0, 1, 2].map(|block| checked(&schedule, &owners, block));
    assert_eq!(blocks, [[10, 13, 22, 28], [3, 16, 20, 28], [3, 14, 28, 30]]);
    // Of 35 tables 5 have both bots of the first owner, and 5 both of the second.
    assert_eq!(schedule.left_out(), 10);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_sentence() {
    for (owners, seats, drawn, said) in [
        (
            &[0, 1, 1, 1, 1, 2, 3, 4][..],
            3,
            6,
            "the 4 bots of one owner would take 8 seats at 6 drawn tables, since all bots sit \
             equally often, and may take 6",
        ),
        (
            &[0, 0, 1, 1, 1, 1, 1][..],
            2,
            5,
            "the 5 bots of one owner would take 6 seats at 5 drawn tables, since all bots sit \
             equally often, and may take 5",
        ),
        (
            &[0, 1, 1, 2, 2, 2][..],
            3,
            3,
            "the 3 bots of one owner and those of 1 more would take 7 seats at 3 drawn tables, \
             since all bots sit equally often, and may take 6",
        ),
        (
            &[7, 1, 1, 2, 2][..],
            3,
            3,
            "3 tables of 4 cannot be drawn, at most half of them; play \"all\"",
        ),
        (
            &[1, 1, 2, 2][..],
            3,
            1,
            "every table of 3 would seat two bots of one owner",
        ),
    ] {
        let error = Schedule::new(&settings(owners, seats, drawn)).unwrap_err();
        assert_eq!(error.to_string(), said);
    }
}

/// Each of the six bots of the three owners with two would sit at 50 of 112 tables or more, but
/// only 80 different tables seat one of each of these owners, and the rest two: 304 seats at most.
#[test]
fn too_few_different_tables_are_refused() {
    let owners = [0, 9, 1, 2, 3, 0, 1, 7, 4, 2, 5];
    let refused = Schedule::new(&settings(&owners, 5, 112));
    assert!(
        matches!(
            refused,
            Err(ScheduleError::NoDraw {
                drawn: 112,
                sets: 231
            })
        ),
        "{refused:?}"
    );
    let schedule = Schedule::new(&settings(&owners, 5, 100)).unwrap();
    checked(&schedule, &owners, 0);
}
