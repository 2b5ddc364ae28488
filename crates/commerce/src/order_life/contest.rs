//! What contests a payment: disputes, and money that was taken back.

use super::entry::{Change, Entry};
use super::life::{Dispute, DisputeState};
use crate::money::MinorUnits;
use std::collections::BTreeMap;

/// By the gateway's ids. No id is in both.
pub(super) struct Contest {
    pub(super) reversals: BTreeMap<String, MinorUnits>,
    pub(super) disputes: BTreeMap<String, Dispute>,
}

impl Contest {
    pub(super) fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Self {
        let mut contest = Self {
            reversals: BTreeMap::new(),
            disputes: BTreeMap::new(),
        };
        for entry in entries {
            contest.take(&entry.change);
        }
        contest.settle();
        contest
    }

    pub(super) fn is_contested(&self) -> bool {
        is_contested(&self.reversals, &self.disputes)
    }

    fn take(&mut self, change: &Change) {
        match change {
            Change::Reversed { reference, amount } => {
                self.reversals.entry(reference.clone()).or_insert(*amount);
            }
            Change::DisputeOpened { dispute, amount } => {
                self.dispute(dispute).amount = Some(*amount);
            }
            Change::DisputeWon { dispute } => self.dispute(dispute).won = true,
            Change::DisputeLost { dispute, amount } => {
                self.dispute(dispute).lost.get_or_insert(*amount);
            }
            _ => {}
        }
    }

    fn dispute(&mut self, id: &str) -> &mut Dispute {
        self.disputes.entry(id.to_owned()).or_default()
    }

    /// An operator may record the money that a dispute took as a reversal with the dispute's id. The reversal counts until the
    /// gateway reports the end of the dispute; from then on only that end counts.
    fn settle(&mut self) {
        let (reversals, disputes) = (&mut self.reversals, &mut self.disputes);
        disputes.retain(|id, dispute| {
            dispute.state() != DisputeState::Open || !reversals.contains_key(id)
        });
        reversals.retain(|id, _| !disputes.contains_key(id));
    }
}

/// Whether a dispute is open or lost, or money was taken back.
pub(super) fn is_contested(
    reversals: &BTreeMap<String, MinorUnits>,
    disputes: &BTreeMap<String, Dispute>,
) -> bool {
    let contests = |dispute: &Dispute| dispute.state() != DisputeState::Won;
    disputes.values().any(contests) || !reversals.is_empty()
}
