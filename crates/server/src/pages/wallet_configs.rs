//! The wallets' configurations for elements: a name, and the parameters of the wallet's own script.

use crate::app::App;
use serde_json::{Value, json};
use zkratka_commerce::money::Currency;

/// The page that contains the elements.
#[derive(Clone, Copy)]
pub(super) struct WalletPage<'a> {
    /// The page's origin; `None` if it is unknown. A wallet would refuse to open there.
    pub(super) origin: Option<&'a str>,
    /// The country whose prices the page shows.
    pub(super) country: &'a str,
    /// The currency of those prices.
    pub(super) currency: Currency,
}

/// All wallets that the page can offer, in order of preference: first Apple Pay, which few browsers support, and last
/// the wallets whose buyers must sign in on another site.
pub(super) fn wallet_configs(app: &App, page: &WalletPage<'_>) -> Vec<Value> {
    wallets_for(app, page, true)
}

/// The wallets that can pay for goods of this kind. Google Pay does not accept goods that are not shipped (row 5.10).
pub(super) fn wallets_for(app: &App, page: &WalletPage<'_>, shipped: bool) -> Vec<Value> {
    let google_pay = google_pay(app, page).filter(|_| shipped);
    let wallets = [
        apple_pay(app, page),
        google_pay,
        paypal(app, page),
        venmo(app, page),
    ];
    wallets.into_iter().flatten().collect()
}

/// Apple Pay, if it is enabled and can open on the page.
fn apple_pay(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let params = app
        .wallets
        .apple_pay
        .as_ref()?
        .wallet_params(page.origin?)?;
    Some(json!({"name": "apple_pay", "wallet_params": params}))
}

/// Google Pay, if it is enabled and can open on the page. Its parameters contain permissions that expire, so they are
/// created anew for every page.
fn google_pay(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let google_pay = app.wallets.google_pay.as_ref()?;
    let params = google_pay.wallet_params(page.origin?, app.clock.now())?;
    Some(json!({"name": "google_pay", "wallet_params": params}))
}

/// PayPal, if it is enabled and accepts the page's currency.
fn paypal(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let paypal = app.wallets.paypal.as_ref()?;
    let params = paypal.wallet_params(page.origin?, page.country, page.currency)?;
    Some(json!({"name": "paypal", "wallet_params": params}))
}

/// Venmo, if it is available to the page's buyers.
fn venmo(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let paypal = app.wallets.paypal.as_ref()?;
    let params = paypal.venmo_params(page.origin?, page.country, page.currency)?;
    Some(json!({"name": "venmo", "wallet_params": params}))
}

/// The button that buys immediately, in place of a wallet.
pub(super) fn buy_it_now() -> Value {
    json!({"name": "buy_it_now", "wallet_params": {}})
}
