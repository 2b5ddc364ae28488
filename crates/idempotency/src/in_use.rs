//! The keys of the requests on which this server is at work.

use super::Keyed;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The digests of these keys.
#[derive(Debug, Default)]
pub struct KeysInUse(Mutex<HashSet<String>>);

/// A key is in use until this is dropped.
#[derive(Debug)]
pub struct KeyTurn<'k> {
    keys: &'k KeysInUse,
    key: String,
}

impl KeysInUse {
    /// `None` if another request with this key is running. Requests on other servers are not known here; the store lets
    /// them wait for each other.
    pub fn enter(&self, keyed: &Keyed) -> Option<KeyTurn<'_>> {
        let key = keyed.key().to_owned();
        let is_free = self.lock().insert(key.clone());
        is_free.then(|| KeyTurn { keys: self, key })
    }

    /// Every single change leaves the set consistent, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyTurn<'_> {
    fn drop(&mut self) {
        self.keys.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_used_by_one_request_at_a_time() {
        let read = |key: &[u8]| Keyed::read(&[key], &[], b"{}").unwrap();
        let (one, other) = (read(b"0123456789abcdef"), read(b"fedcba9876543210"));
        let keys = KeysInUse::default();
        let turn = keys.enter(&one);
        assert!(turn.is_some());
        assert!(keys.enter(&one).is_none());
        assert!(keys.enter(&other).is_some());
        drop(turn);
        assert!(keys.enter(&one).is_some());
    }
}
