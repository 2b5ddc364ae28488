//! What buyers downloaded, and their consent to immediate delivery that they gave on the order's page.

use crate::StoreError;
use crate::outbox::EventRows;
use async_trait::async_trait;
use std::collections::BTreeMap;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::download::DownloadConsent;
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::order::Order;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;

/// The downloads of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DownloadRecord {
    /// The consent that the buyer gave on the order's page.
    pub consent: Option<DownloadConsent>,
    /// How often the file of each line was downloaded. A line without an entry was not.
    pub counts: BTreeMap<LineId, u32>,
}

/// One download, before it begins.
#[derive(Clone, Copy, Debug)]
pub struct CountDownload {
    pub order: OrderNumber,
    pub line: LineId,
    /// How often the file may be downloaded in all.
    pub most: u32,
    pub now: Timestamp,
}

/// What is written with an order's first consent, under the lock of its attempt: the next version of the attempt, and the event
/// that causes the confirmation by e-mail.
pub(crate) struct ConsentStep {
    pub(crate) attempt: Attempt,
    pub(crate) events: EventRows,
}

impl ConsentStep {
    pub(crate) fn new(attempt: Attempt, order: &Order, now: Timestamp) -> Result<Self, StoreError> {
        let attempt = Attempt {
            version: attempt.version + 1,
            ..attempt
        };
        let kinds = [OrderEventKind::DownloadConsented];
        let events = EventRows::new(&attempt, order.number, &kinds, &order.payment, now)?;
        Ok(Self { attempt, events })
    }
}

/// Stores downloads and consents. A write that returns `Ok` is durable.
#[async_trait]
pub trait Downloads: Send + Sync {
    async fn download_record(&self, order: OrderNumber) -> Result<DownloadRecord, StoreError>;
    /// Stores the consent to this version of the text, and its event. An order keeps its first one; later ones cause no event.
    async fn consent_to_downloads(
        &self,
        order: OrderNumber,
        version: &str,
        now: Timestamp,
    ) -> Result<(), StoreError>;
    /// Counts a download, unless the file was downloaded `most` times. Returns whether it was counted. Of several calls at
    /// once, no more are counted than are left. If the database dies at the end of a call, it may be counted twice.
    async fn count_download(&self, download: CountDownload) -> Result<bool, StoreError>;
}
