//! Finds the document of a request, or prepares it.

use super::cache::DocumentCache;
use super::prepare::Document;
use super::{DocumentLimits, Rejection};
use crate::{ApiSchema, ProcessorLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use tokio::time::Instant;

/// The documents of one shop. It keeps the shop's own documents for ever, and caches the others as long as there is
/// room. The limits on preparing do not apply to its own: their number is fixed, and each is prepared once.
pub struct Documents {
    limits: DocumentLimits,
    own: HashMap<String, OnceLock<Option<Arc<Document>>>>,
    others: DocumentCache,
    limiter: Arc<ProcessorLimiter>,
}

/// Why there is no document.
#[derive(Debug)]
pub enum Unavailable {
    /// Too many new documents wait.
    Busy,
    /// What was sent is not a JSON string.
    Malformed(serde_json::Error),
    Rejected(Rejection),
}

impl Documents {
    /// `own` are the texts that the shop's own scripts send.
    #[must_use]
    pub fn new<'t>(
        limits: DocumentLimits,
        own: impl IntoIterator<Item = &'t str>,
        others: DocumentCache,
        limiter: Arc<ProcessorLimiter>,
    ) -> Self {
        // Browsers write the same JSON for a text.
        let own = own
            .into_iter()
            .map(|text| (serde_json::Value::from(text).to_string(), OnceLock::new()));
        Self {
            limits,
            own: own.collect(),
            others,
            limiter,
        }
    }

    /// The document with the text `sent`, a JSON string as it stands in the request's body.
    pub async fn get(
        &self,
        schema: &ApiSchema,
        sent: &str,
        client: IpAddr,
        by: Instant,
    ) -> Result<Arc<Document>, Unavailable> {
        if let Some(document) = self.own(schema, sent) {
            return Ok(document);
        }
        if let Some(document) = self.others.lookup(sent) {
            return Ok(document);
        }
        let permit = self.limiter.acquire(client, by).await;
        let _permit = permit.ok_or(Unavailable::Busy)?;
        let text: String = serde_json::from_str(sent).map_err(Unavailable::Malformed)?;
        let document = self.others.get(schema, sent, &text);
        document.map_err(Unavailable::Rejected)
    }

    /// None also for an own document that the shop's limits reject: the others' path then says why.
    fn own(&self, schema: &ApiSchema, sent: &str) -> Option<Arc<Document>> {
        let document = self.own.get(sent)?.get_or_init(|| {
            let text: String = serde_json::from_str(sent).ok()?;
            let prepared = Document::prepare(schema, &text, self.limits).ok()?;
            Some(Arc::new(prepared))
        });
        document.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_schema::LIMITS;
    use std::time::Duration;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const OWN: &str = "query own {\n  __typename # \"česky\"\n}";

    fn sent(text: &str) -> String {
        serde_json::to_string(text).unwrap()
    }

    /// Room for one other document, and for one that is being prepared.
    fn documents() -> Documents {
        let others = DocumentCache::new(LIMITS, 1, 100_000);
        let limiter = Arc::new(ProcessorLimiter::with(1, 1));
        Documents::new(LIMITS, [OWN], others, limiter)
    }

    #[tokio::test]
    async fn the_shops_own_documents_need_no_place_among_new_ones() {
        let schema = crate::test_schema::api();
        let documents = documents();
        let by = Instant::now() + Duration::from_mins(1);
        let _preparing = documents.limiter.acquire(CLIENT, by).await;
        let now = Instant::now();
        let text = sent("{new:__typename}");
        let new = documents.get(&schema, &text, CLIENT, now).await;
        assert!(matches!(new, Err(Unavailable::Busy)));
        let own = documents.get(&schema, &sent(OWN), CLIENT, now).await;
        assert!(own.is_ok());
    }

    #[tokio::test]
    async fn new_documents_do_not_evict_the_shops_own() {
        let schema = crate::test_schema::api();
        let documents = documents();
        let by = Instant::now() + Duration::from_mins(1);
        let get = async |text: &str| documents.get(&schema, &sent(text), CLIENT, by).await;
        let first = get(OWN).await.unwrap();
        for number in 0..5 {
            get(&format!("{{a{number}:__typename}}")).await.unwrap();
        }
        assert!(Arc::ptr_eq(&first, &get(OWN).await.unwrap()));
    }

    #[tokio::test]
    async fn an_own_document_beyond_the_limits_is_rejected_with_its_reason() {
        let schema = crate::test_schema::api();
        let long = format!("{{__typename {}}}", " ".repeat(70_000));
        let cache = DocumentCache::new(LIMITS, 1, 100_000);
        let limiter = Arc::new(ProcessorLimiter::with(1, 1));
        let documents = Documents::new(LIMITS, [long.as_str()], cache, limiter);
        let by = Instant::now() + Duration::from_mins(1);
        let rejected = documents.get(&schema, &sent(&long), CLIENT, by).await;
        assert!(matches!(rejected, Err(Unavailable::Rejected(_))));
    }

    #[tokio::test]
    async fn a_document_is_read_as_json_says() {
        let schema = crate::test_schema::api();
        let documents = documents();
        let by = Instant::now() + Duration::from_mins(1);
        let get = async |sent: &str| documents.get(&schema, sent, CLIENT, by).await;
        assert!(get(r#""{\n__typen\u0061me} # \ud83d\ude00""#).await.is_ok());
        let half = get(r#""{__typename} # \ud83d""#).await;
        assert!(matches!(half, Err(Unavailable::Malformed(_))));
    }
}
