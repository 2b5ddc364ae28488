//! The failure rates of a simulated world.

/// Probabilities of failures, per thousand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chaos {
    /// A step of the schedule is a server crash.
    pub(crate) crash: u32,
    /// A request never reaches the gateway.
    pub(crate) lose_request: u32,
    /// An answer never comes back.
    pub(crate) lose_answer: u32,
    /// A request or a notification is delivered twice.
    pub(crate) duplicate: u32,
    /// The gateway reports something false, or does not do what it should.
    pub(crate) lie: u32,
    /// A step of the schedule is hours of silence.
    pub(crate) long_silence: u32,
}

impl Chaos {
    pub(crate) const NONE: Self = Self {
        crash: 0,
        lose_request: 0,
        lose_answer: 0,
        duplicate: 0,
        lie: 0,
        long_silence: 0,
    };

    /// The network and the servers fail; the gateway is honest.
    const FAILURES: Self = Self {
        crash: 40,
        lose_request: 120,
        lose_answer: 120,
        duplicate: 120,
        lie: 0,
        long_silence: 0,
    };

    /// Each seed selects one of four kinds of worlds.
    pub(crate) const fn of_seed(seed: u64) -> Self {
        match seed % 4 {
            0 => Self::FAILURES,
            1 => Self {
                lie: 150,
                crash: 10,
                ..Self::FAILURES
            },
            2 => Self {
                long_silence: 20,
                ..Self::FAILURES
            },
            _ => Self {
                lie: 250,
                crash: 60,
                lose_request: 250,
                lose_answer: 250,
                duplicate: 250,
                long_silence: 20,
            },
        }
    }

    /// Whether the gateway is honest and there is no long silence. Then every payment must end as its card decides.
    pub(crate) const fn is_fair(&self) -> bool {
        self.lie == 0 && self.long_silence == 0
    }
}
