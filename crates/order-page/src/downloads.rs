//! The files of an order, as its page shows them.

use crate::download_access::DownloadAccess;
use crate::shown::ShownOrder;
use serde::Serialize;
use zkratka_commerce::delivery::ShopTime;
use zkratka_commerce::download::{
    DownloadConsent, DownloadState, consent_at_checkout, download_state, opens_without_consent,
};
use zkratka_commerce::ids::LineId;
use zkratka_commerce::order::{Order, OrderLine};
use zkratka_commerce::order_life::Life;
use zkratka_commerce::time::Timestamp;
use zkratka_store::DownloadRecord;
use zkratka_texts::{
    CONSENT_BUTTON, CONSENT_MISSING, CONSENT_ON_PAGE, DownloadNote, FILES_ELSEWHERE,
    consent_confirmed, consent_reason,
};

/// A request for the file of a line.
#[derive(Clone, Copy)]
pub(crate) struct FileRequest<'a> {
    pub(crate) order: &'a Order,
    pub(crate) life: &'a Life,
    pub(crate) record: &'a DownloadRecord,
    pub(crate) line: LineId,
    pub(crate) now: Timestamp,
}

impl<'a> FileRequest<'a> {
    /// The file's name, and how often it may be downloaded in all.
    ///
    /// # Errors
    /// What to tell the buyer. `email`: where buyers write to.
    pub(crate) fn decide(self, email: &str) -> Result<(&'a str, u32), String> {
        let mut lines = self.order.snapshot.lines.iter();
        let found = lines.find(|line| line.id == self.line);
        let Some((line, name)) = found.and_then(|line| Some((line, line.download.as_ref()?)))
        else {
            return Err(DownloadNote::Ended.text(email));
        };
        let note = match download_state(self.order, self.life, line) {
            DownloadState::Allowed(_) if needs_consent(self.order, self.record, self.now) => {
                return Err(CONSENT_MISSING.to_owned());
            }
            DownloadState::Allowed(most) => return Ok((name, most)),
            DownloadState::Unpaid => DownloadNote::Unpaid,
            DownloadState::Held => DownloadNote::Held,
            DownloadState::Withheld => DownloadNote::Withheld,
            DownloadState::Ended => DownloadNote::Ended,
        };
        Err(note.text(email))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DownloadsData {
    files: Vec<FileData>,
    /// Why there are no links.
    note: Option<&'static str>,
    /// What the page asks for before the first download.
    consent: Option<ConsentData>,
    /// Confirms the consent.
    confirmed: Option<String>,
    /// Whether files open by themselves within moments: the page looks again.
    is_finishing: bool,
}

#[derive(Serialize)]
struct FileData {
    title: String,
    /// Absent if the file cannot be downloaded now.
    url: Option<String>,
    note: Option<String>,
}

#[derive(Serialize)]
struct ConsentData {
    action: String,
    reason: String,
    text: &'static str,
    button: &'static str,
}

/// What the page needs besides the order.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) email: &'a str,
    pub(crate) time: &'a ShopTime,
    pub(crate) now: Timestamp,
}

/// The consent of the order's buyer: from the checkout, or else from the order's page.
#[must_use]
fn consent_of(order: &Order, record: &DownloadRecord) -> Option<DownloadConsent> {
    consent_at_checkout(order).or_else(|| record.consent.clone())
}

/// Whether files open only once the buyer consents.
#[must_use]
fn needs_consent(order: &Order, record: &DownloadRecord, now: Timestamp) -> bool {
    consent_of(order, record).is_none() && now < opens_without_consent(order)
}

/// Whether the order's page asks for the consent: a file could be downloaded but for it.
#[must_use]
pub fn asks_for_consent(
    order: &Order,
    life: &Life,
    record: &DownloadRecord,
    now: Timestamp,
) -> bool {
    let files = order.snapshot.lines.iter();
    let mut files = files.filter(|line| line.download.is_some());
    needs_consent(order, record, now)
        && files.any(|line| matches!(download_state(order, life, line), DownloadState::Allowed(_)))
}

impl DownloadsData {
    /// `None`: the order has no files.
    pub(crate) fn new(shown: &ShownOrder, around: Surroundings<'_>) -> Option<Self> {
        let order = &shown.order;
        if !order.snapshot.has_downloads() {
            return None;
        }
        let Some(access) = &shown.downloads else {
            return Some(Self {
                files: Vec::new(),
                note: Some(FILES_ELSEWHERE),
                consent: None,
                confirmed: None,
                is_finishing: false,
            });
        };
        let asks = needs_consent(order, &access.record, around.now);
        let files = order.snapshot.lines.iter();
        let files: Vec<_> = files
            .filter(|line| line.download.is_some())
            .map(|line| file(shown, access, line, asks, around))
            .collect();
        let lines = order.snapshot.lines.iter();
        let states: Vec<_> = lines
            .filter(|line| line.download.is_some())
            .map(|line| download_state(order, &shown.life, line))
            .collect();
        let consent = consent_of(order, &access.record);
        Some(Self {
            files,
            note: None,
            consent: asks_for_consent(order, &shown.life, &access.record, around.now).then(|| {
                ConsentData {
                    action: access.consent_url.clone(),
                    reason: consent_reason(around.time.day(opens_without_consent(order))),
                    text: CONSENT_ON_PAGE,
                    button: CONSENT_BUTTON,
                }
            }),
            confirmed: consent
                .map(|given| consent_confirmed(around.time.day(given.at), given.place)),
            is_finishing: states.contains(&DownloadState::Held),
        })
    }
}

fn file(
    shown: &ShownOrder,
    access: &DownloadAccess,
    line: &OrderLine,
    asks: bool,
    around: Surroundings<'_>,
) -> FileData {
    let count = access.record.counts.get(&line.id).copied().unwrap_or(0);
    let note = match download_state(&shown.order, &shown.life, line) {
        DownloadState::Allowed(most) => DownloadNote::Left(most.saturating_sub(count)),
        DownloadState::Unpaid => DownloadNote::Unpaid,
        DownloadState::Held => DownloadNote::Held,
        DownloadState::Withheld => DownloadNote::Withheld,
        DownloadState::Ended => DownloadNote::Ended,
    };
    let is_there = matches!(note, DownloadNote::Left(1..)) && !asks;
    let waits = asks && matches!(note, DownloadNote::Left(_));
    FileData {
        title: line.variant_title.as_ref().map_or_else(
            || line.title.clone(),
            |variant| format!("{} ({variant})", line.title),
        ),
        url: is_there.then(|| access.key.link(&access.folder, line.id, around.now)),
        note: (!waits).then(|| note.text(around.email)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use zkratka_commerce::ids::Secret;
    use zkratka_commerce::time::DAY_MS;

    const NOW: Timestamp = Timestamp(1_790_000_000_000);

    fn order(consent: Option<&str>, payment: &Value) -> Order {
        let line = |id: u32, download: Option<&str>| {
            json!({
                "id": id, "variant": 1, "title": "Spižírna", "variant_title": "EPUB", "sku": "", "quantity": 1,
                "unit_price": 10_000, "total": 10_000, "tax_rate": 1200, "requires_shipping": false,
                "tracked": false, "attributes": [], "download": download,
            })
        };
        let order = json!({
            "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "test", "payment": payment,
            "snapshot": {
                "currency": "CZK", "email": "jana@example.cz", "phone": null, "delivery_address": null,
                "billing_address": null, "lines": [line(1, Some("a.epub")), line(2, None)], "delivery": null,
                "note": null, "attributes": [], "subtotal": 20_000, "total": 20_000, "taxes": [],
                "payment": { "kind": "bank_transfer" }, "download_consent": consent,
            },
        });
        serde_json::from_value(order).unwrap()
    }

    fn data(order: Order, record: DownloadRecord, now: Timestamp) -> Value {
        let shown = ShownOrder {
            life: Life::of(&order, &[], Vec::new()),
            order,
            sold: Vec::new(),
            downloads: Some(DownloadAccess::new(
                "/checkout/Z/confirmation?key=1",
                Secret([1; 16]),
                record,
            )),
        };
        let around = Surroundings {
            email: "obchod@example.com",
            time: &ShopTime::named("Europe/Prague").unwrap(),
            now,
        };
        serde_json::to_value(DownloadsData::new(&shown, around)).unwrap()
    }

    fn free() -> Value {
        json!({ "kind": "free" })
    }

    /// [B.12] Nothing is downloaded before the buyer consents, until the period for a withdrawal is over.
    #[test]
    fn the_page_asks_before_the_first_download() {
        let asked = data(order(None, &free()), DownloadRecord::default(), NOW);
        assert_eq!(asked["consent"]["text"], CONSENT_ON_PAGE);
        assert_eq!(asked["files"][0]["url"], Value::Null);
        assert_eq!(asked["confirmed"], Value::Null);
        let later = NOW.plus(15 * DAY_MS);
        let open = data(order(None, &free()), DownloadRecord::default(), later);
        assert_eq!(open["consent"], Value::Null);
        assert!(open["files"][0]["url"].is_string(), "{open}");
        let there = data(
            order(Some("2026-11"), &free()),
            DownloadRecord::default(),
            NOW,
        );
        assert_eq!(there["consent"], Value::Null);
        assert!(there["files"][0]["url"].is_string(), "{there}");
        let confirmed = there["confirmed"].as_str().unwrap();
        assert!(confirmed.contains("v\u{a0}pokladně"), "{confirmed}");
    }

    /// [B.12] A file that is used up, or not paid, has no link.
    #[test]
    fn only_what_may_be_downloaded_has_a_link() {
        let mut record = DownloadRecord::default();
        record.counts.insert(LineId(1), 5);
        let used = data(order(Some("2026-11"), &free()), record, NOW);
        assert_eq!(used["files"][0]["url"], Value::Null);
        assert_eq!(used["files"].as_array().unwrap().len(), 1);
        let note = used["files"][0]["note"].as_str().unwrap();
        assert!(note.contains("obchod@example.com"), "{note}");
        let awaited = json!({ "kind": "awaiting_transfer" });
        let unpaid = data(order(None, &awaited), DownloadRecord::default(), NOW);
        assert_eq!(unpaid["consent"], Value::Null);
        assert_eq!(unpaid["files"][0]["url"], Value::Null);
    }

    /// [B.12] The page looks again while the capture is under way, and not while it waits for the buyer.
    #[test]
    fn only_a_capture_under_way_opens_files_by_itself() {
        let card = json!({ "network": "visa", "last_four": "1111" });
        let payment = |stage: &str| json!({ "kind": stage, "card": card });
        for (payment, expected) in [
            (payment("authorised"), true),
            (payment("captured"), false),
            (json!({ "kind": "awaiting_transfer" }), false),
        ] {
            let shown = data(order(None, &payment), DownloadRecord::default(), NOW);
            assert_eq!(shown["isFinishing"], expected, "{shown}");
        }
    }
}
