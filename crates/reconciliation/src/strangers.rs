//! Payments under keys of attempts that this database does not have.
//!
//! Any page that knows the public client id can write such a key into a payment, so they must not use up the bound on
//! differences, nor hide them. They are listed apart: a few of each day, and a line with the number of the others.

use crate::difference::Difference;
use std::collections::BTreeMap;
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How many of each day are listed.
const TOLD_A_DAY: usize = 10;

/// The payments of unknown attempts.
#[derive(Debug, Default)]
pub struct Strangers {
    told: Vec<Difference>,
    /// Of each day, counted from 1970-01-01 (UTC).
    days: BTreeMap<i64, usize>,
}

/// The payments of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrangersOfDay {
    /// The day's beginning in UTC.
    pub day: Timestamp,
    pub payments: usize,
}

impl Strangers {
    /// Adds a payment with its differences.
    pub(crate) fn add(&mut self, differences: Vec<Difference>) {
        let Some(first) = differences.first() else {
            return;
        };
        let payments = self.days.entry(first.at.0.div_euclid(DAY_MS)).or_default();
        *payments += 1;
        if *payments <= TOLD_A_DAY {
            self.told.extend(differences);
        }
    }

    #[must_use]
    pub fn told(&self) -> &[Difference] {
        &self.told
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    pub fn days(&self) -> impl Iterator<Item = StrangersOfDay> + '_ {
        self.days.iter().map(|(day, payments)| StrangersOfDay {
            day: Timestamp(day * DAY_MS),
            payments: *payments,
        })
    }
}
