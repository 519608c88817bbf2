//! Whose turn it is, without any process.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One at a time, in order, whoever comes first.
#[test]
fn members_take_turns() {
    for count in [1, 2, 9] {
        let (inside, log) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            // The last is started first.
            for member in Gang::of(count).into_iter().rev() {
                let (inside, log) = (&inside, &log);
                scope.spawn(move || {
                    member.enter();
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    thread::yield_now();
                    log.lock().unwrap().push(member.number());
                    inside.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert_eq!(log.into_inner().unwrap(), (0..count).collect::<Vec<_>>());
    }
}

/// Who never enters, and who dies of a bug of ours, holds up nobody.
#[test]
fn who_is_gone_is_not_waited_for() {
    let mut members = Gang::of(4);
    drop(members.remove(2));
    let died = thread::scope(|scope| {
        let threads: Vec<_> = members
            .into_iter()
            .map(|member| {
                scope.spawn(move || {
                    member.enter();
                    // Silent, unlike a panic.
                    if member.number() == 0 {
                        std::panic::resume_unwind(Box::new("a bug"));
                    }
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().is_err())
            .collect::<Vec<_>>()
    });
    assert_eq!(died, [true, false, false]);
}
