/// Work of a lower priority may use a smaller share of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// What no shopper waits for: browsers' reports.
    Reporting,
    /// Pages, and carts that do not exist yet.
    Browsing,
    /// Reading and changing an existing cart.
    Shopping,
    Paying,
    /// Finishing a payment that has begun.
    Settling,
}

pub(super) const PRIORITIES: usize = 5;

impl Priority {
    /// How much of a gate of `size` the priority may use: an eighth, three quarters, seven eighths, fifteen sixteenths, all.
    pub(super) fn share(self, size: usize) -> usize {
        let reserved = match self {
            Self::Reporting => size - size / 8,
            Self::Browsing => size.div_ceil(4),
            Self::Shopping => size.div_ceil(8),
            Self::Paying => size.div_ceil(16),
            Self::Settling => 0,
        };
        size.saturating_sub(reserved).max(1)
    }

    pub(super) const fn index(self) -> usize {
        match self {
            Self::Reporting => 0,
            Self::Browsing => 1,
            Self::Shopping => 2,
            Self::Paying => 3,
            Self::Settling => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Priority;

    #[test]
    fn a_higher_priority_has_a_larger_share() {
        let shares = |size| {
            [
                Priority::Reporting,
                Priority::Browsing,
                Priority::Shopping,
                Priority::Paying,
                Priority::Settling,
            ]
            .map(|priority| priority.share(size))
        };
        assert_eq!(shares(512), [64, 384, 448, 480, 512]);
        assert_eq!(shares(16), [2, 12, 14, 15, 16]);
        assert_eq!(
            shares(1),
            [1, 1, 1, 1, 1],
            "a gate that lets nobody in is none"
        );
    }
}
