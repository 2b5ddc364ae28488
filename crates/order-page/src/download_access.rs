//! How a visitor gets an order's files.

use zkratka_commerce::ids::Secret;
use zkratka_downloads::DownloadKey;
use zkratka_store::DownloadRecord;

/// How a visitor of the order's page gets its files.
pub struct DownloadAccess {
    /// What was downloaded, and the consent that the buyer gave on the page.
    pub(crate) record: DownloadRecord,
    /// The address of the order's files, without a slash at its end.
    pub(crate) folder: String,
    pub(crate) key: DownloadKey,
    /// Where the form with the consent is sent.
    pub(crate) consent_url: String,
}

impl DownloadAccess {
    /// `page`: the address of the order's page, with its own secret.
    #[must_use]
    pub fn new(page: &str, key: Secret, record: DownloadRecord) -> Self {
        let consent_url = page.replace("/confirmation?", "/downloads?");
        let folder = consent_url.split('?').next().unwrap_or_default().to_owned();
        Self {
            record,
            folder,
            key: DownloadKey::new(key),
            consent_url,
        }
    }
}
