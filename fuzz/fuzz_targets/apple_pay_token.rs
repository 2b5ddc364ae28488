//! Apple Pay tokens: any text, right ones that were changed on their way, and certificates.
#![no_main]

use arbitrary::Arbitrary;
use std::sync::OnceLock;
use zkratka_fuzz::apple::{Apple, Change, NOW, Part, shows_card};
use zkratka_wallets::apple_pay::{Certificate, signing_time};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Any(&'i str),
    Changed(Part, Change<'i>),
    Certificates(&'i [u8]),
}

fn apple() -> &'static Apple {
    static APPLE: OnceLock<Apple> = OnceLock::new();
    APPLE.get_or_init(|| {
        let apple = Apple::new();
        let opened = apple.opener.open(&apple.token.to_string(), NOW);
        assert!(!shows_card(&format!("{:?}", opened.expect("it opens"))));
        apple
    })
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let apple = apple();
    let token = match &input {
        Input::Any(text) => Some((*text).to_owned()),
        Input::Changed(part, change) => apple.changed(*part, change),
        Input::Certificates(bytes) => {
            let read = Certificate::all_from_bytes(bytes);
            // What was read is read again from its own bytes.
            for certificate in read.into_iter().flatten() {
                assert!(Certificate::from_der(certificate.der().to_vec()).is_ok());
            }
            return;
        }
    };
    let Some(token) = token else { return };
    let _ = signing_time(&token);
    let inspection = apple.opener.inspect(&token, NOW);
    let opened = apple.opener.open(&token, NOW);
    assert_eq!(inspection.result.is_ok(), opened.is_ok());
    // No byte may be another one. The CMS message may be written in other ways that mean the same.
    if let Ok(opened) = opened {
        let rewritten = !matches!(&input, Input::Changed(Part::Signature, Change::Byte(..)));
        let in_signature = matches!(&input, Input::Changed(Part::Signature, _));
        assert!(in_signature && rewritten, "opened: {token}");
        let right = apple.opener.open(&apple.token.to_string(), NOW);
        assert_eq!(opened.plaintext, right.expect("it opens").plaintext);
    }
});
