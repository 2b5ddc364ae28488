//! Addresses and cards of accounts.

use super::letter::add_if_address;
use super::mandate_end::END_OF_CARD;
use super::statement::{Row, Statement, statement};
use super::{AccountId, Accounts, NewAccountLetter};
use crate::StoreError;
use zkratka_commerce::address::Address;
use zkratka_commerce::time::Timestamp;

/// Addresses of one account.
pub const MAX_ADDRESSES: u32 = 20;
/// Cards of one account.
pub const MAX_CARDS: u32 = 10;

/// The random id of an address or card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryId(pub [u8; 16]);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAddress {
    pub id: EntryId,
    pub account: AccountId,
    pub address: Address,
    pub used_at: Timestamp,
}

/// A card that can be charged again. Its number is only at the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedCard {
    pub id: EntryId,
    pub account: AccountId,
    pub gateway: String,
    /// The gateway's reference by which it charges the card again.
    pub mandate: String,
    pub network: String,
    /// The last four digits.
    pub last_four: String,
    /// Year and month, as `2030-01`.
    pub expires: Option<String>,
    pub used_at: Timestamp,
}

const ADD_ADDRESS: &str = "INSERT INTO account_addresses (id, account, address, used_at)
    SELECT $1, $2, $3, $4
    WHERE (SELECT count(*) FROM account_addresses WHERE account = $2) < $5 RETURNING id";
const CHANGE_ADDRESS: &str = "UPDATE account_addresses SET address = $3, used_at = $4
    WHERE account = $1 AND id = $2 RETURNING id";
const ADD_CARD: &str = "INSERT INTO account_cards
        (id, account, gateway, mandate, network, last_four, expires, used_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8
    WHERE (SELECT count(*) FROM account_cards WHERE account = $2) < $9 RETURNING id";
const USE_CARD: &str = "UPDATE account_cards SET used_at = $3 WHERE account = $1 AND id = $2
    RETURNING id, account, gateway, mandate, network, last_four, expires, used_at";
const REMOVE_CARD: &str = "DELETE FROM account_cards WHERE account = $1 AND id = $2
    RETURNING id, account, gateway, mandate, network, last_four, expires, used_at";

impl Accounts<'_> {
    /// Returns false if the account has too many.
    pub async fn add_address(&self, saved: &SavedAddress) -> Result<bool, StoreError> {
        self.changes_locked(saved.account, added(saved)?).await
    }

    /// Adds an address that the owner has typed, with the e-mail that tells of it. Returns false if the account has too many.
    pub async fn add_typed_address(
        &self,
        saved: &SavedAddress,
        letter: &NewAccountLetter,
    ) -> Result<bool, StoreError> {
        let told = add_if_address(letter, saved);
        let written = self.write_locked(saved.account, vec![added(saved)?, told]);
        let written = written.await?;
        Ok(!written.is_empty())
    }

    /// Changes an address, with the e-mail that tells of it. Returns false if the account has no such address.
    pub async fn change_address(
        &self,
        saved: &SavedAddress,
        letter: &NewAccountLetter,
    ) -> Result<bool, StoreError> {
        let document = document(&saved.address)?;
        let change = statement!(
            CHANGE_ADDRESS,
            saved.account.0,
            saved.id.0,
            document,
            saved.used_at
        );
        let told = add_if_address(letter, saved);
        let written = self.write_locked(saved.account, vec![change, told]).await?;
        Ok(!written.is_empty())
    }

    /// The addresses of an account, the one used last first.
    pub async fn addresses_of(&self, account: AccountId) -> Result<Vec<SavedAddress>, StoreError> {
        let addresses = "SELECT id, account, address, used_at FROM account_addresses
            WHERE account = $1 ORDER BY used_at DESC, id";
        self.list(statement!(addresses, account.0), address).await
    }

    /// Records that an address was used. Returns false if the account has no such address.
    pub async fn use_address(
        &self,
        account: AccountId,
        id: EntryId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let used = "UPDATE account_addresses SET used_at = $3
            WHERE account = $1 AND id = $2 RETURNING id";
        self.changes(statement!(used, account.0, id.0, now)).await
    }

    /// Returns false if the account has no such address.
    pub async fn remove_address(
        &self,
        account: AccountId,
        id: EntryId,
    ) -> Result<bool, StoreError> {
        let remove = "DELETE FROM account_addresses WHERE account = $1 AND id = $2 RETURNING id";
        self.changes(statement!(remove, account.0, id.0)).await
    }

    /// Returns false if the account has too many.
    pub async fn add_card(&self, saved: &SavedCard) -> Result<bool, StoreError> {
        let add = statement!(
            ADD_CARD,
            saved.id.0,
            saved.account.0,
            saved.gateway.as_str(),
            saved.mandate.as_str(),
            saved.network.as_str(),
            saved.last_four.as_str(),
            saved.expires.as_deref(),
            saved.used_at,
            MAX_CARDS
        );
        self.changes_locked(saved.account, add).await
    }

    /// The cards of an account, the one used last first.
    pub async fn cards_of(&self, account: AccountId) -> Result<Vec<SavedCard>, StoreError> {
        let cards = "SELECT id, account, gateway, mandate, network, last_four, expires, used_at
            FROM account_cards WHERE account = $1 ORDER BY used_at DESC, id";
        self.list(statement!(cards, account.0), card).await
    }

    /// Records that a card was used, and returns it. `None` if the account has no such card.
    pub async fn use_card(
        &self,
        account: AccountId,
        id: EntryId,
        now: Timestamp,
    ) -> Result<Option<SavedCard>, StoreError> {
        let used = self
            .write(statement!(USE_CARD, account.0, id.0, now))
            .await?;
        used.first().map(card).transpose()
    }

    /// Removes a card and returns it. Unless a subscription is renewed by its mandate, the mandate is to be ended at the
    /// gateway.
    pub async fn remove_card(
        &self,
        account: AccountId,
        id: EntryId,
    ) -> Result<Option<SavedCard>, StoreError> {
        let end = statement!(END_OF_CARD, account.0, id.0);
        let remove = statement!(REMOVE_CARD, account.0, id.0);
        let removed = self.write_locked(account, vec![end, remove]).await?;
        removed.first().map(card).transpose()
    }
}

fn added(saved: &SavedAddress) -> Result<Statement, StoreError> {
    let document = document(&saved.address)?;
    Ok(statement!(
        ADD_ADDRESS,
        saved.id.0,
        saved.account.0,
        document,
        saved.used_at,
        MAX_ADDRESSES
    ))
}

fn document(address: &Address) -> Result<String, StoreError> {
    serde_json::to_string(address).map_err(|error| unreadable(&error))
}

fn address(row: &Row) -> Result<SavedAddress, StoreError> {
    Ok(SavedAddress {
        id: EntryId(row.array(0)?),
        account: AccountId(row.array(1)?),
        address: serde_json::from_str(&row.text(2)?).map_err(|error| unreadable(&error))?,
        used_at: row.time(3)?,
    })
}

fn card(row: &Row) -> Result<SavedCard, StoreError> {
    Ok(SavedCard {
        id: EntryId(row.array(0)?),
        account: AccountId(row.array(1)?),
        gateway: row.text(2)?,
        mandate: row.text(3)?,
        network: row.text(4)?,
        last_four: row.text(5)?,
        expires: row.maybe_text(6)?,
        used_at: row.time(7)?,
    })
}

pub(super) fn unreadable(error: &serde_json::Error) -> StoreError {
    StoreError::Corrupt {
        what: "address or card",
        reason: error.to_string(),
    }
}
