//! Orders of accounts. [`Accounts::save_order`] adds them.

use super::statement::{Statement, statement};
use super::{AccountId, Accounts};
use crate::StoreError;
use zkratka_commerce::ids::OrderNumber;

/// An order is of one account for good.
const ADD: &str = "INSERT INTO account_orders (order_number, account)
    SELECT $1, $2
    WHERE EXISTS (SELECT 1 FROM account_saves WHERE order_number = $1)
        AND EXISTS (SELECT 1 FROM accounts WHERE id = $2)
    ON CONFLICT (order_number) DO NOTHING";
const LIST: &str = "SELECT order_number FROM account_orders
    WHERE account = $1 AND order_number < $2 ORDER BY order_number DESC LIMIT $3";
const PAYS: &str = "SELECT account FROM account_cards WHERE mandate = $1";

impl Accounts<'_> {
    /// The orders of an account below a number, newest first, at most `limit`.
    pub async fn orders_of(
        &self,
        account: AccountId,
        before: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        let before = before.map_or(i64::MAX, |number| number.0.cast_signed());
        let orders = statement!(LIST, account.0, before, limit);
        self.list(orders, |row| {
            Ok(OrderNumber(row.number(0)?.cast_unsigned()))
        })
        .await
    }

    /// The account that has a saved card with this mandate.
    pub async fn account_of_mandate(&self, mandate: &str) -> Result<Option<AccountId>, StoreError> {
        let pays = statement!(PAYS, mandate);
        let found = self.list(pays, |row| row.array(0).map(AccountId)).await?;
        Ok(found.first().copied())
    }
}

/// Adds an order by which an account is to be changed.
pub(super) fn add(order: OrderNumber, account: AccountId) -> Statement {
    statement!(ADD, order.0, account.0)
}
