//! What elements are told about the wallets: a name and what the wallet's own script needs.

use crate::app::App;
use serde_json::{Value, json};

/// Every wallet that pages of an origin can have, in the order of preference.
pub(super) fn wallet_configs(app: &App, origin: Option<&str>) -> Vec<Value> {
    google_pay(app, origin).into_iter().collect()
}

/// Google Pay, where it is switched on and can be had. It holds permissions that expire: made anew for every page.
pub(super) fn google_pay(app: &App, origin: Option<&str>) -> Option<Value> {
    let google_pay = app.wallets.google_pay.as_ref()?;
    let params = google_pay.wallet_params(origin?, app.clock.now())?;
    Some(json!({"name": "google_pay", "wallet_params": params}))
}

/// To buy at once: what stands in where no wallet can be had.
pub(super) fn buy_it_now() -> Value {
    json!({"name": "buy_it_now", "wallet_params": {}})
}
