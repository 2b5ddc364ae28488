//! The cookies of the shop's wallet. Each holds an id and a secret, and only this host gets it.

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use zkratka_sign_in::{CEREMONY_MS, CHALLENGE_MS, DEVICE_MS, SESSION_MS, ShopWallet, read_ticket};
use zkratka_store::Ticket;

/// A cookie of the wallet.
pub struct WalletCookie {
    /// Without HTTPS.
    plain: &'static str,
    of_host: &'static str,
    life_ms: i64,
}

/// Recognises a browser.
pub const DEVICE: WalletCookie = WalletCookie {
    plain: "wallet-device",
    of_host: "__Host-wallet-device",
    life_ms: DEVICE_MS,
};
/// Signed in.
pub const SESSION: WalletCookie = WalletCookie {
    plain: "wallet-session",
    of_host: "__Host-wallet-session",
    life_ms: SESSION_MS,
};
/// Between the question and the answer of a sign-in.
pub const CHALLENGE: WalletCookie = WalletCookie {
    plain: "wallet-challenge",
    of_host: "__Host-wallet-challenge",
    life_ms: CHALLENGE_MS,
};

/// A ceremony of a passkey. Not [`CHALLENGE`]: a page begins such a ceremony by itself, also while a code is under way.
pub const PASSKEY: WalletCookie = WalletCookie {
    plain: "wallet-passkey",
    of_host: "__Host-wallet-passkey",
    life_ms: CEREMONY_MS,
};

impl WalletCookie {
    fn name(&self, wallet: &ShopWallet) -> &'static str {
        if is_secure(wallet) {
            self.of_host
        } else {
            self.plain
        }
    }
}

/// The ticket in a browser's cookie.
pub fn read(wallet: &ShopWallet, headers: &HeaderMap, cookie: &WalletCookie) -> Option<Ticket> {
    read_ticket(value(wallet, headers, cookie)?)
}

/// The `Set-Cookie` header by which a browser keeps its cookie for another while.
pub fn renewed(
    wallet: &ShopWallet,
    headers: &HeaderMap,
    cookie: &WalletCookie,
) -> Option<HeaderValue> {
    set(wallet, cookie, value(wallet, headers, cookie)?)
}

/// The value of a browser's cookie.
pub fn value<'h>(
    wallet: &ShopWallet,
    headers: &'h HeaderMap,
    cookie: &WalletCookie,
) -> Option<&'h str> {
    let wanted = cookie.name(wallet);
    let cookies = headers.get_all(COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == wanted)?;
    Some(value)
}

/// The `Set-Cookie` header for a cookie's value.
pub fn set(wallet: &ShopWallet, cookie: &WalletCookie, value: &str) -> Option<HeaderValue> {
    header(wallet, cookie, value, cookie.life_ms / 1_000)
}

/// The `Set-Cookie` header by which a browser forgets a cookie.
pub fn forget(wallet: &ShopWallet, cookie: &WalletCookie) -> Option<HeaderValue> {
    header(wallet, cookie, "", 0)
}

fn header(
    wallet: &ShopWallet,
    cookie: &WalletCookie,
    value: &str,
    seconds: i64,
) -> Option<HeaderValue> {
    let name = cookie.name(wallet);
    let secure = if is_secure(wallet) { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}

fn is_secure(wallet: &ShopWallet) -> bool {
    wallet.settings.origin.starts_with("https:")
}

/// Adds `Set-Cookie` headers to a response.
pub fn add<const N: usize>(response: &mut Response, cookies: [Option<HeaderValue>; N]) {
    for cookie in cookies.into_iter().flatten() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}
