//! The mode of a database: test money and live money never share one.

use crate::StoreError;
use zkratka_commerce::order::Mode;

/// What a database says about its mode. One that was made before databases recorded it has only what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ModeEvidence {
    /// The mode that the first start recorded.
    pub(crate) recorded: Option<Mode>,
    pub(crate) has_test_orders: bool,
    pub(crate) has_live_orders: bool,
    pub(crate) has_gift_cards: bool,
}

impl ModeEvidence {
    /// Accepts or refuses a server of this mode. Refuses if anything contradicts it.
    pub(crate) fn allow(self, configured: Mode) -> Result<(), StoreError> {
        match self.mode(configured) {
            None => Err(StoreError::MixedModes),
            Some(found) if found != configured => Err(StoreError::OtherMode { found }),
            Some(_) => Ok(()),
        }
    }

    /// The database's mode; none if it holds orders of both.
    fn mode(self, configured: Mode) -> Option<Mode> {
        match (self.recorded, self.has_test_orders, self.has_live_orders) {
            (Some(recorded), ..) => Some(recorded),
            (None, true, true) => None,
            (None, true, false) => Some(Mode::Test),
            (None, false, true) => Some(Mode::Live),
            // The example configuration issues a card of test mode before the first order.
            (None, false, false) if self.has_gift_cards => Some(Mode::Test),
            (None, false, false) => Some(configured),
        }
    }
}

/// The name in the database.
pub(crate) const fn name(mode: Mode) -> &'static str {
    match mode {
        Mode::Test => "test",
        Mode::Live => "live",
    }
}

/// Reads a stored name.
pub(crate) fn parse(name: &str) -> Result<Mode, StoreError> {
    match name {
        "test" => Ok(Mode::Test),
        "live" => Ok(Mode::Live),
        other => Err(StoreError::Corrupt {
            what: "mode",
            reason: format!("\"{other}\" is neither test nor live"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: ModeEvidence = ModeEvidence {
        recorded: None,
        has_test_orders: false,
        has_live_orders: false,
        has_gift_cards: false,
    };

    fn allowed(evidence: ModeEvidence) -> [bool; 2] {
        [Mode::Test, Mode::Live].map(|mode| evidence.allow(mode).is_ok())
    }

    #[test]
    fn a_recorded_mode_decides() {
        for (recorded, expected) in [(Mode::Test, [true, false]), (Mode::Live, [false, true])] {
            let evidence = ModeEvidence {
                recorded: Some(recorded),
                has_test_orders: true,
                has_live_orders: true,
                has_gift_cards: true,
            };
            assert_eq!(allowed(evidence), expected);
        }
    }

    #[test]
    fn without_a_record_the_contents_decide() {
        assert_eq!(allowed(NOTHING), [true, true]);
        let tested = ModeEvidence {
            has_test_orders: true,
            ..NOTHING
        };
        assert_eq!(allowed(tested), [true, false]);
        let sold = ModeEvidence {
            has_live_orders: true,
            has_gift_cards: true,
            ..NOTHING
        };
        assert_eq!(allowed(sold), [false, true]);
        let mixed = ModeEvidence {
            has_live_orders: true,
            ..tested
        };
        assert_eq!(allowed(mixed), [false, false]);
        // Nothing says that these cards were paid with real money.
        let issued = ModeEvidence {
            has_gift_cards: true,
            ..NOTHING
        };
        assert_eq!(allowed(issued), [true, false]);
    }
}
