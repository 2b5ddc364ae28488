//! Scripts that a page has loaded before the entry asks for them, so that no request waits for another one's discovery.

use crate::app::App;
use axum::http::HeaderValue;
use axum::http::header::LINK;
use axum::response::Response;
use zkratka_assets::Placement;

/// How many wallets a product's button chooses from: the recommended one and the one that stands in for it.
const PRODUCT_WALLETS: usize = 2;

/// The wallets that this shop offers, by their attribute names and in their order; fewer for goods that are not shipped.
fn offered(app: &App, shipped: bool) -> impl Iterator<Item = &'static str> {
    let wallets = &app.wallets;
    [
        ("apple_pay", wallets.apple_pay.is_some()),
        ("google_pay", wallets.google_pay.is_some() && shipped),
        ("paypal", wallets.paypal.is_some()),
    ]
    .into_iter()
    .filter_map(|(name, has)| has.then_some(name))
}

/// Names in the response's head what a product's page will load.
pub(super) fn for_product(app: &App, shipped: bool, response: &mut Response) {
    let wallets: Vec<_> = offered(app, shipped).take(PRODUCT_WALLETS).collect();
    name_scripts(app, Placement::Product, &wallets, response);
}

/// Names in the response's head what the wallets of a cart will load.
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
    // The entry itself is imported by a script that leads to it, without a hash.
    let mut links = vec![format!("<{entry}>; rel=modulepreload")];
    if !wallets.is_empty() {
        let scripts = app.manifest.scripts_for(placement, wallets.iter().copied());
        links.extend(scripts.into_iter().map(|(url, integrity)| {
            format!("<{url}>; rel=modulepreload; integrity=\"{integrity}\"")
        }));
    }
    if let Ok(value) = HeaderValue::from_str(&links.join(", ")) {
        response.headers_mut().insert(LINK, value);
    }
}
