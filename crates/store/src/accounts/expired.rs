//! What has expired goes.

use super::statement::statement;
use super::{Accounts, KEPT_MS, LETTERS_KEPT_MS};
use crate::StoreError;
use zkratka_commerce::time::Timestamp;

const CHALLENGES: &str = "DELETE FROM account_challenges WHERE id IN (
    SELECT id FROM account_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING id";
const SESSIONS: &str = "DELETE FROM account_sessions WHERE id IN (
    SELECT id FROM account_sessions WHERE idle_until < $1 OR ends_at < $1 ORDER BY idle_until LIMIT $2) RETURNING id";
const DEVICES: &str = "DELETE FROM account_devices WHERE id IN (
    SELECT id FROM account_devices WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING id";
const LETTERS: &str = "DELETE FROM account_letters WHERE id IN (
    SELECT id FROM account_letters WHERE created_at < $1 ORDER BY created_at LIMIT $2) RETURNING id";

const PAYMENTS: &str = "DELETE FROM account_payments WHERE id IN (
    SELECT id FROM account_payments WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING id";

impl Accounts<'_> {
    /// Deletes at most `limit` each of the challenges, sessions, devices and payments that have expired, and of the e-mails that
    /// could not be sent for too long. Returns how many.
    pub async fn delete_expired(&self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let mut deleted = 0;
        for expired in [
            statement!(CHALLENGES, now.plus(-KEPT_MS), limit),
            statement!(SESSIONS, now, limit),
            statement!(DEVICES, now, limit),
            statement!(PAYMENTS, now, limit),
            statement!(LETTERS, now.plus(-LETTERS_KEPT_MS), limit),
        ] {
            deleted += self.write(expired).await?.len() as u64;
        }
        Ok(deleted)
    }
}
