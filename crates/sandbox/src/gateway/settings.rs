//! How the gateway is set up.

use crate::google_pay::GATEWAY_MERCHANT_ID;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use zkratka_commerce::time::Timestamp;

/// How the gateway is set up.
#[derive(Clone)]
pub struct GatewaySettings {
    /// The ledger's file.
    pub ledger: PathBuf,
    /// What the shop proves itself with, and the key of notifications' signatures.
    pub secret: String,
    /// Where notifications go, e.g. `http://127.0.0.1:8080/webhooks/sandbox`.
    pub notify_url: String,
    /// Where browsers reach [`super::Gateway::browser_routes`], without a slash at the end,
    /// e.g. `http://localhost:8080/sandbox/gateway`.
    pub browser_base: String,
    /// The shop's origin: the only other one whose pages may hold the hosted fields.
    pub shop_origin: String,
    /// The shop's name at this gateway, as Google Pay's tokens say it (`gatewayMerchantId`).
    pub google_pay_merchant: String,
    /// How long the slow card takes.
    pub slow: Duration,
    /// How long after the others the late repetition of a duplicate notification comes.
    pub late: Duration,
    /// How long a hosted fields' session can be used.
    pub session_lifetime: Duration,
    /// First pause before an undelivered notification is repeated; doubles each time, up to a minute.
    pub first_retry: Duration,
    /// The clock.
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl GatewaySettings {
    /// The usual times, for a gateway with this ledger and secret between this shop and its browsers.
    #[must_use]
    pub fn new(
        ledger: PathBuf,
        secret: String,
        notify_url: String,
        browser_base: String,
        shop_origin: String,
    ) -> Self {
        Self {
            ledger,
            secret,
            notify_url,
            browser_base,
            shop_origin,
            google_pay_merchant: GATEWAY_MERCHANT_ID.to_owned(),
            slow: Duration::from_secs(8),
            late: Duration::from_secs(5),
            session_lifetime: Duration::from_hours(1),
            first_retry: Duration::from_secs(1),
            clock: Arc::new(system_clock),
        }
    }

    pub(super) fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

fn system_clock() -> Timestamp {
    let elapsed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp(i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX))
}
