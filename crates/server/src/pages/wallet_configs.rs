//! What elements are told about the wallets: a name and what the wallet's own script needs.

use crate::app::App;
use serde_json::{Value, json};
use zkratka_commerce::money::Currency;

/// The page that the elements stand on.
#[derive(Clone, Copy)]
pub(super) struct WalletPage<'a> {
    /// Its origin; none where it is unknown: a wallet would refuse to open there.
    pub(super) origin: Option<&'a str>,
    /// The country whose prices it shows.
    pub(super) country: &'a str,
    /// The currency that they are in.
    pub(super) currency: Currency,
}

/// Every wallet that the page can have, in the order of preference: Apple Pay first, which few browsers have, and last the
/// ones whose buyers have to sign in elsewhere.
pub(super) fn wallet_configs(app: &App, page: &WalletPage<'_>) -> Vec<Value> {
    wallets_for(app, page, true)
}

/// Those that goods of a kind can be paid with: Google Pay refuses what is not shipped (row 5.10).
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

/// Apple Pay, where it is switched on and can be had.
fn apple_pay(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let params = app
        .wallets
        .apple_pay
        .as_ref()?
        .wallet_params(page.origin?)?;
    Some(json!({"name": "apple_pay", "wallet_params": params}))
}

/// Google Pay, where it is switched on and can be had. It holds permissions that expire: made anew for every page.
fn google_pay(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let google_pay = app.wallets.google_pay.as_ref()?;
    let params = google_pay.wallet_params(page.origin?, app.clock.now())?;
    Some(json!({"name": "google_pay", "wallet_params": params}))
}

/// PayPal, where it is switched on and takes the page's currency.
fn paypal(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let paypal = app.wallets.paypal.as_ref()?;
    let params = paypal.wallet_params(page.origin?, page.country, page.currency)?;
    Some(json!({"name": "paypal", "wallet_params": params}))
}

/// Venmo, for those who can have it.
fn venmo(app: &App, page: &WalletPage<'_>) -> Option<Value> {
    let paypal = app.wallets.paypal.as_ref()?;
    let params = paypal.venmo_params(page.origin?, page.country, page.currency)?;
    Some(json!({"name": "venmo", "wallet_params": params}))
}

/// To buy at once: what stands in where no wallet can be had.
pub(super) fn buy_it_now() -> Value {
    json!({"name": "buy_it_now", "wallet_params": {}})
}
