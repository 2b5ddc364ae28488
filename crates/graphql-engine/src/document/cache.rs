//! Caches prepared documents by the text of the request: storefronts repeat the same few documents.

use super::prepare::Document;
use super::{DocumentLimits, Rejection};
use crate::ApiSchema;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Bounded by the number of documents and by their bytes. Evicts the least recently used document first.
pub struct DocumentCache {
    limits: DocumentLimits,
    max_entries: usize,
    max_bytes: usize,
    /// Clock of the LRU: grows with every use.
    uses: AtomicU64,
    kept: RwLock<Kept>,
}

#[derive(Default)]
struct Kept {
    /// A fast hash is enough although clients choose the keys: the bounds limit how many keys can collide.
    documents: HashMap<Arc<str>, Entry, RandomState>,
    bytes: usize,
}

struct Entry {
    document: Arc<Document>,
    bytes: usize,
    last_used: AtomicU64,
}

impl DocumentCache {
    #[must_use]
    pub fn new(limits: DocumentLimits, max_entries: usize, max_bytes: usize) -> Self {
        Self {
            limits,
            max_entries,
            max_bytes,
            uses: AtomicU64::new(0),
            kept: RwLock::default(),
        }
    }

    /// The cached document for the key `sent`; prepares and caches `text` if there is none. Rejected documents are not
    /// cached.
    pub fn get(
        &self,
        schema: &ApiSchema,
        sent: &str,
        text: &str,
    ) -> Result<Arc<Document>, Rejection> {
        if let Some(document) = self.lookup(sent) {
            return Ok(document);
        }
        let document = Arc::new(Document::prepare(schema, text, self.limits)?);
        self.keep(sent, &document);
        Ok(document)
    }

    /// The cached document for the key `sent`.
    pub fn lookup(&self, sent: &str) -> Option<Arc<Document>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let entry = kept.documents.get(sent)?;
        let now = self.uses.fetch_add(1, Ordering::Relaxed);
        entry.last_used.store(now, Ordering::Relaxed);
        Some(Arc::clone(&entry.document))
    }

    fn keep(&self, sent: &str, document: &Arc<Document>) {
        let bytes = document.bytes(sent);
        if bytes > self.max_bytes {
            return;
        }
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        let entry = Entry {
            document: Arc::clone(document),
            bytes,
            last_used: AtomicU64::new(self.uses.fetch_add(1, Ordering::Relaxed)),
        };
        if kept.documents.insert(sent.into(), entry).is_none() {
            kept.bytes += bytes;
        }
        while kept.documents.len() > self.max_entries || kept.bytes > self.max_bytes {
            if !kept.drop_oldest() {
                break;
            }
        }
    }
}

impl Kept {
    /// Evicts the least recently used document; false if the cache is empty.
    fn drop_oldest(&mut self) -> bool {
        let oldest = self
            .documents
            .iter()
            .min_by_key(|(_, entry)| entry.last_used.load(Ordering::Relaxed))
            .map(|(sent, _)| Arc::clone(sent));
        let Some(sent) = oldest else {
            return false;
        };
        if let Some(entry) = self.documents.remove(&sent) {
            self.bytes -= entry.bytes;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_schema::LIMITS;

    fn texts(cache: &DocumentCache) -> Vec<String> {
        let kept = cache.kept.read().unwrap();
        let mut texts: Vec<_> = kept.documents.keys().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    #[test]
    fn the_least_recently_used_document_is_evicted() {
        let schema = crate::test_schema::api();
        let cache = DocumentCache::new(LIMITS, 2, 100_000);
        for text in [
            "{a:__typename}",
            "{b:__typename}",
            "{a:__typename}",
            "{c:__typename}",
        ] {
            cache.get(&schema, text, text).unwrap();
        }
        assert_eq!(texts(&cache), ["{a:__typename}", "{c:__typename}"]);
    }

    #[test]
    fn the_cache_stays_within_its_bytes() {
        let schema = crate::test_schema::api();
        let one = Document::prepare(&schema, "{a:__typename}", LIMITS).unwrap();
        let room_for_two = one.bytes("{a:__typename}") * 2;
        let cache = DocumentCache::new(LIMITS, 100, room_for_two);
        for text in ["{a:__typename}", "{b:__typename}", "{c:__typename}"] {
            cache.get(&schema, text, text).unwrap();
        }
        assert_eq!(texts(&cache), ["{b:__typename}", "{c:__typename}"]);
        let long = format!("{{__typename {}}}", " ".repeat(200));
        cache.get(&schema, &long, &long).unwrap();
        assert_eq!(texts(&cache), ["{b:__typename}", "{c:__typename}"]);
    }

    #[test]
    fn rejected_documents_are_not_cached() {
        let schema = crate::test_schema::api();
        let cache = DocumentCache::new(LIMITS, 100, 100_000);
        assert!(cache.get(&schema, "sent", "{ nothing }").is_err());
        assert!(texts(&cache).is_empty());
    }
}
