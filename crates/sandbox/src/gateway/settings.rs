use crate::google_pay::GATEWAY_MERCHANT_ID;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use zkratka_commerce::time::Timestamp;

#[derive(Clone)]
pub struct GatewaySettings {
    pub ledger: PathBuf,
    /// The shared secret: authenticates the shop, and signs notifications.
    pub secret: String,
    /// The target of notifications, such as `http://127.0.0.1:8080/webhooks/sandbox`.
    pub notify_url: String,
    /// The public URL of [`super::Gateway::browser_routes`], without a slash at the end, such as
    /// `http://localhost:8080/sandbox/gateway`.
    pub browser_base: String,
    /// The origins of the shop and, if that is another one, of its wallet. Only their pages may frame the hosted fields.
    pub shop_origins: Vec<String>,
    /// The shop's name for buyers, on the bank's page. Without one the page names the host that it returns to.
    pub shop_name: Option<String>,
    /// The shop's name at this gateway, in Google Pay's tokens (`gatewayMerchantId`).
    pub google_pay_merchant: String,
    /// The delay of the slow card.
    pub slow: Duration,
    /// The delay of a duplicate notification's late repetition.
    pub late: Duration,
    /// Lifetime of a hosted fields' session.
    pub session_lifetime: Duration,
    /// Delay before the first retry of a notification; doubles each time, up to a minute.
    pub first_retry: Duration,
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl GatewaySettings {
    /// The default times, for a gateway with this ledger and secret.
    #[must_use]
    pub fn new(
        ledger: PathBuf,
        secret: String,
        notify_url: String,
        browser_base: String,
        shop_origins: Vec<String>,
    ) -> Self {
        Self {
            ledger,
            secret,
            notify_url,
            browser_base,
            shop_origins,
            shop_name: None,
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
