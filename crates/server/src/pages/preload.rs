//! Tells browsers to preload scripts that the entry script will request, so that no request has to wait until another
//! script asks for it.

use crate::app::App;
use axum::http::HeaderValue;
use axum::http::header::LINK;
use axum::response::Response;
use zkratka_assets::Placement;
use zkratka_commerce::payment::Wallet;

/// The number of wallets for a product's button: the recommended one and its fallback.
const PRODUCT_WALLETS: usize = 2;

/// The wallets that the shop offers, by their names in attributes, in order of preference. Goods that are not shipped
/// have fewer.
fn offered(app: &App, shipped: bool) -> impl Iterator<Item = &'static str> {
    let wallets = Wallet::ALL.into_iter();
    let usable = wallets.filter(move |wallet| shipped || !wallet.ships_only());
    let offered = usable.filter(move |wallet| app.wallets.has(*wallet));
    offered.map(Wallet::attribute_name)
}

/// Adds a `Link` header with the scripts of a product's page.
pub(super) fn for_product(app: &App, shipped: bool, response: &mut Response) {
    let wallets: Vec<_> = offered(app, shipped).take(PRODUCT_WALLETS).collect();
    name_scripts(app, Placement::Product, &wallets, response);
}

/// Adds a `Link` header with the scripts of a cart's wallets.
pub(super) fn for_cart(app: &App, shipped: bool, response: &mut Response) {
    let wallets: Vec<_> = offered(app, shipped).collect();
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
