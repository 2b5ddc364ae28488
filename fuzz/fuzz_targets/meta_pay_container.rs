//! Meta Pay containers and request signatures: any text, and right ones that were changed on their way.
#![no_main]

use arbitrary::Arbitrary;
use std::sync::OnceLock;
use zkratka_fuzz::meta::{Change, Meta, NOW, shows_card};
use zkratka_wallets::meta_pay::verify_request;

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Any(&'i str),
    Changed(Change<'i>),
    Request(&'i str, &'i [u8]),
    ChangedRequest(Change<'i>),
}

fn meta() -> &'static Meta {
    static META: OnceLock<Meta> = OnceLock::new();
    META.get_or_init(|| {
        let meta = Meta::new();
        let opened = meta.opener.open(&meta.container.to_string(), NOW);
        assert!(!shows_card(&format!("{:?}", opened.expect("it opens"))));
        let verified = verify_request(&meta.signature, Meta::BODY, &meta.opener.roots, NOW);
        assert_eq!(verified, Ok(()));
        meta
    })
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let meta = meta();
    let container = match &input {
        Input::Any(text) => Some((*text).to_owned()),
        Input::Changed(change) => meta.changed(change),
        Input::Request(signature, body) => {
            let verified = verify_request(signature, body, &meta.opener.roots, NOW);
            assert!(verified.is_err(), "a signature by nobody is valid");
            return;
        }
        Input::ChangedRequest(change) => {
            let Some(changed) = change.of(&meta.signature) else {
                return;
            };
            let verified = verify_request(&changed, Meta::BODY, &meta.opener.roots, NOW);
            assert_eq!(verified.is_ok(), changed == meta.signature, "{changed}");
            return;
        }
    };
    let Some(container) = container else { return };
    let inspection = meta.opener.inspect(&container, NOW);
    assert!(inspection.result.is_err(), "opened: {container}");
    assert!(!shows_card(&format!("{:?}", inspection.result)));
});
