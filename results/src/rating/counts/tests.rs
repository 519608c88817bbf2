use super::*;

fn counts(names: &[&str]) -> Counts {
    let mut table = Names::new();
    for name in names {
        table.id(name.as_bytes()).unwrap();
    }
    Counts::new(table, Ties::Half, Faults::Keep)
}

fn game<'a>(bots: &'a [BotId], places: &'a [u8]) -> Game<'a> {
    Game {
        cluster: 0,
        bots,
        places,
        faulted: 0,
    }
}

fn bots(list: &[usize]) -> Vec<BotId> {
    list.iter().map(|&i| BotId::new(i)).collect()
}

#[test]
fn ties_by_table_size() {
    // Bots a and b, places, policy: games compared and half-points of a.
    for (places, ties, expected) in [
        (&[1, 2][..], Ties::Half, Some((1, 2))),
        (&[2, 1], Ties::Half, Some((1, 0))),
        (&[1, 1], Ties::Half, Some((1, 1))),
        (&[1, 1], Ties::Drop, None),
        (&[1, 1, 3], Ties::Half, None),
        (&[2, 2, 1], Ties::Half, None),
        (&[1, 2, 2], Ties::Half, Some((1, 2))),
    ] {
        let mut counts = counts(&["a", "b", "c"]);
        counts.ties = ties;
        let seats = bots(&[0, 1, 2]);
        counts.add(&game(&seats[..places.len()], places)).unwrap();
        let found = counts.comparisons();
        let pair = found.iter().find(|c| c.bots == [0, 1]);
        let pair = pair.map(|c| (c.total.games, c.total.points));
        assert_eq!(pair, expected, "{places:?} {ties:?}");
    }
}

#[test]
fn what_becomes_of_games() {
    let seats = bots(&[0, 1]);
    let withdrawn = game(&seats, &[]);
    let fault = Game {
        faulted: 0b10,
        ..game(&seats, &[1, 2])
    };
    let mut kept = counts(&["a", "b"]);
    let mut dropped = kept.clone();
    dropped.faults = Faults::Drop;
    for counts in [&mut kept, &mut dropped] {
        counts.add(&withdrawn).unwrap();
        counts.add(&fault).unwrap();
        counts.add(&game(&seats, &[1, 1])).unwrap();
    }
    let totals = kept.totals();
    assert_eq!((totals.games, totals.faulted), (2, 1));
    assert_eq!((totals.tied, totals.withdrawn), (1, 1));
    let totals = dropped.totals();
    assert_eq!((totals.games, totals.dropped), (1, 1));
    let tally = kept.sizes()[0].tally(BotId::new(1), 1);
    assert_eq!((tally.faults, tally.shared, tally.wins), (1, 1, 0));
    assert_eq!(tally.share.won, WHOLE_WIN / 2);
}

#[test]
fn games_that_cannot_be() {
    let mut counts = counts(&["a", "b"]);
    for (seats, places, error) in [
        (&[0][..], &[1][..], CountError::Seats),
        (&[0, 1], &[1], CountError::Seats),
        (&[0, 0], &[1, 2], CountError::Bots),
        (&[0, 2], &[1, 2], CountError::Bots),
        (&[0, 1], &[2, 2], CountError::Places),
    ] {
        assert_eq!(counts.add(&game(&bots(seats), places)), Err(error));
    }
    assert_eq!(counts.totals(), Totals::default());
}

#[test]
fn too_many_games_are_refused_and_many_are_not() {
    let seats = bots(&[0, 1]);
    let mut counts = counts(&["a", "b"]);
    let most = u64::MAX / WHOLE_WIN;
    counts.add_times(&game(&seats, &[1, 2]), most).unwrap();
    assert_eq!(counts.comparisons()[0].total.points, 2 * most);
    let one_more = counts.add(&game(&seats, &[1, 2]));
    assert_eq!(one_more, Err(CountError::Overflow));
}

/// No counter wraps: not of games that came together from two logs, not of
/// games that do not count, and not at the largest table, where sums of places grow
/// fastest.
#[test]
fn no_counter_overflows_silently() {
    let most = u64::MAX / WHOLE_WIN;
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let seats = bots(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let mut full = counts(&names);
    let last = [8, 7, 6, 5, 4, 3, 2, 1];
    full.add_times(&game(&seats, &last), most).unwrap();
    let found = full.comparisons();
    assert!(found.iter().all(|c| c.total.games == most));
    let mut one = counts(&names);
    one.add(&game(&seats, &last)).unwrap();
    assert_eq!(one.merge(&full), Err(CountError::Overflow));
    // Those that were not played are counted to the last.
    let withdrawn = game(&seats, &[]);
    let mut absent = counts(&names);
    absent.add_times(&withdrawn, u64::MAX).unwrap();
    assert_eq!(absent.add(&withdrawn), Err(CountError::Overflow));
    let mut more = counts(&names);
    more.add(&withdrawn).unwrap();
    assert_eq!(more.merge(&absent), Err(CountError::Overflow));
}

#[test]
fn cells_keep_bots_and_seats_apart() {
    // At four seats every ordered pair of seats is its own cell.
    let mut counts = counts(&["d", "c", "b", "a"]);
    for rotation in 0..4 {
        let seats: Vec<_> = (0..4).map(|s| BotId::new((s + rotation) % 4)).collect();
        counts.add(&game(&seats, &[1, 2, 3, 4])).unwrap();
    }
    let found = counts.comparisons();
    assert_eq!(found.len(), 24);
    for c in &found {
        assert_eq!((c.total.games, c.total.points), (1, 2));
        // Named d, c, b, a by number: the bot of seat s is (s + r) mod 4.
        let bot = |at: usize| 3 - at;
        let rotation = (bot(c.bots[0]) + 4 - c.seats[0]) % 4;
        assert_eq!((c.seats[1] + rotation) % 4, bot(c.bots[1]));
    }
}

#[test]
fn merged_parts_are_the_whole() {
    let games = [
        (&[0, 1][..], &[1, 2][..], 3),
        (&[2, 0, 1], &[1, 1, 3], 300),
        (&[1, 2], &[1, 1], 44),
        (&[1, 0, 2], &[3, 2, 1], 300),
    ];
    let names = ["a", "b", "c"];
    // The parts know the bots by other numbers.
    let other = ["c", "a", "b"];
    let mut whole = counts(&names);
    let mut parts = [counts(&names), counts(&other)];
    for (at, (seats, places, cluster)) in games.into_iter().enumerate() {
        let part = &mut parts[at % 2];
        let ids: Vec<BotId> = seats
            .iter()
            .map(|&i| part.names().get(names[i]).unwrap())
            .collect();
        let counted = |seats: &[BotId], counts: &mut Counts| {
            let game = Game {
                cluster,
                ..game(seats, places)
            };
            counts.add(&game).unwrap();
        };
        counted(&ids, part);
        counted(&bots(seats), &mut whole);
    }
    let [mut sum, second] = parts;
    sum.merge(&second).unwrap();
    assert_eq!(sum.totals(), whole.totals());
    let list = |counts: &Counts| -> Vec<_> {
        let found = counts.comparisons();
        found
            .iter()
            .map(|c| (c.size, c.bots, c.seats, c.total))
            .collect()
    };
    assert_eq!(list(&sum), list(&whole));
    assert!(list(&sum).len() > 5);
}
