//! What exists in a simulated world beside its processes: the store, the provider, the time, and what is on its way.
//!
//! A process waits at a gate before each of its calls, and the director opens one gate after another. So the seed decides
//! the order of everything, and a process may die, or its call get lost, at each of its awaits.

use crate::chaos::{Chaos, Fate};
use crate::notices::Notices;
use crate::provider::Provider;
use crate::store::Shop;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::Clock;
use zkratka_testing::Prng;

/// The servers come first among the processes, then the operators' commands.
pub(crate) const SERVERS: usize = 3;
pub(crate) const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

/// One run of a process between two deaths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Life {
    pub(crate) process: usize,
    pub(crate) epoch: u32,
}

/// Where a call goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    Store,
    Provider,
}

/// A process that waits to make a call.
struct Gate {
    life: Life,
    to: To,
    what: &'static str,
    open: oneshot::Sender<Fate>,
}

type Late = Box<dyn FnOnce(&mut State) + Send>;

pub(crate) struct State {
    pub(crate) prng: Prng,
    pub(crate) chaos: Chaos,
    /// The true time. Each server's clock differs from it.
    pub(crate) now: Timestamp,
    /// Milliseconds that each server's clock is ahead.
    skews: [i64; SERVERS],
    /// How often each process has died.
    deaths: Vec<u32>,
    gates: Vec<Gate>,
    /// Gates of the dead, which never open.
    graves: Vec<Gate>,
    /// Calls that are still on their way although nobody waits for their answers.
    late: Vec<Late>,
    pub(crate) shop: Shop,
    pub(crate) provider: Provider,
    pub(crate) notices: Notices,
    trace: bool,
}

pub(crate) struct World(Mutex<State>);

impl World {
    pub(crate) fn new(seed: u64, trace: bool) -> Arc<Self> {
        let mut prng = Prng::new(seed);
        let chaos = Chaos::of_seed(seed);
        let skews = [(); SERVERS].map(|()| prng.millis(2 * chaos.skew + 1) - chaos.skew);
        let stock = 2 + prng.millis(8);
        let provider = Provider::new(&mut prng);
        Arc::new(Self(Mutex::new(State {
            prng,
            chaos,
            now: BEGINNING,
            skews,
            deaths: vec![0; SERVERS],
            gates: Vec::new(),
            graves: Vec::new(),
            late: Vec::new(),
            shop: Shop::new(stock),
            provider,
            notices: Notices::default(),
            trace,
        })))
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A failed check in one task must not hide behind a poisoned lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn last_call<T>(&self, life: Life, effect: impl Fn(&mut State) -> T) {
        let mut state = self.state();
        effect(&mut state);
        state.kill(life.process);
    }

    /// One call of a process. `lost` is the answer if none comes back.
    pub(crate) async fn call<T: Send>(
        &self,
        life: Life,
        to: To,
        what: &'static str,
        effect: impl Fn(&mut State) -> T + Send + 'static,
        lost: T,
    ) -> T {
        let opened = self.state().wait(life, to, what);
        let Some(opened) = opened else {
            return pending().await;
        };
        let Ok(fate) = opened.await else {
            return pending().await;
        };
        match fate {
            Fate::Passes => effect(&mut self.state()),
            Fate::Lost => lost,
            Fate::Twice => {
                effect(&mut self.state());
                effect(&mut self.state())
            }
            Fate::AnswerLost => {
                effect(&mut self.state());
                lost
            }
            Fate::Late => {
                let late = move |state: &mut State| {
                    effect(state);
                };
                self.state().late.push(Box::new(late));
                lost
            }
            Fate::Dies => {
                self.last_call(life, effect);
                pending().await
            }
        }
    }
}

impl State {
    pub(crate) fn log(&self, line: impl FnOnce() -> String) {
        if self.trace {
            println!("{:>10} {}", self.now.0 - BEGINNING.0, line());
        }
    }

    pub(crate) fn life(&mut self, process: usize) -> Life {
        if self.deaths.len() <= process {
            self.deaths.resize(process + 1, 0);
        }
        let epoch = self.deaths[process];
        Life { process, epoch }
    }

    pub(crate) fn is_dead(&self, life: Life) -> bool {
        self.deaths[life.process] != life.epoch
    }

    fn wait(&mut self, life: Life, to: To, what: &'static str) -> Option<oneshot::Receiver<Fate>> {
        if self.is_dead(life) {
            return None;
        }
        let (open, opened) = oneshot::channel();
        self.gates.push(Gate {
            life,
            to,
            what,
            open,
        });
        Some(opened)
    }

    /// Whether anything is on its way.
    pub(crate) fn is_busy(&self) -> bool {
        !self.gates.is_empty() || !self.late.is_empty()
    }

    /// Lets any one of the waiting calls happen.
    pub(crate) fn open_gate(&mut self) {
        let waiting = self.gates.len();
        let all = waiting + self.late.len();
        if all == 0 {
            return;
        }
        let chosen = self.prng.index(all);
        if chosen >= waiting {
            let late = self.late.swap_remove(chosen - waiting);
            self.log(|| "a call arrives late".to_owned());
            late(self);
            return;
        }
        let gate = self.gates.swap_remove(chosen);
        let fate = self.chaos.fate(&mut self.prng, gate.to);
        let (life, what) = (gate.life, gate.what);
        self.log(|| format!("process {}: {what} {}", life.process, fate.name()));
        // A task whose caller has gone waits no more.
        let _ = gate.open.send(fate);
    }

    /// A process dies: everything in its memory is gone.
    pub(crate) fn kill(&mut self, process: usize) {
        self.deaths[process] += 1;
        self.log(|| format!("process {process} dies"));
        let (dead, alive) = std::mem::take(&mut self.gates)
            .into_iter()
            .partition(|gate| gate.life.process == process);
        self.gates = alive;
        self.graves.extend::<Vec<Gate>>(dead);
        self.notices.forget(process);
    }

    /// The time on the clock of a process. An operator's command has the clock of the first server's machine.
    pub(crate) fn clock(&self, process: usize) -> Timestamp {
        self.now
            .plus(self.skews.get(process).copied().unwrap_or(self.skews[0]))
    }

    /// Lets the time pass until a server's clock shows this.
    pub(crate) fn wait_until(&mut self, server: usize, due: Timestamp) {
        self.now = self.now.max(due.plus(-self.skews[server]));
    }
}

/// The clock of one process.
pub(crate) struct SkewedClock {
    pub(crate) world: Arc<World>,
    pub(crate) process: usize,
}

impl Clock for SkewedClock {
    fn now(&self) -> Timestamp {
        self.world.state().clock(self.process)
    }
}
