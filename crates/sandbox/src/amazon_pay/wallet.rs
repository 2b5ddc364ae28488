//! The cards in the wallet of every emulated buyer. The endings and what becomes of them are those of Amazon's sandbox.

/// What becomes of a payment with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    Approve,
    /// The session is cancelled for the buyer.
    BuyerCanceled,
    /// The session is cancelled because the card is declined.
    Declined,
    /// The authorisation is pending for 30 seconds and then succeeds.
    Pending,
    /// The authorisation is pending for 30 seconds and then declined.
    PendingDeclined,
}

impl Scenario {
    /// Amazon offers these only to merchants that can handle pending authorisations.
    pub(super) const fn is_pending(self) -> bool {
        matches!(self, Self::Pending | Self::PendingDeclined)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The last four digits; they name the card.
    pub ending: &'static str,
    network: &'static str,
    pub scenario: Scenario,
}

const fn card(ending: &'static str, network: &'static str, scenario: Scenario) -> Card {
    Card {
        ending,
        network,
        scenario,
    }
}

pub const CARDS: [Card; 9] = [
    card("1111", "Visa", Scenario::Approve),
    card("0005", "Amex", Scenario::Approve),
    card("4444", "MasterCard", Scenario::Approve),
    card("9424", "Discover", Scenario::Approve),
    card("0000", "JCB", Scenario::Approve),
    card("3064", "Visa", Scenario::BuyerCanceled),
    card("3434", "Visa", Scenario::Declined),
    card("0701", "Visa", Scenario::Pending),
    card("4354", "Visa", Scenario::PendingDeclined),
];

impl Card {
    #[must_use]
    pub fn ending(ending: &str) -> Option<Self> {
        CARDS.into_iter().find(|card| card.ending == ending)
    }

    /// The card as sessions show it.
    pub(super) fn descriptor(&self) -> String {
        format!("{} ****{} (Amazon Pay)", self.network, self.ending)
    }
}
