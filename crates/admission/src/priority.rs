/// Work of a lower priority may use a smaller share of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Pages, and carts that do not exist yet.
    Browsing,
    /// Reading and changing an existing cart.
    Shopping,
    Paying,
    /// Finishing a payment that has begun.
    Settling,
}

pub(super) const PRIORITIES: usize = 4;

impl Priority {
    /// How much of a gate of `size` the priority may use: three quarters, seven eighths, fifteen sixteenths, all.
    pub(super) fn share(self, size: usize) -> usize {
        let reserved = match self {
            Self::Browsing => size.div_ceil(4),
            Self::Shopping => size.div_ceil(8),
            Self::Paying => size.div_ceil(16),
            Self::Settling => 0,
        };
        size.saturating_sub(reserved).max(1)
    }

    pub(super) const fn index(self) -> usize {
        match self {
            Self::Browsing => 0,
            Self::Shopping => 1,
            Self::Paying => 2,
            Self::Settling => 3,
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
                Priority::Browsing,
                Priority::Shopping,
                Priority::Paying,
                Priority::Settling,
            ]
            .map(|priority| priority.share(size))
        };
        assert_eq!(shares(512), [384, 448, 480, 512]);
        assert_eq!(shares(16), [12, 14, 15, 16]);
        assert_eq!(
            shares(1),
            [1, 1, 1, 1],
            "a gate that lets nobody in is none"
        );
    }
}
