//! Google's list of root keys, also as an answer over HTTP with its headers.
#![no_main]

use arbitrary::Arbitrary;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_fuzz::outside::{Outside, said};
use zkratka_fuzz::token::{NOW, roots};
use zkratka_wallets::google_pay::{RootKeyStore, RootKeys};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    List(&'i str),
    Answer {
        headers: &'i [u8],
        body: Option<&'i [u8]>,
    },
    Bytes(&'i [u8]),
}

thread_local!(static OUTSIDE: ManuallyDrop<Outside> = ManuallyDrop::new(Outside::default()));

fn fetch(answer: Vec<u8>) {
    OUTSIDE.with(|outside| {
        outside.answering(answer, async |address| {
            let now = Arc::new(|| Timestamp(NOW));
            let store = RootKeyStore::new(&address, Duration::from_secs(5), now).unwrap();
            let first = store.keys().await.is_ok();
            assert_eq!(
                store.keys().await.is_ok(),
                first,
                "kept for now, either way"
            );
        });
    });
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    match input {
        Input::List(text) => drop(RootKeys::from_json(text)),
        Input::Answer { headers, body } => {
            let right = roots();
            let body = body.unwrap_or(right.as_bytes());
            fetch(said(200, headers, body));
        }
        Input::Bytes(bytes) => fetch(bytes.to_vec()),
    }
});
