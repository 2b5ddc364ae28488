//! The cookies of the shop's wallet. Each holds an id and a secret, and only this host gets it.

use crate::app::App;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use zkratka_sign_in::{CEREMONY_MS, CHALLENGE_MS, DEVICE_MS, SESSION_MS, read_ticket};
use zkratka_store::Ticket;

/// A cookie of the wallet.
pub(crate) struct WalletCookie {
    /// Without HTTPS.
    plain: &'static str,
    of_host: &'static str,
    life_ms: i64,
}

/// Recognises a browser.
pub(crate) const DEVICE: WalletCookie = WalletCookie {
    plain: "wallet-device",
    of_host: "__Host-wallet-device",
    life_ms: DEVICE_MS,
};
/// Signed in.
pub(crate) const SESSION: WalletCookie = WalletCookie {
    plain: "wallet-session",
    of_host: "__Host-wallet-session",
    life_ms: SESSION_MS,
};
/// Between the question and the answer of a sign-in.
pub(crate) const CHALLENGE: WalletCookie = WalletCookie {
    plain: "wallet-challenge",
    of_host: "__Host-wallet-challenge",
    life_ms: CHALLENGE_MS,
};

/// A ceremony of a passkey. Not [`CHALLENGE`]: a page begins such a ceremony by itself, also while a code is under way.
pub(crate) const PASSKEY: WalletCookie = WalletCookie {
    plain: "wallet-passkey",
    of_host: "__Host-wallet-passkey",
    life_ms: CEREMONY_MS,
};

impl WalletCookie {
    fn name(&self, app: &App) -> &'static str {
        if is_secure(app) {
            self.of_host
        } else {
            self.plain
        }
    }
}

/// The ticket in a browser's cookie.
pub(crate) fn read(app: &App, headers: &HeaderMap, cookie: &WalletCookie) -> Option<Ticket> {
    read_ticket(value(app, headers, cookie)?)
}

/// The `Set-Cookie` header by which a browser keeps its cookie for another while.
pub(crate) fn renewed(
    app: &App,
    headers: &HeaderMap,
    cookie: &WalletCookie,
) -> Option<HeaderValue> {
    set(app, cookie, value(app, headers, cookie)?)
}

/// The value of a browser's cookie.
pub(crate) fn value<'h>(
    app: &App,
    headers: &'h HeaderMap,
    cookie: &WalletCookie,
) -> Option<&'h str> {
    let wanted = cookie.name(app);
    let cookies = headers.get_all(COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == wanted)?;
    Some(value)
}

/// The `Set-Cookie` header for a cookie's value.
pub(crate) fn set(app: &App, cookie: &WalletCookie, value: &str) -> Option<HeaderValue> {
    header(app, cookie, value, cookie.life_ms / 1_000)
}

/// The `Set-Cookie` header by which a browser forgets a cookie.
pub(crate) fn forget(app: &App, cookie: &WalletCookie) -> Option<HeaderValue> {
    header(app, cookie, "", 0)
}

fn header(app: &App, cookie: &WalletCookie, value: &str, seconds: i64) -> Option<HeaderValue> {
    let name = cookie.name(app);
    let secure = if is_secure(app) { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}

fn is_secure(app: &App) -> bool {
    let wallet = app.shop_wallet.as_ref();
    wallet.is_some_and(|wallet| wallet.settings.origin.starts_with("https:"))
}
