//! What elements are told about the wallets: a name and what the wallet's own script needs.

use crate::app::App;
use serde_json::{Value, json};

/// Every wallet that pages of an origin can have, in the order of preference: Apple Pay first, which few browsers have.
pub(super) fn wallet_configs(app: &App, origin: Option<&str>) -> Vec<Value> {
    let wallets = [apple_pay(app, origin), google_pay(app, origin)];
    wallets.into_iter().flatten().collect()
}

/// Those that goods of a kind can be paid with: Google Pay refuses what is not shipped (row 5.10).
pub(super) fn wallets_for(app: &App, origin: Option<&str>, shipped: bool) -> Vec<Value> {
    let google_pay = google_pay(app, origin).filter(|_| shipped);
    let wallets = [apple_pay(app, origin), google_pay];
    wallets.into_iter().flatten().collect()
}

/// Apple Pay, where it is switched on and can be had.
fn apple_pay(app: &App, origin: Option<&str>) -> Option<Value> {
    let params = app.wallets.apple_pay.as_ref()?.wallet_params(origin?)?;
    Some(json!({"name": "apple_pay", "wallet_params": params}))
}

/// Google Pay, where it is switched on and can be had. It holds permissions that expire: made anew for every page.
fn google_pay(app: &App, origin: Option<&str>) -> Option<Value> {
    let google_pay = app.wallets.google_pay.as_ref()?;
    let params = google_pay.wallet_params(origin?, app.clock.now())?;
    Some(json!({"name": "google_pay", "wallet_params": params}))
}

/// To buy at once: what stands in where no wallet can be had.
pub(super) fn buy_it_now() -> Value {
    json!({"name": "buy_it_now", "wallet_params": {}})
}
