//! Permissions to open the sheet in the merchant's name (authJwt): signed here, short-lived, shown to Google by browsers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::Serialize;
use serde_json::json;
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::time::Timestamp;

/// How long a permission holds.
const LIFE_MS: i64 = 60 * 60 * 1_000;

/// A permission as elements carry it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Permission {
    jwt: String,
    /// Seconds since the Unix epoch.
    expires_at: i64,
}

/// Signs permissions for one origin, and keeps the last one while it is good.
pub(super) struct Permissions {
    key: SigningKey,
    merchant_id: String,
    /// The bare host.
    merchant_origin: String,
    last: Mutex<Option<Permission>>,
}

impl Permissions {
    pub(super) fn new(key: &SecretKey, merchant_id: &str, merchant_origin: &str) -> Self {
        Self {
            key: key.into(),
            merchant_id: merchant_id.to_owned(),
            merchant_origin: merchant_origin.to_owned(),
            last: Mutex::new(None),
        }
    }

    /// A permission with at least half of its life left: a buyer may look at the page for a while before pressing.
    pub(super) fn current(&self, now: Timestamp) -> Permission {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |permission: &Permission| permission.expires_at.saturating_mul(1_000) - now.0;
        let fresh = |permission: &&Permission| (LIFE_MS / 2..=LIFE_MS).contains(&left(permission));
        if let Some(permission) = last.as_ref().filter(fresh) {
            return permission.clone();
        }
        let permission = self.mint(now);
        *last = Some(permission.clone());
        permission
    }

    fn mint(&self, now: Timestamp) -> Permission {
        let issued = now.0.div_euclid(1_000);
        let expires_at = issued + LIFE_MS / 1_000;
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let header = part(json!({ "alg": "ES256", "typ": "JWT" }));
        let claims = part(json!({
            "merchantId": self.merchant_id,
            "merchantOrigin": self.merchant_origin,
            "iat": issued,
            "exp": expires_at,
        }));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        Permission {
            jwt: format!("{signed}.{signature}"),
            expires_at,
        }
    }
}
