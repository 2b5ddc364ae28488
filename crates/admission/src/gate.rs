//! The gate: limits concurrent work and tells refused clients when to retry.

use super::pace::Pace;
use super::priority::{PRIORITIES, Priority};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zkratka_commerce::time::Timestamp;

/// Shortest retry delay: a retry costs work, too.
const MIN_DELAY: Duration = Duration::from_millis(250);
/// Longest retry delay: clients give up after a longer one, and the pace cannot be predicted further ahead.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// Admits a bounded amount of concurrent work.
#[derive(Debug)]
pub struct Gate {
    size: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    inside: usize,
    /// Refusals since the last call of [`Gate::take_refused_count`].
    refused: u64,
    pace: Pace,
    /// By priority: until when the expected capacity is promised to refused clients. Each further refusal gets a later
    /// time, so that the clients do not all retry at once.
    promised: [Option<Instant>; PRIORITIES],
}

/// The permission to work. Dropping it frees the place.
#[derive(Debug)]
pub struct Permit {
    gate: Arc<Gate>,
    /// Whether the work's duration counts for the pace.
    counts: bool,
}

/// A refusal, with the time to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// There should be room after this delay.
    pub after: Duration,
}

impl Refusal {
    /// `pollAfter`
    #[must_use]
    pub fn moment(self, now: Timestamp) -> Timestamp {
        let after = i64::try_from(self.after.as_millis()).unwrap_or(i64::MAX);
        now.plus(after)
    }

    /// `Retry-After`, in seconds, rounded up.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.after.as_secs() + u64::from(self.after.subsec_nanos() > 0)
    }
}

impl Gate {
    /// Admits `size` pieces of work at the same time, at least one.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            size: size.max(1),
            state: Mutex::new(State {
                inside: 0,
                refused: 0,
                pace: Pace::default(),
                promised: [None; PRIORITIES],
            }),
        }
    }

    /// Admits work, or refuses it at once if its priority has no room left or it would not be finished by `by`.
    pub fn enter(self: &Arc<Self>, priority: Priority, by: Instant) -> Result<Permit, Refusal> {
        self.take(priority, Some(by), Instant::now())?;
        Ok(Permit {
            gate: Arc::clone(self),
            counts: true,
        })
    }

    /// Like [`Self::enter`], for work without a queue inside, which cannot be late.
    pub fn enter_if_room(self: &Arc<Self>, priority: Priority) -> Result<Permit, Refusal> {
        self.take(priority, None, Instant::now())?;
        Ok(Permit {
            gate: Arc::clone(self),
            counts: true,
        })
    }

    /// Takes a place before it is known whether there is work. The permit counts for the pace after [`Permit::confirm`]
    /// only.
    #[must_use]
    pub fn reserve(self: &Arc<Self>, priority: Priority) -> Option<Permit> {
        self.take(priority, None, Instant::now()).ok()?;
        Some(Permit {
            gate: Arc::clone(self),
            counts: false,
        })
    }

    /// The refusal that work of this priority would get now; none if there is room.
    #[must_use]
    pub fn check(&self, priority: Priority) -> Option<Refusal> {
        let mut state = self.lock();
        let is_full = state.inside >= priority.share(self.size);
        is_full.then(|| state.refuse(priority, Instant::now()))
    }

    /// The retry delay for work that something behind the gate refused.
    #[must_use]
    pub fn refuse(&self, priority: Priority) -> Refusal {
        self.lock().refuse(priority, Instant::now())
    }

    /// Resets the count.
    #[must_use]
    pub fn take_refused_count(&self) -> u64 {
        std::mem::take(&mut self.lock().refused)
    }

    fn take(&self, priority: Priority, by: Option<Instant>, now: Instant) -> Result<(), Refusal> {
        let mut state = self.lock();
        let each = state.pace.each(now);
        let place = u32::try_from(state.inside + 1).unwrap_or(u32::MAX);
        // An empty gate admits everybody: otherwise a gate with a slow pace would stay closed, since only work updates
        // the pace.
        let is_late =
            state.inside > 0 && by.is_some_and(|by| now + each.saturating_mul(place) > by);
        if is_late || state.inside >= priority.share(self.size) {
            state.refused += 1;
            return Err(state.refuse(priority, now));
        }
        state.inside += 1;
        state.pace.begin(now);
        // This may be one of the refused clients, so one promise is fulfilled.
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

    /// A poisoned lock is safe to use: the state is consistent after every statement.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Promises the next free place, at the measured pace.
    fn refuse(&mut self, priority: Priority, now: Instant) -> Refusal {
        let each = self.pace.each(now);
        let promised = &mut self.promised[priority.index()];
        let free = promised.map_or(now, |until| until.max(now)) + each;
        let after = (free - now).clamp(MIN_DELAY, MAX_DELAY);
        *promised = Some(free.min(now + MAX_DELAY));
        Refusal { after }
    }
}

impl Permit {
    /// The reserved place is used: the work counts for the pace.
    #[must_use]
    pub fn confirm(mut self) -> Self {
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

    /// A gate at a pace of one piece every `every`, with `inside` pieces of work.
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
    fn each_priority_fills_its_share() {
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
        assert_eq!(
            [gate.take_refused_count(), gate.take_refused_count()],
            [4, 0]
        );
        drop(counts);
        assert!(
            gate.check(Priority::Browsing).is_none(),
            "it recovers at once"
        );
        assert_eq!(fill(Priority::Browsing).len(), 12);
    }

    #[test]
    fn refused_clients_get_different_delays_at_the_measured_pace() {
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
        assert!(
            told.iter()
                .all(|after| (MIN_DELAY..=MAX_DELAY).contains(after))
        );
        assert_eq!(
            told[39], MAX_DELAY,
            "but nobody is told to come in a quarter of an hour"
        );
    }

    #[test]
    fn a_fast_gate_still_demands_the_shortest_delay() {
        let (gate, now) = at_pace(4, Duration::from_micros(80), 4);
        let told = gate.take(Priority::Paying, None, now).unwrap_err();
        assert_eq!(told.after, MIN_DELAY);
        assert_eq!(told.seconds(), 1);
    }

    #[test]
    fn work_that_would_be_late_is_refused_at_once() {
        // Three are inside, so the fourth finishes after four times 100 ms.
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
    fn reserved_places_do_not_change_the_pace() {
        let gate = Arc::new(Gate::new(8));
        drop(gate.reserve(Priority::Settling));
        assert_eq!(gate.lock().pace.each(Instant::now()), Duration::ZERO);
        assert_eq!(gate.lock().inside, 0);
    }
}
