//! Sends a file of an order to who has a link to it.

use crate::downloads::FileRequest;
use axum::response::Response;
use std::path::Path;
use zkratka_commerce::ids::Secret;
use zkratka_commerce::time::Timestamp;
use zkratka_config::Config;
use zkratka_downloads::{
    DownloadKey, FileFault, Folder, LinkCheck, OpenFile, SignedLink, file_answer,
};
use zkratka_store::{CountDownload, OrderRecord, Store, StoreError};
use zkratka_texts::{DownloadNote, LINK_EXPIRED};

/// What sends files.
#[derive(Clone, Copy)]
pub struct FileDesk<'a> {
    store: &'a dyn Store,
    /// The configured folder.
    folder: Option<&'a Path>,
    /// Where buyers write to; may be empty.
    email: &'a str,
    now: Timestamp,
}

/// Why a file is not sent.
#[derive(Debug, thiserror::Error)]
pub enum NotSent {
    /// The shop did not make the link.
    #[error("the link is not of this shop")]
    NoSuchLink,
    /// What to tell the buyer.
    #[error("{0}")]
    Refused(String),
    /// The log says why.
    #[error("a sold file cannot be sent")]
    NoFile,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<'a> FileDesk<'a> {
    #[must_use]
    pub fn new(store: &'a dyn Store, config: &'a Config, now: Timestamp) -> Self {
        Self {
            store,
            folder: config.catalogue.downloads.as_deref(),
            email: &config.shop.email,
            now,
        }
    }

    /// Sends the file of a link, and counts the download. `secret` signs the links of this order.
    pub async fn send(
        self,
        order: &OrderRecord,
        secret: Option<Secret>,
        link: &SignedLink,
    ) -> Result<Response, NotSent> {
        let key = DownloadKey::new(secret.ok_or(NotSent::NoSuchLink)?);
        match key.check(link, self.now) {
            LinkCheck::Forged => return Err(NotSent::NoSuchLink),
            LinkCheck::Expired => return Err(NotSent::Refused(LINK_EXPIRED.to_owned())),
            LinkCheck::Valid => {}
        }
        let (life, order) = (order.life(), &order.order);
        let asked = FileRequest {
            order,
            life: &life,
            record: &self.store.download_record(order.number).await?,
            line: link.line,
            now: self.now,
        };
        let (name, most) = asked.decide(self.email).map_err(NotSent::Refused)?;
        // Opened before it is counted: a file that is missing costs the buyer nothing.
        let file = self.open(name).await.map_err(|fault| {
            tracing::error!(order = order.number.0, %fault, "a sold file cannot be sent");
            NotSent::NoFile
        })?;
        let count = CountDownload {
            order: order.number,
            line: link.line,
            most,
            now: self.now,
        };
        if !self.store.count_download(count).await? {
            return Err(NotSent::Refused(DownloadNote::Left(0).text(self.email)));
        }
        Ok(file_answer(file, name))
    }

    async fn open(self, name: &str) -> Result<OpenFile, FileFault> {
        let folder = self.folder.ok_or(FileFault::Missing)?.to_owned();
        Folder::new(folder).open_later(name).await
    }
}
