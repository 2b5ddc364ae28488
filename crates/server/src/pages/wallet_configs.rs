//! The wallets' configurations for elements: a name, and the parameters of the wallet's own script.

use crate::app::App;
use serde_json::{Value, json};
use zkratka_commerce::payment::{Brand, Wallet};
use zkratka_shop_wallets::WalletPage;

/// All brands in order of preference. Where the shop's own wallet knows the browser, nothing is faster than it, so it comes first, and then
/// what is recommended.
pub(super) fn in_order(
    is_recognised: bool,
    recommended: Option<Wallet>,
) -> impl Iterator<Item = Brand> {
    let recommended = recommended.map(Wallet::brand);
    let mut brands = Brand::ALL;
    brands.sort_by_key(|brand| {
        let is_own = is_recognised && *brand == Brand::ShopPay;
        (!is_own, recommended != Some(*brand))
    });
    brands.into_iter()
}

/// The wallets that the page can offer and `suits` admits, in order of preference.
pub(super) fn wallet_configs(
    app: &App,
    page: WalletPage<'_>,
    is_recognised: bool,
    suits: impl Fn(Brand) -> bool,
) -> Vec<Value> {
    let recommended = page.product.and(app.config.wallets.recommended);
    let brands = in_order(is_recognised, recommended).filter(|brand| suits(*brand));
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
