//! Permissions to open the sheet in the merchant's name (`authJwt`). The server signs them, they are valid for a short
//! time, and browsers present them to Google.

use crate::site::Site;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{AuthJwtSigner, AuthToken};

/// The minimum remaining validity of a permission that the server hands out, in milliseconds. A new permission is valid
/// for an hour.
const LEAST_LEFT_MS: i64 = 30 * 60 * 1_000;
const LIFE_MS: i64 = 2 * LEAST_LEFT_MS;

/// Signs permissions for one origin, and caches the last one.
pub(super) struct Permissions {
    pub(super) site: Site,
    signer: AuthJwtSigner,
    merchant_id: String,
    last: Mutex<Option<AuthToken>>,
}

impl Permissions {
    pub(super) fn new(signer: AuthJwtSigner, merchant_id: &str, site: Site) -> Self {
        Self {
            site,
            signer,
            merchant_id: merchant_id.to_owned(),
            last: Mutex::new(None),
        }
    }

    /// The host with its port but without the scheme, which Google calls an origin.
    pub(super) fn host(&self) -> &str {
        let origin = &self.site.origin;
        origin.split_once("://").map_or(origin, |(_, host)| host)
    }

    /// Returns a permission with at least half of its validity left, because a buyer may look at the page for a while
    /// before pressing the button.
    pub(super) fn current(&self, now: Timestamp) -> Value {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = |token: &AuthToken| {
            let left = token.expires_at.saturating_mul(1_000) - now.0;
            (LEAST_LEFT_MS..=LIFE_MS).contains(&left)
        };
        let kept = last.take().filter(fresh);
        let token = kept.unwrap_or_else(|| self.signer.mint(self.host(), &self.merchant_id, now));
        let value = json!({ "jwt": token.jwt, "expiresAt": token.expires_at });
        *last = Some(token);
        value
    }
}
