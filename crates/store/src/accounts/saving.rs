//! Saves an order, its card and its address in its buyer's account.

use super::book::unreadable;
use super::letter::added;
use super::orders;
use super::statement::{Row, Statement, statement};
use super::{
    AccountId, AccountLetterKind, Accounts, EntryId, MAX_ADDRESSES, MAX_CARDS, NewAccountLetter,
};
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

/// An order that a server has claimed, to change the account by it.
#[derive(Debug)]
pub struct DueSave {
    pub order: OrderNumber,
    /// How often it was claimed.
    pub tries: u32,
    /// The card that the buyer has typed. A row that cannot be read keeps no other one waiting.
    pub card: Result<Option<CardSummary>, StoreError>,
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
    /// The e-mails to the owner. The one that names what is new is sent: the card, the address, or both.
    pub letters: Vec<NewAccountLetter>,
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
/// The same card, saved before. It ends at the gateway unless a subscription is renewed by its mandate.
const END_OLDER: &str = "INSERT INTO mandate_ends (mandate, gateway)
    SELECT mandate, gateway FROM account_cards
    WHERE account = $1 AND network = $2 AND last_four = $3 AND coalesce(expires, '') = $4
        AND mandate <> $5 AND renews = 0
        AND EXISTS (SELECT 1 FROM account_saves WHERE order_number = $6)
    ON CONFLICT (mandate) DO NOTHING";
const REMOVE_OLDER: &str = "DELETE FROM account_cards
    WHERE account = $1 AND network = $2 AND last_four = $3 AND coalesce(expires, '') = $4
        AND EXISTS (SELECT 1 FROM account_saves WHERE order_number = $5)";
/// An e-mail about a card, an address, or both, that this very transaction has added. At most one of the three is added.
const LETTER_OF_CARD: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6, $6
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $7)
        AND EXISTS (SELECT 1 FROM account_cards WHERE id = $8)
        AND NOT EXISTS (SELECT 1 FROM account_addresses WHERE id = $9)";
const LETTER_OF_ADDRESS: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6, $6
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $7)
        AND EXISTS (SELECT 1 FROM account_addresses WHERE id = $9)
        AND NOT EXISTS (SELECT 1 FROM account_cards WHERE id = $8)";
const LETTER_OF_BOTH: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6, $6
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $7)
        AND EXISTS (SELECT 1 FROM account_cards WHERE id = $8)
        AND EXISTS (SELECT 1 FROM account_addresses WHERE id = $9)";
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
const CLAIM: &str = "UPDATE account_saves SET due_at = $2, tries = tries + 1
    WHERE due_at <= $1 AND order_number IN (
        SELECT order_number FROM account_saves WHERE due_at <= $1 ORDER BY due_at, order_number LIMIT $3)
    RETURNING order_number, card, tries";
const PENDING: &str = "SELECT order_number, card FROM account_saves ORDER BY order_number LIMIT $1";

impl Accounts<'_> {
    /// Orders by which an account is still to be changed, at most `limit`. The store adds them with the orders.
    pub async fn pending_saves(&self, limit: u32) -> Result<Vec<PendingSave>, StoreError> {
        self.list(statement!(PENDING, limit), pending).await
    }

    /// Orders that are due, at most `limit`. No other server gets them before `until`; those that are not saved by then are due
    /// again.
    pub async fn claim_saves(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueSave>, StoreError> {
        let claimed = self.write(statement!(CLAIM, now, until, limit)).await?;
        claimed.iter().map(due).collect()
    }

    /// The order is not tried before this time.
    pub async fn put_off_save(
        &self,
        order: OrderNumber,
        due_at: Timestamp,
    ) -> Result<(), StoreError> {
        let put_off = "UPDATE account_saves SET due_at = $2 WHERE order_number = $1";
        self.write(statement!(put_off, order.0, due_at)).await?;
        Ok(())
    }

    /// Saves an order, its card and its address, in one transaction. Returns false if that was done before: it is not
    /// done again, whatever the account has now. An address that the account has is not saved twice. If the account is
    /// gone or has no room for the card, the mandate is to be ended at the gateway, unless a subscription needs it.
    pub async fn save_order(&self, save: &SaveOrder) -> Result<bool, StoreError> {
        let mut statements = vec![statement!(LOCK, save.order.0)];
        if let Some(mandate) = save.renewed_by.as_deref() {
            statements.push(statement!(RENEW, mandate));
            statements.push(statement!(KEEP, mandate));
        }
        if let Some(card) = &save.card {
            if let Some(account) = save.account {
                statements.extend(replace_older(save, account, card));
                statements.push(save_card(save, account, card));
            }
            statements.extend((!save.renews).then(|| end_unsaved(save, card)));
        }
        if let (Some(account), Some((id, address))) = (save.account, &save.address) {
            statements.push(save_address(save, account, *id, address)?);
        }
        statements.extend(save.account.map(|account| orders::add(save.order, account)));
        statements.extend(save.letters.iter().filter_map(|new| letter(save, new)));
        statements.push(statement!(DONE, save.order.0));
        let done = match save.account {
            Some(account) => self.write_locked(account, statements).await?,
            None => self.engine.write(statements).await?,
        };
        Ok(!done.is_empty())
    }
}

fn replace_older(save: &SaveOrder, account: AccountId, card: &SavedMandate) -> [Statement; 2] {
    let expires = card.expires.as_deref().unwrap_or_default();
    let (network, last_four) = (card.network.as_str(), card.last_four.as_str());
    let mandate = card.mandate.as_str();
    let order = save.order.0;
    [
        statement!(
            END_OLDER, account.0, network, last_four, expires, mandate, order
        ),
        statement!(REMOVE_OLDER, account.0, network, last_four, expires, order),
    ]
}

/// `None` if no order saves anything of the letter's kind.
fn letter(save: &SaveOrder, new: &NewAccountLetter) -> Option<Statement> {
    let add = match new.kind {
        AccountLetterKind::NewCard => LETTER_OF_CARD,
        AccountLetterKind::NewAddress => LETTER_OF_ADDRESS,
        AccountLetterKind::NewCardAndAddress => LETTER_OF_BOTH,
        AccountLetterKind::Code
        | AccountLetterKind::NewDevice
        | AccountLetterKind::NewPasskey
        | AccountLetterKind::PasskeyRemoved
        | AccountLetterKind::AccountDeleted => return None,
    };
    let saved = [
        save.order.0.into(),
        save.card.as_ref().map(|card| card.id.0).into(),
        save.address.as_ref().map(|(id, _)| id.0).into(),
    ];
    Some(added(add, new, saved))
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

fn order_number(row: &Row) -> Result<OrderNumber, StoreError> {
    Ok(OrderNumber(row.number(0)?.cast_unsigned()))
}

fn card(row: &Row) -> Result<Option<CardSummary>, StoreError> {
    let written = row.maybe_text(1)?;
    let card = written.map(|text| serde_json::from_str(&text)).transpose();
    card.map_err(|error| unreadable(&error))
}

fn due(row: &Row) -> Result<DueSave, StoreError> {
    Ok(DueSave {
        order: order_number(row)?,
        tries: row.count(2)?,
        card: card(row),
    })
}

fn pending(row: &Row) -> Result<PendingSave, StoreError> {
    Ok(PendingSave {
        order: order_number(row)?,
        card: card(row)?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Row, due};
    use crate::accounts::statement::Value;

    /// [3.13] A card that cannot be read is no reason not to read the other rows.
    #[test]
    fn an_unreadable_card_is_one_rows_fault() {
        let row = |card: &str| {
            Row(vec![
                Value::Number(7),
                Value::Text(card.to_owned()),
                Value::Number(2),
            ])
        };
        let bad = due(&row("no JSON")).expect("a row");
        assert_eq!((bad.order.0, bad.tries), (7, 2));
        assert!(bad.card.is_err());
        let good = due(&row(r#"{"network":"visa","last_four":"1111"}"#)).expect("a row");
        assert!(good.card.is_ok_and(|card| card.is_some()));
    }
}
