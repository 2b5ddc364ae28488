//! Who calls, as connection and headers tell.

use crate::carts::Purchase;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use std::net::IpAddr;
use zkratka_config::Network;
use zkratka_listener::Client;

/// Which wallet a client acts for.
const WALLET_NAME: &str = "x-wallet-name";
/// Whether a purchase begins with this request.
const STARTS_CHECKOUT: &str = "x-start-wallet-checkout";
/// Instruments whose buyers order in the checkout; with every other one they order in its sheet.
const ORDERED_IN_CHECKOUT: [&str; 4] = ["BuyItNow", "MoreOptions", "PayPal", "Venmo"];

/// Who calls, and what for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Caller {
    /// The origin of the page that asks, if its browser says.
    pub(super) origin: Option<String>,
    /// Where the request comes from. Personal data: for limits, never for logs.
    pub(super) address: Option<IpAddr>,
    /// What begins with this request.
    pub(super) opens: Option<Purchase>,
}

impl Caller {
    /// Reads a request's head; proxies count only where they are `trusted`.
    pub(super) fn of(parts: &Parts, trusted: &[Network]) -> Self {
        let header = |name: &str| parts.headers.get(name)?.to_str().ok();
        let client = Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted);
        let wallet = header(WALLET_NAME);
        let in_sheet = wallet.is_some_and(|name| !ORDERED_IN_CHECKOUT.contains(&name));
        let purchase = if in_sheet {
            Purchase::InSheet
        } else {
            Purchase::InCheckout
        };
        Self {
            origin: header(ORIGIN.as_str()).map(str::to_owned),
            address: Some(client.address),
            opens: (header(STARTS_CHECKOUT) == Some("true")).then_some(purchase),
        }
    }
}
