//! The account's page.

use crate::orders::{Orders, OrdersShop};
use crate::visit::Visit;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use zkratka_commerce::ids::OrderNumber;
use zkratka_sign_in::AccountView;
use zkratka_store::{Account, Session, StoreError};

/// What the account's page shows.
#[derive(Serialize)]
pub struct Overview<'a> {
    wallet_name: &'a str,
    account: AccountView,
    orders: Orders,
    known: KnownPasskeys<'a>,
    done: Option<&'a str>,
    error: Option<&'a str>,
    script: Option<&'a str>,
}

/// What the script tells the browser's authenticator, so that it offers no passkey that was removed. Bytes are base64url.
#[derive(Serialize)]
struct KnownPasskeys<'a> {
    host: &'a str,
    user: String,
    /// The passkeys of the account, with spaces between them.
    ids: String,
}

/// What the page is asked for besides the account itself.
#[derive(Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The orders below this number.
    pub before: Option<OrderNumber>,
    /// What was done just now.
    pub done: Option<&'a str>,
    /// Why what was asked is not done.
    pub error: Option<&'a str>,
}

impl<'a> Overview<'a> {
    /// # Errors
    /// The store does not answer.
    pub async fn of(
        visit: &Visit<'a>,
        (owner, session): (Account, &Session),
        shop: OrdersShop<'_>,
        wanted: Wanted<'a>,
    ) -> Result<Self, StoreError> {
        let passkeys = visit.accounts.passkeys_of(owner.id).await?;
        let ids = passkeys
            .iter()
            .map(|passkey| URL_SAFE_NO_PAD.encode(&passkey.id));
        Ok(Self {
            wallet_name: &visit.wallet.settings.name,
            known: KnownPasskeys {
                host: &visit.wallet.relying_party.id,
                user: URL_SAFE_NO_PAD.encode(owner.id.0),
                ids: ids.collect::<Vec<_>>().join(" "),
            },
            orders: Orders::of(shop, owner.id, wanted.before).await?,
            account: AccountView::of(visit.accounts, owner, session, shop.time).await?,
            done: wanted.done,
            error: wanted.error,
            script: visit.script,
        })
    }
}
