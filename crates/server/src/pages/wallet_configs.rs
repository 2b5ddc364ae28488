//! The wallets' configurations for elements: a name, and the parameters of the wallet's own script.

use crate::app::App;
use serde_json::{Value, json};
use zkratka_commerce::payment::Brand;
use zkratka_shop_wallets::WalletPage;

/// All wallets that the page can offer, in order of preference.
pub(super) fn wallet_configs(app: &App, page: WalletPage<'_>) -> Vec<Value> {
    wallets_for(app, page, true)
}

/// The wallets that can pay for goods of this kind.
pub(super) fn wallets_for(app: &App, page: WalletPage<'_>, shipped: bool) -> Vec<Value> {
    let brands = Brand::ALL.into_iter();
    let brands = brands.filter(|brand| shipped || !brand.wallet().ships_only());
    let now = app.clock.now();
    let configs = brands.filter_map(|brand| {
        let params = app.wallets.params(brand, page, now)?;
        Some(json!({"name": brand.attribute_name(), "wallet_params": params}))
    });
    configs.collect()
}

/// The button that buys immediately, in place of a wallet.
pub(super) fn buy_it_now() -> Value {
    json!({"name": "buy_it_now", "wallet_params": {}})
}
