//! Amazon Pay's notifications: any bytes, right messages that were changed on their way, and right ones that say anything.
#![no_main]

use arbitrary::Arbitrary;
use serde_json::Value;
use std::sync::OnceLock;
use zkratka_fuzz::amazon::{Amazon, NOW};
use zkratka_fuzz::meta::Change;
use zkratka_wallets::amazon_pay::notification::{Content, Refusal, SnsCertificate};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Any(&'i [u8]),
    Changed(Change<'i>),
    /// Signed, with this text.
    Said(&'i str),
    Certificate(&'i [u8]),
}

fn amazon() -> &'static Amazon {
    static AMAZON: OnceLock<Amazon> = OnceLock::new();
    AMAZON.get_or_init(|| {
        let amazon = Amazon::new();
        let read = read(&amazon, amazon.message.as_bytes());
        assert!(matches!(read, Ok(Content::Changed(_))), "{read:?}");
        amazon
    })
}

fn read(amazon: &Amazon, body: &[u8]) -> Result<Content, Refusal> {
    let opened = amazon.inbox.open(body, NOW)?;
    opened.verify(&amazon.certificate, NOW)?.content()
}

/// The members that count; `None` if it is no object.
fn members(body: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(body).ok()?;
    value.as_object_mut()?.retain(|name, _| {
        matches!(
            name.as_str(),
            "Type" | "MessageId" | "TopicArn" | "Message" | "Timestamp"
        )
    });
    Some(value)
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let amazon = amazon();
    match input {
        Input::Any(bytes) => assert!(read(amazon, bytes).is_err(), "believed without a signature"),
        Input::Changed(change) => {
            let Some(changed) = change.of(&amazon.message) else {
                return;
            };
            // What the signature does not cover may change, such as the place of a member or an unknown one.
            let is_same = members(&changed) == members(&amazon.message);
            assert!(
                read(amazon, changed.as_bytes()).is_err() || is_same,
                "{changed}"
            );
        }
        Input::Said(text) => drop(read(amazon, amazon.signed(text).as_bytes())),
        Input::Certificate(bytes) => drop(SnsCertificate::read(bytes)),
    }
});
