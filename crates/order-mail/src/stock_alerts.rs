//! Tells those who wait for sold-out goods that they can be bought again.

use crate::buyers::Unwritten;
use crate::letter::Letter;
use crate::message::{Envelope, message};
use crate::post::{Handed, Post};
use crate::render::Renderer;
use crate::shop::ShopFacts;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::time::Timestamp;
use zkratka_config::MailSettings;
use zkratka_ids::secret_hex;
use zkratka_store::clock::Clock;
use zkratka_store::{AlertId, StockAlert, Store, StoreError};

/// How many alerts a run claims at once.
const AT_ONCE: u32 = 4;
/// How long one e-mail may take, from writing it to the SMTP server's last answer.
const DEADLINE: Duration = Duration::from_mins(4);
/// How long claimed alerts stay this server's. It is longer than [`AT_ONCE`] e-mails may take, and the wait before an alert is
/// tried again.
const LEASE_MS: i64 = 30 * 60_000;
/// Attempts before an alert is given up, about three days.
const MAX_ATTEMPTS: u32 = 144;

/// Sends stock alerts.
pub struct StockAlertMail {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub shop: ShopFacts,
    pub settings: MailSettings,
    pub renderer: Renderer,
    pub post: Post,
}

/// A variant that can be bought again.
pub struct Restocked {
    /// The variant's name, with its product's.
    pub title: String,
    /// The path of its page.
    pub path: String,
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlertRun {
    pub sent: u64,
    /// Alerts that no SMTP server will ever take, or that were tried for days.
    pub given_up: u64,
    /// Whether the SMTP server takes no e-mail now. The run ends there.
    pub is_interrupted: bool,
}

/// What becomes of an alert.
enum Fate {
    Sent,
    GivenUp(String),
    /// `for_all`: the SMTP server takes no e-mail now.
    TriedAgain {
        reason: String,
        for_all: bool,
    },
}

/// The path of the page that ends the alerts of this one's mailbox.
fn end_path(alert: AlertId, secret: &Secret) -> String {
    format!("/stock-alerts/{}?key={}", alert.0, secret_hex(secret))
}

impl StockAlertMail {
    /// Sends the alerts that are due for the variants that `goods` finds to be available.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn run(
        &self,
        goods: impl Fn(VariantId) -> Option<Restocked> + Send + Sync,
    ) -> Result<AlertRun, StoreError> {
        let mut run = AlertRun::default();
        while !run.is_interrupted {
            let now = self.clock.now();
            let mut variants = self.store.variants_with_alerts(now).await?;
            variants.retain(|variant| goods(*variant).is_some());
            if variants.is_empty() {
                break;
            }
            let until = now.plus(LEASE_MS);
            let store = &self.store;
            let claimed = store.claim_stock_alerts(variants, now, until, AT_ONCE);
            for alert in claimed.await? {
                // Sold out again since it was claimed: the alert waits.
                let Some(restocked) = goods(alert.variant) else {
                    continue;
                };
                self.settle(&alert, &restocked, now, &mut run).await?;
            }
        }
        Ok(run)
    }

    async fn settle(
        &self,
        alert: &StockAlert,
        restocked: &Restocked,
        now: Timestamp,
        run: &mut AlertRun,
    ) -> Result<(), StoreError> {
        match self.send(alert, restocked, now).await {
            Fate::Sent => {
                run.sent += 1;
            }
            Fate::GivenUp(reason) => {
                tracing::error!(alert = alert.id.0, reason, "a stock alert is given up");
                run.given_up += 1;
            }
            Fate::TriedAgain { reason, for_all } => {
                tracing::warn!(alert = alert.id.0, reason, "a stock alert was not sent");
                run.is_interrupted |= for_all;
                return Ok(());
            }
        }
        // What is given up stays, too: it counts, and its mailbox may have ended it meanwhile.
        self.store.settle_stock_alert(alert.id, now).await
    }

    async fn send(&self, alert: &StockAlert, restocked: &Restocked, now: Timestamp) -> Fate {
        let written = match self.message(alert, restocked, now) {
            Ok(written) => written,
            Err(unwritten) => return Fate::GivenUp(unwritten.to_string()),
        };
        let handed = timeout(DEADLINE, self.post.send(&written)).await;
        let late = |_late| Handed::Later {
            reason: "no answer in time".to_owned(),
            for_all: true,
        };
        match handed.unwrap_or_else(late) {
            Handed::Taken | Handed::Unneeded(_) => Fate::Sent,
            Handed::Never(reason) => Fate::GivenUp(reason),
            Handed::Later { reason, .. } if alert.attempts >= MAX_ATTEMPTS => Fate::GivenUp(reason),
            Handed::Later { reason, for_all } => Fate::TriedAgain { reason, for_all },
        }
    }

    fn message(
        &self,
        alert: &StockAlert,
        restocked: &Restocked,
        now: Timestamp,
    ) -> Result<lettre::Message, Unwritten> {
        let link = format!("{}{}", self.shop.origin, restocked.path);
        let end = alert.secret.as_ref();
        let end = end.map(|secret| format!("{}{}", self.shop.origin, end_path(alert.id, secret)));
        let letter = Letter::stock_alert(&restocked.title, link, end.clone(), &self.shop);
        let envelope = Envelope {
            end,
            ..Envelope::of(&self.shop, &self.settings, &alert.email)
        };
        // A database that begins anew numbers its alerts anew.
        let id = format!("stock-alert-{}-{}", alert.id.0, alert.created_at.0);
        let rendered = self.renderer.render(&letter)?;
        Ok(message(&envelope, &id, &letter.subject, rendered, now)?)
    }
}
