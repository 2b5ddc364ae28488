//! How bad a world is.

use crate::world::To;
use zkratka_testing::Prng;

const SECOND: i64 = 1_000;
const HOUR: i64 = 60 * 60 * SECOND;

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Passes,
    /// It never arrives.
    Lost,
    /// It arrives twice.
    Twice,
    /// It arrives, and its answer does not come back.
    AnswerLost,
    /// The caller stops waiting, and the call arrives later.
    Late,
    /// It arrives, and the caller dies before the answer.
    Dies,
}

impl Fate {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Passes => "",
            Self::Lost => "is lost",
            Self::Twice => "arrives twice",
            Self::AnswerLost => "is not answered",
            Self::Late => "is late",
            Self::Dies => "is the last call",
        }
    }
}

/// Probabilities per thousand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chaos {
    /// A call to the provider fails in one of the ways.
    provider: u32,
    /// A call to the store fails in one of the ways.
    store: u32,
    /// A process dies between two steps.
    pub(crate) death: u32,
    /// A notification is sent twice.
    pub(crate) duplicate: u32,
    /// How many milliseconds a server's clock may be ahead or behind.
    pub(crate) skew: i64,
}

impl Chaos {
    pub(crate) const NONE: Self = Self {
        provider: 0,
        store: 0,
        death: 0,
        duplicate: 0,
        skew: 0,
    };

    /// Each seed selects one of five kinds of worlds.
    pub(crate) const fn of_seed(seed: u64) -> Self {
        let usual = Self {
            provider: 150,
            store: 60,
            death: 20,
            duplicate: 150,
            skew: 2 * SECOND,
        };
        match seed % 5 {
            // Nothing fails: only the order of events is strange.
            0 => Self {
                duplicate: 100,
                skew: SECOND,
                ..Self::NONE
            },
            1 => usual,
            2 => Self {
                skew: 5 * HOUR,
                ..usual
            },
            3 => Self {
                death: 80,
                skew: 20 * 60 * SECOND,
                ..usual
            },
            _ => Self {
                provider: 450,
                store: 200,
                duplicate: 400,
                skew: 60 * SECOND,
                ..usual
            },
        }
    }

    pub(crate) fn fate(&self, prng: &mut Prng, to: To) -> Fate {
        let (fails, ways): (u32, &[Fate]) = match to {
            To::Provider => (
                self.provider,
                &[
                    Fate::Lost,
                    Fate::AnswerLost,
                    Fate::Twice,
                    Fate::Late,
                    Fate::Dies,
                ],
            ),
            To::Store => (
                self.store,
                &[Fate::Lost, Fate::AnswerLost, Fate::Late, Fate::Dies],
            ),
        };
        if prng.chance(fails) {
            ways[prng.index(ways.len())]
        } else {
            Fate::Passes
        }
    }
}
