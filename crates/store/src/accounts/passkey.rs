//! Passkeys of accounts.

use super::statement::{Row, statement};
use super::{AccountId, Accounts};
use crate::StoreError;
use zkratka_commerce::time::Timestamp;

/// Passkeys of one account.
pub const MAX_PASSKEYS: u32 = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountPasskey {
    /// The credential id.
    pub id: Vec<u8>,
    pub account: AccountId,
    /// A `SubjectPublicKeyInfo` in DER.
    pub public_key: Vec<u8>,
    /// The number in COSE's registry.
    pub algorithm: i64,
    /// The last signature counter.
    pub count: u32,
    pub backup_eligible: bool,
    pub backed_up: bool,
    /// How the authenticator is reached, as the browser said; separated by commas.
    pub transports: String,
    /// What its owner recognises it by.
    pub label: String,
    pub created_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

/// What an assertion changes.
#[derive(Clone, Copy, Debug)]
pub struct PasskeyUse {
    /// The counter that was stored when the assertion was verified.
    pub before: u32,
    pub count: u32,
    pub backed_up: bool,
    pub now: Timestamp,
}

const COLUMNS: &str = "SELECT id, account, public_key, algorithm, count, backup_eligible, backed_up, transports, label, created_at, used_at
    FROM account_passkeys WHERE id = $1";
const OF_ACCOUNT: &str = "SELECT id, account, public_key, algorithm, count, backup_eligible, backed_up, transports, label, created_at, used_at
    FROM account_passkeys WHERE account = $1 ORDER BY created_at, id";
const ADD: &str = "INSERT INTO account_passkeys
        (id, account, public_key, algorithm, count, backup_eligible, backed_up, transports, label, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
    WHERE (SELECT count(*) FROM account_passkeys WHERE account = $2) < $11
    ON CONFLICT (id) DO NOTHING RETURNING id";

impl Accounts<'_> {
    /// Adds a passkey. Returns false if its id is known, in whichever account, or the account has too many.
    pub async fn add_passkey(&self, passkey: &AccountPasskey) -> Result<bool, StoreError> {
        let add = statement!(
            ADD,
            passkey.id.as_slice(),
            passkey.account.0,
            passkey.public_key.as_slice(),
            passkey.algorithm,
            passkey.count,
            passkey.backup_eligible,
            passkey.backed_up,
            passkey.transports.as_str(),
            passkey.label.as_str(),
            passkey.created_at,
            MAX_PASSKEYS
        );
        self.changes_locked(passkey.account, add).await
    }

    pub async fn passkey(&self, id: &[u8]) -> Result<Option<AccountPasskey>, StoreError> {
        Ok(self.list(statement!(COLUMNS, id), passkey).await?.pop())
    }

    /// The passkeys of an account, oldest first.
    pub async fn passkeys_of(&self, account: AccountId) -> Result<Vec<AccountPasskey>, StoreError> {
        self.list(statement!(OF_ACCOUNT, account.0), passkey).await
    }

    /// Records an assertion. Returns false if the counter changed since it was read: another assertion came first.
    pub async fn record_passkey_use(
        &self,
        id: &[u8],
        used: PasskeyUse,
    ) -> Result<bool, StoreError> {
        let record = "UPDATE account_passkeys SET count = $3, backed_up = $4, used_at = $5
            WHERE id = $1 AND count = $2 RETURNING id";
        let values = statement!(
            record,
            id,
            used.before,
            used.count,
            used.backed_up,
            used.now
        );
        self.changes(values).await
    }

    /// Gives a passkey another name. Returns false if the account has no such passkey.
    pub async fn rename_passkey(
        &self,
        account: AccountId,
        id: &[u8],
        label: &str,
    ) -> Result<bool, StoreError> {
        let rename = "UPDATE account_passkeys SET label = $3
            WHERE account = $1 AND id = $2 RETURNING id";
        self.changes(statement!(rename, account.0, id, label)).await
    }

    /// Returns false if the account has no such passkey.
    pub async fn remove_passkey(&self, account: AccountId, id: &[u8]) -> Result<bool, StoreError> {
        let remove = "DELETE FROM account_passkeys WHERE account = $1 AND id = $2 RETURNING id";
        self.changes(statement!(remove, account.0, id)).await
    }
}

fn passkey(row: &Row) -> Result<AccountPasskey, StoreError> {
    Ok(AccountPasskey {
        id: row.bytes(0)?,
        account: AccountId(row.array(1)?),
        public_key: row.bytes(2)?,
        algorithm: row.number(3)?,
        count: row.count(4)?,
        backup_eligible: row.flag(5)?,
        backed_up: row.flag(6)?,
        transports: row.text(7)?,
        label: row.text(8)?,
        created_at: row.time(9)?,
        used_at: row.maybe_time(10)?,
    })
}
