//! Saves the card and the address of an order in its buyer's account.

use super::book::unreadable;
use super::statement::{Row, Statement, statement};
use super::{AccountId, Accounts, EntryId, MAX_ADDRESSES, MAX_CARDS};
use crate::StoreError;
use zkratka_commerce::address::Address;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::Order;
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;

/// A card with its new mandate.
#[derive(Clone, Debug)]
pub struct SavedMandate {
    pub id: EntryId,
    pub gateway: String,
    pub mandate: String,
    pub network: String,
    pub last_four: String,
    /// Year and month, as `2030-01`.
    pub expires: Option<String>,
}

/// An order by which an account is still to be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingSave {
    pub order: OrderNumber,
    /// The card that the buyer has typed, with its mandate.
    pub card: Option<CardSummary>,
}

/// What to save of an order.
#[derive(Clone, Debug)]
pub struct SaveOrder {
    pub order: OrderNumber,
    /// `None` if nothing is to be saved any more.
    pub account: Option<AccountId>,
    /// The card that the order has created a mandate for.
    pub card: Option<SavedMandate>,
    /// Whether a subscription is renewed by that mandate.
    pub renews: bool,
    /// The mandate of a saved card that has paid and renews a subscription.
    pub renewed_by: Option<String>,
    pub address: Option<(EntryId, Address)>,
    pub now: Timestamp,
}

/// Another call for the order waits here, and then finds nothing to save. Both engines understand it.
const LOCK: &str = "UPDATE account_saves SET order_number = order_number WHERE order_number = $1";
const RENEW: &str = "UPDATE account_cards SET renews = 1 WHERE mandate = $1";
/// The card may have been removed after it paid, and the gateway not have been asked yet.
const KEEP: &str = "DELETE FROM mandate_ends WHERE mandate = $1";
const CARD: &str = "INSERT INTO account_cards
        (id, account, gateway, mandate, network, last_four, expires, used_at, renews)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $10)
        AND EXISTS (SELECT 1 FROM accounts WHERE id = $2)
        AND (SELECT count(*) FROM account_cards WHERE account = $2) < $11";
/// The mandate of a card that the account has no room for, or whose account is gone.
const END: &str = "INSERT INTO mandate_ends (mandate, gateway)
    SELECT $1, $2
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $3)
        AND NOT EXISTS (SELECT 1 FROM account_cards WHERE id = $4)
    ON CONFLICT (mandate) DO NOTHING";
const ADDRESS: &str = "INSERT INTO account_addresses (id, account, address, used_at)
    SELECT $1, $2, $3, $4
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $5)
        AND EXISTS (SELECT 1 FROM accounts WHERE id = $2)
        AND NOT EXISTS (SELECT 1 FROM account_addresses WHERE account = $2 AND address = $3)
        AND (SELECT count(*) FROM account_addresses WHERE account = $2) < $6";
const DONE: &str = "DELETE FROM account_saves WHERE order_number = $1 RETURNING order_number";
const PENDING: &str = "SELECT order_number, card FROM account_saves ORDER BY order_number LIMIT $1";

impl Accounts<'_> {
    /// Orders by which an account is still to be changed, at most `limit`. The store adds them with the orders.
    pub async fn pending_saves(&self, limit: u32) -> Result<Vec<PendingSave>, StoreError> {
        self.list(statement!(PENDING, limit), pending).await
    }

    /// Saves the card and the address of an order, in one transaction. Returns false if that was done before: it is not
    /// done again, whatever the account has now. An address that the account has is not saved twice. If the account is
    /// gone or has no room for the card, the mandate is to be ended at the gateway, unless a subscription needs it.
    pub async fn save_order(&self, save: &SaveOrder) -> Result<bool, StoreError> {
        let mut statements = vec![statement!(LOCK, save.order.0)];
        if let Some(mandate) = save.renewed_by.as_deref() {
            statements.push(statement!(RENEW, mandate));
            statements.push(statement!(KEEP, mandate));
        }
        if let Some(card) = &save.card {
            let add = save.account.map(|account| save_card(save, account, card));
            let end = (!save.renews).then(|| end_unsaved(save, card));
            statements.extend(add.into_iter().chain(end));
        }
        if let (Some(account), Some((id, address))) = (save.account, &save.address) {
            statements.push(save_address(save, account, *id, address)?);
        }
        statements.push(statement!(DONE, save.order.0));
        let done = match save.account {
            Some(account) => self.write_locked(account, statements).await?,
            None => self.engine.write(statements).await?,
        };
        Ok(!done.is_empty())
    }
}

fn save_card(save: &SaveOrder, account: AccountId, card: &SavedMandate) -> Statement {
    statement!(
        CARD,
        card.id.0,
        account.0,
        card.gateway.as_str(),
        card.mandate.as_str(),
        card.network.as_str(),
        card.last_four.as_str(),
        card.expires.as_deref(),
        save.now,
        save.renews,
        save.order.0,
        MAX_CARDS
    )
}

fn end_unsaved(save: &SaveOrder, card: &SavedMandate) -> Statement {
    statement!(
        END,
        card.mandate.as_str(),
        card.gateway.as_str(),
        save.order.0,
        card.id.0
    )
}

fn save_address(
    save: &SaveOrder,
    account: AccountId,
    id: EntryId,
    address: &Address,
) -> Result<Statement, StoreError> {
    let document = serde_json::to_string(address).map_err(|error| unreadable(&error))?;
    Ok(statement!(
        ADDRESS,
        id.0,
        account.0,
        document,
        save.now,
        save.order.0,
        MAX_ADDRESSES
    ))
}

/// How a pending save keeps the typed card of an order.
pub(crate) fn typed_card(order: &Order) -> Result<Option<String>, StoreError> {
    let card = order.card_to_save();
    let written = card.map(serde_json::to_string).transpose();
    written.map_err(|error| unreadable(&error))
}

fn pending(row: &Row) -> Result<PendingSave, StoreError> {
    let card = row.maybe_text(1)?;
    let card = card.map(|text| serde_json::from_str(&text)).transpose();
    Ok(PendingSave {
        order: OrderNumber(row.number(0)?.cast_unsigned()),
        card: card.map_err(|error| unreadable(&error))?,
    })
}
