//! Tells browsers to preload scripts that the entry script will request, so that no request has to wait until another
//! script asks for it.

use super::wallet_configs::in_order;
use crate::app::App;
use axum::http::HeaderValue;
use axum::http::header::LINK;
use axum::response::Response;
use zkratka_assets::Placement;
use zkratka_commerce::payment::{Brand, Wallet};

/// The number of wallets for a product's button: the recommended one and its fallback.
const PRODUCT_WALLETS: usize = 2;

/// What decides which wallets a page offers.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    /// Whether the goods are shipped; others have fewer wallets.
    pub(super) shipped: bool,
    /// Whether the browser has a cookie of the shop's own wallet.
    pub(super) is_recognised: bool,
}

/// The wallets that the shop offers, by their names in attributes, in order of preference.
fn offered(
    app: &App,
    offer: Offer,
    recommended: Option<Wallet>,
) -> impl Iterator<Item = &'static str> {
    let usable = in_order(offer.is_recognised, recommended)
        .filter(move |brand| offer.shipped || !brand.ships_only());
    let offered = usable.filter(|brand| is_enabled(app, *brand));
    offered.map(Brand::attribute_name)
}

/// Whether this is the first brand of an enabled wallet: further brands have its scripts.
fn is_enabled(app: &App, brand: Brand) -> bool {
    let wallet = brand.wallet();
    wallet.map_or(app.wallets.shop_pay.is_some(), |wallet| {
        wallet.brand() == brand && app.wallets.has(wallet)
    })
}

/// Adds a `Link` header with the scripts of a product's page.
pub(super) fn for_product(app: &App, offer: Offer, response: &mut Response) {
    let offered = offered(app, offer, app.config.wallets.recommended);
    let wallets: Vec<_> = offered.take(PRODUCT_WALLETS).collect();
    name_scripts(app, Placement::Product, &wallets, response);
}

/// Adds a `Link` header with the scripts of a cart's wallets.
pub(super) fn for_cart(app: &App, offer: Offer, response: &mut Response) {
    let wallets: Vec<_> = offered(app, offer, None).collect();
    if !wallets.is_empty() {
        name_scripts(app, Placement::Cart, &wallets, response);
    }
}

fn name_scripts(
    app: &App,
    placement: Placement,
    wallets: &[&'static str],
    response: &mut Response,
) {
    let Some(entry) = app.manifest.embed.entry.as_deref() else {
        return;
    };
    // A browser loads a module once. Without its hash here, the hash in the page would come too late.
    let integrity = app.manifest.integrity.get(entry);
    let mut scripts: Vec<_> = integrity.map(|hash| (entry, &**hash)).into_iter().collect();
    if !wallets.is_empty() {
        scripts.extend(app.manifest.scripts_for(placement, wallets.iter().copied()));
    }
    let links: Vec<_> = scripts
        .into_iter()
        .map(|(url, hash)| format!("<{url}>; rel=modulepreload; integrity=\"{hash}\""))
        .collect();
    if let Ok(value) = HeaderValue::from_str(&links.join(", ")) {
        response.headers_mut().insert(LINK, value);
    }
}
