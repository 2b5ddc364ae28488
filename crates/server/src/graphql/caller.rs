//! The client that sent a request, as its connection and headers describe it.

use crate::carts::Purchase;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use std::net::IpAddr;
use std::sync::Arc;
use zkratka_commerce::payment::Brand;
use zkratka_config::Network;
use zkratka_idempotency::Keyed;
use zkratka_listener::Client;

/// The header that names the wallet for which a client acts.
pub(super) const WALLET_NAME: &str = "x-wallet-name";
/// The header that says whether this request starts a purchase.
pub(super) const STARTS_CHECKOUT: &str = "x-start-wallet-checkout";
/// Instruments that lead to the checkout without a wallet.
const WITHOUT_WALLET: [&str; 2] = ["BuyItNow", "MoreOptions"];

/// Whether buyers who press this instrument place the order in the checkout. With every other instrument, also an unknown
/// one, they place it in the wallet's sheet.
fn is_ordered_in_checkout(instrument: &str) -> bool {
    let mut brands = Brand::ALL.into_iter();
    let brand = brands.find(|brand| brand.instrument() == instrument);
    WITHOUT_WALLET.contains(&instrument) || brand.is_some_and(Brand::orders_in_checkout)
}

/// The client that sent a request, and the purpose of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Caller {
    /// The origin of the calling page, if the browser sends it.
    pub(super) origin: Option<String>,
    /// The client's IP address. It is personal data: use it for rate limits, never log it.
    pub(super) address: Option<IpAddr>,
    /// The purchase that this request starts, if any.
    pub(super) opens: Option<Purchase>,
    pub(super) keyed: Option<Arc<Keyed>>,
}

impl Caller {
    /// Reads a request's head. A proxy's headers count only if the proxy is `trusted`.
    pub(super) fn of(parts: &Parts, trusted: &[Network]) -> Self {
        let header = |name: &str| parts.headers.get(name)?.to_str().ok();
        let client = Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted);
        let wallet = header(WALLET_NAME);
        let in_sheet = wallet.is_some_and(|name| !is_ordered_in_checkout(name));
        let purchase = if in_sheet {
            Purchase::InSheet
        } else {
            Purchase::InCheckout
        };
        Self {
            origin: header(ORIGIN.as_str()).map(str::to_owned),
            address: Some(client.address),
            opens: (header(STARTS_CHECKOUT) == Some("true")).then_some(purchase),
            keyed: None,
        }
    }
}
