//! Mandates that the gateway is still to end.

use super::Accounts;
use super::statement::{Row, statement};
use crate::StoreError;
use zkratka_commerce::time::Timestamp;

/// A mandate whose end the gateway has not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MandateEnd {
    pub gateway: String,
    pub mandate: String,
    /// How often the gateway was asked.
    pub tries: u32,
}

pub(super) const END_OF_CARD: &str = "INSERT INTO mandate_ends (mandate, gateway)
    SELECT mandate, gateway FROM account_cards WHERE account = $1 AND id = $2 AND renews = 0
    ON CONFLICT (mandate) DO NOTHING";
pub(super) const ENDS_OF_ACCOUNT: &str = "INSERT INTO mandate_ends (mandate, gateway)
    SELECT mandate, gateway FROM account_cards WHERE account = $1 AND renews = 0
    ON CONFLICT (mandate) DO NOTHING";
const CLAIM: &str = "UPDATE mandate_ends SET due_at = $2, tries = tries + 1
    WHERE due_at <= $1 AND mandate IN (
        SELECT mandate FROM mandate_ends WHERE due_at <= $1 ORDER BY due_at, mandate LIMIT $3)
    RETURNING mandate, gateway, tries";
const ALL: &str = "SELECT mandate, gateway, tries FROM mandate_ends ORDER BY mandate LIMIT $1";

impl Accounts<'_> {
    /// Mandates that are due, at most `limit`. No other server gets them before `until`; if they are not confirmed by then,
    /// they are due again.
    pub async fn claim_mandate_ends(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<MandateEnd>, StoreError> {
        let claimed = self.write(statement!(CLAIM, now, until, limit)).await?;
        claimed.iter().map(mandate_end).collect()
    }

    /// The gateway is not asked before this time.
    pub async fn put_off_mandate_end(
        &self,
        mandate: &str,
        due_at: Timestamp,
    ) -> Result<(), StoreError> {
        let put_off = "UPDATE mandate_ends SET due_at = $2 WHERE mandate = $1";
        self.write(statement!(put_off, mandate, due_at)).await?;
        Ok(())
    }

    /// The gateway has ended the mandate.
    pub async fn confirm_mandate_end(&self, mandate: &str) -> Result<(), StoreError> {
        let confirm = "DELETE FROM mandate_ends WHERE mandate = $1";
        self.write(statement!(confirm, mandate)).await?;
        Ok(())
    }

    /// Mandates that the gateway has not confirmed to have ended, at most `limit`.
    pub async fn unconfirmed_mandate_ends(
        &self,
        limit: u32,
    ) -> Result<Vec<MandateEnd>, StoreError> {
        self.list(statement!(ALL, limit), mandate_end).await
    }
}

fn mandate_end(row: &Row) -> Result<MandateEnd, StoreError> {
    Ok(MandateEnd {
        mandate: row.text(0)?,
        gateway: row.text(1)?,
        tries: row.count(2)?,
    })
}
