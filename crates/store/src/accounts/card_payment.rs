//! Payments by saved cards that their owners have confirmed.

use super::statement::{Row, statement};
use super::{AccountId, Accounts, EntryId, SavedCard, Ticket};
use crate::StoreError;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// What a payment pays: a cart as it is at a revision, for this amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPaymentUse {
    pub cart: CartKey,
    pub revision: u64,
    pub amount: Money,
}

/// A new payment.
#[derive(Clone, Copy)]
pub struct CardPayment {
    pub ticket: Ticket,
    pub account: AccountId,
    pub card: EntryId,
    pub pays: CardPaymentUse,
    pub expires_at: Timestamp,
}

const ADD: &str = "INSERT INTO account_payments
        (id, secret_hash, account, card, cart, revision, amount, currency, expires_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
    WHERE EXISTS (SELECT 1 FROM account_cards WHERE account = $3 AND id = $4) RETURNING id";
const FORGET: &str =
    "DELETE FROM account_payments WHERE account = $1 AND cart = $2 AND spent_at IS NULL";
const SPEND: &str = "UPDATE account_payments SET spent_at = $7
    WHERE id = $1 AND secret_hash = $2 AND cart = $3 AND revision = $4 AND amount = $5 AND currency = $6
        AND expires_at > $7 AND spent_at IS NULL
    RETURNING account, card";

impl Accounts<'_> {
    /// Adds a payment in the place of those that the account has confirmed for the cart before and not used. Returns false if the
    /// account has no such card.
    pub async fn add_card_payment(&self, new: CardPayment) -> Result<bool, StoreError> {
        let CardPayment { ticket, pays, .. } = new;
        let add = statement!(
            ADD,
            ticket.id.0,
            ticket.secret_hash,
            new.account.0,
            new.card.0,
            pays.cart.0,
            pays.revision,
            pays.amount.minor.get(),
            pays.amount.currency.as_str(),
            new.expires_at
        );
        let forget = statement!(FORGET, new.account.0, pays.cart.0);
        let added = self.write_locked(new.account, vec![forget, add]).await?;
        Ok(!added.is_empty())
    }

    /// Uses a payment up and returns its card. `None` if the payment is unknown, used, expired, or of something else; it then
    /// stays as it is. Of several calls at once, one returns the card.
    pub async fn spend_card_payment(
        &self,
        ticket: &Ticket,
        pays: CardPaymentUse,
        now: Timestamp,
    ) -> Result<Option<SavedCard>, StoreError> {
        let guarded = statement!(
            SPEND,
            ticket.id.0,
            ticket.secret_hash,
            pays.cart.0,
            pays.revision,
            pays.amount.minor.get(),
            pays.amount.currency.as_str(),
            now
        );
        let spent = self.write(guarded).await?;
        let Some((account, card)) = spent.first().map(owner).transpose()? else {
            return Ok(None);
        };
        self.use_card(account, card, now).await
    }
}

fn owner(row: &Row) -> Result<(AccountId, EntryId), StoreError> {
    Ok((AccountId(row.array(0)?), EntryId(row.array(1)?)))
}
