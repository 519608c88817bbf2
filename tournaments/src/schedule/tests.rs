//! The schedule against a naive list of its sessions.

use proptest::prelude::*;

use super::*;

fn settings(format: Format, roster: usize, seats: usize) -> Settings {
    Settings {
        format,
        drawn: None,
        roster,
        owners: Vec::new(),
        seats,
        deals: 7,
        seating: Seating::Cyclic,
        session: 3,
    }
}

fn gauntlet(focus: &[u32]) -> Format {
    Format::Gauntlet {
        focus: focus.iter().copied().map(BotId::new).collect(),
    }
}

/// Every set of the format with its number, found by trying all of them.
fn naive_tables(settings: &Settings) -> Vec<(u64, Lineup)> {
    (0_u32..1 << settings.roster)
        .filter(|mask| mask.count_ones() as usize == settings.seats)
        .map(|mask| {
            (0..settings.roster as u32)
                .filter(|bot| mask >> bot & 1 == 1)
                .map(BotId::new)
                .collect::<Lineup>()
        })
        .zip(0..)
        .filter(|(table, _)| match &settings.format {
            Format::Gauntlet { focus } => {
                table.iter().filter(|bot| focus.contains(bot)).count() == 1
            }
            _ => true,
        })
        .map(|(table, rank)| (rank, table))
        .collect()
}

fn naive_sessions(settings: &Settings) -> Vec<Session> {
    let mut sessions = Vec::new();
    let mut block = 0;
    let mut start = 0;
    while start < settings.deals {
        let end = settings.deals.min(start + settings.session);
        for (table, bots) in naive_tables(settings) {
            for rotation in 0..settings.seating.rotations(settings.seats) {
                sessions.push(Session {
                    index: sessions.len() as u64,
                    block,
                    table,
                    rotation,
                    lineup: settings.seating.seat(&bots, block, rotation),
                    deals: start..end,
                });
            }
        }
        block += 1;
        start = end;
    }
    sessions
}

fn small_cases() -> Vec<Settings> {
    let mut cases = vec![settings(Format::Duel, 2, 2)];
    for roster in 2..=7 {
        for seats in 2..=roster.min(4) {
            cases.push(settings(Format::RoundRobin, roster, seats));
            for focus in [&[0][..], &[1], &[1, 0], &[0, 4], &[5, 2, 3]] {
                let fits = focus.iter().all(|bot| (*bot as usize) < roster);
                if fits && roster - focus.len() + 1 >= seats {
                    cases.push(settings(gauntlet(focus), roster, seats));
                }
            }
        }
    }
    let seatings = [Seating::Cyclic, Seating::All, Seating::None];
    let lengths = [(1, 1), (7, 3), (6, 3), (2, 5), (5, 1)];
    cases
        .iter()
        .flat_map(|case| seatings.map(|seating| (case.clone(), seating)))
        .flat_map(|(case, seating)| {
            lengths.map(|(deals, session)| Settings {
                deals,
                session,
                seating,
                ..case.clone()
            })
        })
        .collect()
}

#[test]
fn every_small_schedule_is_its_naive_list() {
    for settings in small_cases() {
        let schedule = Schedule::new(&settings).unwrap();
        let expected = naive_sessions(&settings);
        assert_eq!(schedule.sessions(), expected.len() as u64, "{settings:?}");
        assert_eq!(schedule.from(0).collect::<Vec<_>>(), expected);
        let games: u64 = expected.iter().map(|s| s.deals.end - s.deals.start).sum();
        assert_eq!(schedule.games(), u128::from(games));
        for session in &expected {
            assert_eq!(schedule.session(session.index), *session);
            assert_eq!(schedule.from(session.index).next().as_ref(), Some(session));
            assert!(schedule.sessions_of(session.block).contains(&session.index));
            assert_eq!(schedule.deals_of(session.block), session.deals);
            let Session {
                table,
                rotation,
                block,
                ..
            } = *session;
            assert_eq!(
                schedule.lineup(table, rotation, block).as_ref(),
                Some(&session.lineup)
            );
            for deal in session.deals.clone() {
                assert_eq!(
                    schedule.index_of(deal, table, rotation),
                    Some(session.index)
                );
            }
            assert_eq!(schedule.index_of(settings.deals, table, rotation), None);
            assert_eq!(schedule.index_of(0, table, schedule.rotations()), None);
        }
        assert_eq!(schedule.from(schedule.sessions()).next(), None);
    }
}

#[test]
fn a_table_outside_the_plan_has_no_session() {
    for settings in small_cases() {
        let schedule = Schedule::new(&settings).unwrap();
        let tables = naive_tables(&settings);
        let sets = colex::binomial(settings.roster as u64, settings.seats as u64).unwrap();
        for table in 0..sets + 3 {
            let planned = tables.iter().any(|(rank, _)| *rank == table);
            assert_eq!(
                schedule.index_of(0, table, 0).is_some(),
                planned,
                "{settings:?} {table}"
            );
            assert_eq!(schedule.lineup(table, 0, 0).is_some(), planned);
        }
        assert_eq!(schedule.index_of(0, u64::MAX, 0), None);
    }
}

#[test]
fn appending_a_bot_or_raising_deals_renumbers_nothing() {
    for settings in small_cases() {
        if settings.format == Format::Duel {
            continue;
        }
        let schedule = Schedule::new(&settings).unwrap();
        let grown = Schedule::new(&Settings {
            roster: settings.roster + 2,
            deals: settings.deals + 4,
            ..settings.clone()
        })
        .unwrap();
        for session in schedule.from(0) {
            for deal in session.deals.clone() {
                let index = grown
                    .index_of(deal, session.table, session.rotation)
                    .unwrap();
                let same = grown.session(index);
                assert_eq!(same.lineup, session.lineup);
                assert_eq!(same.block, session.block);
                assert_eq!(same.table, session.table);
                assert!(same.deals.contains(&deal));
            }
        }
    }
}

#[test]
fn part_of_a_roster_plays_the_same_games() {
    let whole = settings(Format::RoundRobin, 6, 3);
    let all: Vec<Session> = Schedule::new(&whole).unwrap().from(0).collect();
    for mask in 0_u32..1 << 6 {
        let part: Vec<u32> = (0..6).filter(|bot| mask >> bot & 1 == 1).collect();
        if part.len() < 3 {
            continue;
        }
        let renamed = |session: &Session| -> Lineup {
            session
                .lineup
                .iter()
                .map(|bot| BotId::new(part[bot.index()]))
                .collect()
        };
        let played: Vec<_> = Schedule::new(&Settings {
            roster: part.len(),
            ..whole.clone()
        })
        .unwrap()
        .from(0)
        .map(|session| (renamed(&session), session.rotation, session.deals.clone()))
        .collect();
        let expected: Vec<_> = all
            .iter()
            .filter(|session| session.lineup.iter().all(|bot| part.contains(&bot.get())))
            .map(|session| {
                (
                    session.lineup.clone(),
                    session.rotation,
                    session.deals.clone(),
                )
            })
            .collect();
        assert_eq!(played, expected, "{part:?}");
    }
}

#[test]
fn a_prefix_of_a_roster_keeps_its_table_numbers() {
    let short = Schedule::new(&settings(Format::RoundRobin, 5, 3)).unwrap();
    let long = Schedule::new(&settings(Format::RoundRobin, 9, 3)).unwrap();
    for session in short.from(0).take_while(|session| session.block == 0) {
        let same = long.lineup(session.table, session.rotation, 0);
        assert_eq!(same, Some(session.lineup));
    }
}

#[test]
fn the_last_block_may_be_short() {
    let schedule = Schedule::new(&Settings {
        deals: 10,
        session: 4,
        ..settings(Format::Duel, 2, 2)
    })
    .unwrap();
    let deals: Vec<_> = schedule.from(0).map(|session| session.deals).collect();
    assert_eq!(deals, [0..4, 0..4, 4..8, 4..8, 8..10, 8..10]);
    assert_eq!(schedule.deals_of(3), 10..10);
    assert_eq!(schedule.sessions_of(2), 4..6);
    assert_eq!(schedule.sessions_of(3), 6..6);
    assert_eq!(schedule.sessions_of(u64::MAX), 6..6);
}

#[test]
fn sizes_say_whether_the_seating_is_fair() {
    let size = |seats, deals, seating, session| {
        let settings = Settings {
            deals,
            seating,
            session,
            ..settings(Format::RoundRobin, 5, seats)
        };
        Schedule::new(&settings).unwrap().size()
    };
    assert_eq!(
        size(3, 10, Seating::Cyclic, 2),
        Size {
            left_out: 0,
            tables: 10,
            rotations: 3,
            deals: 10,
            games: 300,
            sessions: 150,
            blocks: 5,
            balanced: false
        }
    );
    assert!(size(3, 12, Seating::Cyclic, 2).balanced);
    assert!(
        !size(3, 11, Seating::Cyclic, 2).balanced,
        "the last block is short"
    );
    assert!(
        size(2, 11, Seating::Cyclic, 2).balanced,
        "there is only one circle of two"
    );
    assert!(size(4, 12, Seating::Cyclic, 2).balanced);
    assert!(size(4, 7, Seating::All, 2).balanced);
    assert!(!size(4, 6, Seating::None, 1).balanced);
}

#[test]
fn a_huge_schedule_is_as_quick_as_a_small_one() {
    let schedule = Schedule::new(&Settings {
        deals: 1000,
        seating: Seating::All,
        session: 1,
        ..settings(gauntlet(&[499, 3, 77]), 500, 6)
    })
    .unwrap();
    for index in (0..schedule.sessions()).step_by(1 << 52) {
        let walked: Vec<Session> = schedule.from(index).take(1500).collect();
        for session in [&walked[0], &walked[719], &walked[720], &walked[1499]] {
            assert_eq!(*session, schedule.session(session.index));
            let found = schedule.index_of(session.deals.start, session.table, session.rotation);
            assert_eq!(found, Some(session.index));
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_a_sentence() {
    let plain = settings(Format::RoundRobin, 4, 2);
    let many = u64::MAX;
    let cases = [
        (
            Settings {
                seats: 1,
                ..plain.clone()
            },
            "a table has 2 to 8 seats, not 1",
        ),
        (
            Settings {
                seats: 9,
                ..plain.clone()
            },
            "a table has 2 to 8 seats, not 9",
        ),
        (
            Settings {
                roster: 0,
                ..plain.clone()
            },
            "a table of 2 needs 2 bots, and there are none",
        ),
        (
            Settings {
                roster: 1,
                ..plain.clone()
            },
            "a table of 2 needs 2 bots, and there is 1",
        ),
        (
            Settings {
                seats: 5,
                ..plain.clone()
            },
            "a table of 5 needs 5 bots, and there are 4",
        ),
        (
            Settings {
                roster: 1 << 40,
                ..plain.clone()
            },
            "a roster of 1099511627776 bots is longer than the 4294967295 that can be numbered",
        ),
        (
            Settings {
                deals: 0,
                ..plain.clone()
            },
            "at least one deal has to be played",
        ),
        (
            Settings {
                session: 0,
                ..plain.clone()
            },
            "a session is at least one deal long",
        ),
        (
            settings(gauntlet(&[]), 4, 2),
            "a gauntlet needs at least one focus bot",
        ),
        (
            settings(gauntlet(&[4]), 4, 2),
            "focus bot number 4 is not one of the 4 bots of the roster",
        ),
        (
            settings(gauntlet(&[1, 1]), 4, 2),
            "focus bot number 1 is given twice",
        ),
        (
            settings(gauntlet(&[0, 1, 2]), 4, 3),
            "a gauntlet at tables of 3 needs 2 bots outside the focus, and has 1",
        ),
        (
            settings(Format::Duel, 3, 3),
            "a duel is played at tables of 2, not of 3",
        ),
        (
            settings(Format::Duel, 3, 2),
            "a duel is between exactly 2 bots, and there are 3",
        ),
        (
            settings(Format::RoundRobin, 5000, 8),
            "5000 bots form more tables of 8 than the 18446744073709551615 that can be numbered",
        ),
        (
            Settings {
                deals: many,
                session: 1,
                ..plain.clone()
            },
            "6 tables x 2 rotations x 18446744073709551615 blocks of deals are more sessions \
             than the 18446744073709551615 that can be numbered",
        ),
    ];
    for (settings, expected) in cases {
        assert_eq!(Schedule::new(&settings).unwrap_err().to_string(), expected);
    }
    let long = Settings {
        deals: many,
        session: many,
        ..plain
    };
    let schedule = Schedule::new(&long).unwrap();
    assert_eq!(schedule.games(), 12 * u128::from(many));
    assert_eq!(schedule.session(11).deals, 0..many);
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let seating = prop_oneof![
        Just(Seating::Cyclic),
        Just(Seating::All),
        Just(Seating::None)
    ];
    let focus = prop::collection::btree_set(0_u32..60, 0..5);
    (
        8_usize..60,
        2_usize..=8,
        1_u64..5000,
        seating,
        1_u64..40,
        focus,
    )
        .prop_map(|(roster, seats, deals, seating, session, focus)| {
            let focus: Vec<u32> = focus
                .into_iter()
                .filter(|bot| (*bot as usize) < roster)
                .collect();
            let format = if focus.is_empty() || roster - focus.len() + 1 < seats {
                Format::RoundRobin
            } else {
                gauntlet(&focus)
            };
            Settings {
                owners: Vec::new(),
                format,
                drawn: None,
                roster,
                seats,
                deals,
                seating,
                session,
            }
        })
}

proptest! {
    #[test]
    fn numbers_and_coordinates_say_the_same(settings in any_settings(), at: u64) {
        let schedule = Schedule::new(&settings).unwrap();
        let session = schedule.session(at % schedule.sessions());
        for deal in [session.deals.start, session.deals.end - 1] {
            let found = schedule.index_of(deal, session.table, session.rotation);
            prop_assert_eq!(found, Some(session.index));
        }
        prop_assert_eq!(
            schedule.lineup(session.table, session.rotation, session.block),
            Some(session.lineup.clone())
        );
        if let Format::Gauntlet { focus } = &settings.format {
            let here = session.lineup.iter().filter(|bot| focus.contains(bot)).count();
            prop_assert_eq!(here, 1);
        }
        let walked = schedule.from(session.index).nth(25);
        let index = session.index.saturating_add(25);
        let expected = (index < schedule.sessions()).then(|| schedule.session(index));
        prop_assert_eq!(walked, expected);
    }
}
