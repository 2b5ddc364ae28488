//! The account's page.

use crate::visit::Visit;
use serde::Serialize;
use zkratka_commerce::delivery::ShopTime;
use zkratka_sign_in::AccountView;
use zkratka_store::{Account, Session, StoreError};

/// What the account's page shows.
#[derive(Serialize)]
pub struct Overview<'a> {
    wallet_name: &'a str,
    account: AccountView,
    is_changed: bool,
    error: Option<&'a str>,
}

impl<'a> Overview<'a> {
    /// `error`: why what was asked is not done.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn of(
        visit: &Visit<'a>,
        (owner, session): (Account, &Session),
        time: &ShopTime,
        is_changed: bool,
        error: Option<&'a str>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            wallet_name: &visit.wallet.settings.name,
            account: AccountView::of(visit.accounts, owner, session, time).await?,
            is_changed,
            error,
        })
    }
}
