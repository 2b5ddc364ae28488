//! A gate.

use super::pace::Pace;
use super::priority::{PRIORITIES, Priority};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zkratka_commerce::time::Timestamp;

/// Nobody is told to come sooner: asking costs too.
const SOONEST: Duration = Duration::from_millis(250);
/// Nobody is told to come later: nobody would wait, and nobody knows what is in a while.
const LATEST: Duration = Duration::from_secs(10);

/// Lets in so much work at the same time.
#[derive(Debug)]
pub struct Gate {
    size: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    inside: usize,
    /// How many were turned away since that was last asked.
    turned_away: u64,
    pace: Pace,
    /// Of each priority, up to when places were promised to those turned away: who comes next is told a later moment, so
    /// that they do not all come again at once.
    promised: [Option<Instant>; PRIORITIES],
}

/// A place inside a gate. Dropping it frees the place.
#[derive(Debug)]
pub struct Permit {
    gate: Arc<Gate>,
    /// Whether its end says something about the pace.
    counts: bool,
}

/// Work that a gate refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// After this long there should be room.
    pub after: Duration,
}

impl Refused {
    /// `pollAfter`.
    #[must_use]
    pub fn moment(self, now: Timestamp) -> Timestamp {
        let after = i64::try_from(self.after.as_millis()).unwrap_or(i64::MAX);
        now.plus(after)
    }

    /// `Retry-After`: whole seconds, never too few.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.after.as_secs() + u64::from(self.after.subsec_nanos() > 0)
    }
}

impl Gate {
    /// Lets in `size` pieces of work at the same time.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            size: size.max(1),
            state: Mutex::new(State {
                inside: 0,
                turned_away: 0,
                pace: Pace::default(),
                promised: [None; PRIORITIES],
            }),
        }
    }

    /// Lets work in, or turns it away at once: there is no room for its priority, or it would not be done in time.
    pub fn enter(self: &Arc<Self>, priority: Priority, by: Instant) -> Result<Permit, Refused> {
        self.take(priority, Some(by), Instant::now())?;
        Ok(Permit {
            gate: Arc::clone(self),
            counts: true,
        })
    }

    /// The same for work that waits for nothing inside.
    pub fn enter_if_room(self: &Arc<Self>, priority: Priority) -> Result<Permit, Refused> {
        self.take(priority, None, Instant::now())?;
        Ok(Permit {
            gate: Arc::clone(self),
            counts: true,
        })
    }

    /// Keeps a place for work of which it is not known yet whether there is any.
    #[must_use]
    pub fn reserve(self: &Arc<Self>, priority: Priority) -> Option<Permit> {
        self.take(priority, None, Instant::now()).ok()?;
        Some(Permit {
            gate: Arc::clone(self),
            counts: false,
        })
    }

    /// What work of this priority would be told now, if it were turned away.
    #[must_use]
    pub fn check(&self, priority: Priority) -> Option<Refused> {
        let mut state = self.lock();
        let is_full = state.inside >= priority.share(self.size);
        is_full.then(|| state.refuse(priority, Instant::now()))
    }

    /// When to come again, for work that was turned away further in.
    #[must_use]
    pub fn refuse(&self, priority: Priority) -> Refused {
        self.lock().refuse(priority, Instant::now())
    }

    /// How many were turned away since this was last asked.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        std::mem::take(&mut self.lock().turned_away)
    }

    fn take(&self, priority: Priority, by: Option<Instant>, now: Instant) -> Result<(), Refused> {
        let mut state = self.lock();
        let each = state.pace.each(now);
        let place = u32::try_from(state.inside + 1).unwrap_or(u32::MAX);
        // Whoever finds nobody inside is let in, however slow it was: otherwise a gate that was slow would stay shut.
        let is_late =
            state.inside > 0 && by.is_some_and(|by| now + each.saturating_mul(place) > by);
        if is_late || state.inside >= priority.share(self.size) {
            state.turned_away += 1;
            return Err(state.refuse(priority, now));
        }
        state.inside += 1;
        state.pace.begin(now);
        // Perhaps one of those who were told to come: their place is no longer promised.
        let promised = &mut state.promised[priority.index()];
        *promised = promised.and_then(|until| until.checked_sub(each));
        Ok(())
    }

    fn leave(&self, counts: bool, now: Instant) {
        let mut state = self.lock();
        state.inside = state.inside.saturating_sub(1);
        let others = state.inside > 0;
        if counts {
            state.pace.finish(now, others);
        } else {
            state.pace.forget(others);
        }
    }

    /// What it keeps is right after every step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Promises the next place at the measured pace.
    fn refuse(&mut self, priority: Priority, now: Instant) -> Refused {
        let each = self.pace.each(now);
        let promised = &mut self.promised[priority.index()];
        let free = promised.map_or(now, |until| until.max(now)) + each;
        let after = (free - now).clamp(SOONEST, LATEST);
        *promised = Some(free.min(now + LATEST));
        Refused { after }
    }
}

impl Permit {
    /// The reserved place is used.
    #[must_use]
    pub fn used(mut self) -> Self {
        self.counts = true;
        self
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.gate.leave(self.counts, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A gate whose work ends every `every`, with `inside` pieces inside.
    fn at_pace(size: usize, every: Duration, inside: usize) -> (Gate, Instant) {
        let gate = Gate::new(size);
        let mut now = Instant::now();
        for _ in 0..inside {
            gate.take(Priority::Settling, None, now).unwrap();
        }
        for _ in 0..200 {
            now += every;
            gate.lock().pace.finish(now, true);
        }
        (gate, now)
    }

    #[test]
    fn each_class_fills_its_share_and_finds_room_as_soon_as_there_is_some() {
        let gate = Arc::new(Gate::new(16));
        let fill = |priority| {
            let mut permits = Vec::new();
            while let Ok(permit) = gate.enter_if_room(priority) {
                permits.push(permit);
            }
            permits
        };
        let browsing = fill(Priority::Browsing);
        let shopping = fill(Priority::Shopping);
        let paying = fill(Priority::Paying);
        let settling = fill(Priority::Settling);
        let counts = [browsing, shopping, paying, settling];
        assert_eq!(counts.each_ref().map(Vec::len), [12, 2, 1, 1]);
        assert!(gate.check(Priority::Settling).is_some());
        assert_eq!([gate.turned_away(), gate.turned_away()], [4, 0]);
        drop(counts);
        assert!(
            gate.check(Priority::Browsing).is_none(),
            "it recovers at once"
        );
        assert_eq!(fill(Priority::Browsing).len(), 12);
    }

    #[test]
    fn those_turned_away_are_told_different_moments_at_the_measured_pace() {
        let (gate, now) = at_pace(4, 400 * MS, 4);
        let told: Vec<_> = (0..40)
            .map(|_| gate.take(Priority::Browsing, None, now).unwrap_err().after)
            .collect();
        let about = |place: usize, expected: Duration| {
            let off = told[place].abs_diff(expected);
            assert!(off * 20 <= expected, "{:?} of {expected:?}", told[place]);
        };
        about(0, 400 * MS);
        about(1, 800 * MS);
        about(9, 4000 * MS);
        assert!(told.iter().all(|after| (SOONEST..=LATEST).contains(after)));
        assert_eq!(
            told[39], LATEST,
            "but nobody is told to come in a quarter of an hour"
        );
    }

    #[test]
    fn a_fast_gate_asks_for_a_little_patience_all_the_same() {
        let (gate, now) = at_pace(4, Duration::from_micros(80), 4);
        let told = gate.take(Priority::Paying, None, now).unwrap_err();
        assert_eq!(told.after, SOONEST);
        assert_eq!(told.seconds(), 1);
    }

    #[test]
    fn what_would_be_late_is_turned_away_before_it_waits() {
        // Three are inside: the fourth is done after four times 100 ms.
        let (gate, now) = at_pace(64, 100 * MS, 3);
        assert!(
            gate.take(Priority::Browsing, Some(now + 300 * MS), now)
                .is_err()
        );
        assert!(
            gate.take(Priority::Browsing, Some(now + 450 * MS), now)
                .is_ok()
        );
        let (empty, now) = at_pace(64, 100 * MS, 1);
        empty.leave(true, now);
        assert!(
            empty.take(Priority::Browsing, Some(now), now).is_ok(),
            "somebody must be the first, or it would stay shut for ever"
        );
    }

    #[test]
    fn places_kept_for_nothing_say_nothing_about_the_pace() {
        let gate = Arc::new(Gate::new(8));
        drop(gate.reserve(Priority::Settling));
        assert_eq!(gate.lock().pace.each(Instant::now()), Duration::ZERO);
        assert_eq!(gate.lock().inside, 0);
    }
}
