//! Google Pay tokens: any text, and texts that are signed rightly.
#![no_main]

use arbitrary::Arbitrary;
use std::sync::OnceLock;
use zkratka_commerce::time::Timestamp;
use zkratka_fuzz::token::{NOW, RECIPIENT, Said, roots};
use zkratka_wallets::google_pay::{
    DecryptionKey, OpenedToken, Opener, Protocol, Recipient, RootKeys,
};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Any(&'i str),
    Signed(Said<'i>),
}

fn openers() -> &'static [Opener; 2] {
    static OPENERS: OnceLock<[Opener; 2]> = OnceLock::new();
    OPENERS.get_or_init(|| {
        let opener = |keys| Opener {
            roots: RootKeys::from_json(&roots()).unwrap(),
            recipient: Recipient::verbatim(RECIPIENT),
            keys,
            protocols: Protocol::ALL.to_vec(),
        };
        [
            opener(Vec::new()),
            opener(vec![DecryptionKey::from_bytes(&[4; 32]).unwrap()]),
        ]
    })
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let (token, signed) = match &input {
        Input::Any(text) => ((*text).to_owned(), false),
        Input::Signed(said) => (said.token(), true),
    };
    for opener in openers() {
        let inspection = opener.inspect(&token, Timestamp(NOW));
        let opened = opener.open(&token, Timestamp(NOW));
        assert_eq!(inspection.result.is_ok(), opened.is_ok());
        // Nobody but the keys' owner can make what is opened.
        assert!(signed || opened.is_err(), "opened: {token}");
        if let Ok(opened) = opened {
            let is_payment = opened.is_payment();
            let shown = format!("{opened:?}");
            let payment = OpenedToken::into_payment(opened);
            assert_eq!(payment.is_ok(), is_payment);
            if let Ok(payment) = payment {
                assert!(
                    !shown.contains(payment.card.pan.as_str()),
                    "a card number is shown"
                );
                assert!(payment.expires_at > Timestamp(NOW));
            }
        }
    }
});
