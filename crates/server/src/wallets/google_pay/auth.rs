//! Permissions to open the sheet in the merchant's name (authJwt): signed here, short-lived, shown to Google by browsers.

use crate::wallets::site::Site;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{AuthJwtSigner, AuthToken};

/// A permission holds for an hour; one is given out while this much of it is left.
const LEAST_LEFT_MS: i64 = 30 * 60 * 1_000;
const LIFE_MS: i64 = 2 * LEAST_LEFT_MS;

/// Signs permissions for one origin, and keeps the last one while it is good.
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

    /// The bare host, which is what Google calls an origin.
    pub(super) fn host(&self) -> &str {
        let origin = &self.site.origin;
        origin.split_once("://").map_or(origin, |(_, host)| host)
    }

    /// A permission with at least half of its life left: a buyer may look at the page for a while before pressing.
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
