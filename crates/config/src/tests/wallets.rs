//! Tests of `[wallets]`: which wallet products' pages try first.

use super::{SMALLEST, faults, parse};
use zkratka_commerce::payment::Wallet;

fn shop(recommended: &str, more: &str) -> String {
    format!(
        "{SMALLEST}\n[wallets]\nrecommended = \"{recommended}\"\n[wallets.google_pay]\nenabled = true\n{more}"
    )
}

/// [2.03] The recommended wallet is one that the shop offers; none is recommended by default.
#[test]
fn an_enabled_wallet_can_be_recommended() {
    let by_default = parse(SMALLEST).unwrap();
    assert_eq!(by_default.wallets.recommended, None);
    let none = parse(&shop("", "")).unwrap();
    assert_eq!(none.wallets.recommended, None);
    let google = parse(&shop("google_pay", "")).unwrap();
    assert_eq!(google.wallets.recommended, Some(Wallet::GooglePay));
    let meta = "[wallets.meta_pay]\nenabled = true\n";
    let meta = parse(&shop("meta_pay", meta)).unwrap();
    assert_eq!(meta.wallets.recommended, Some(Wallet::MetaPay));
}

/// [2.03] A wallet that is unknown or not enabled is refused with its key. Next to a faulty wallet nothing is guessed.
#[test]
fn no_other_wallet_can_be_recommended() {
    let said = |text: &str| {
        let found = faults(text).into_iter();
        let found = found.map(|fault| (fault.key, fault.message));
        found.collect::<Vec<_>>()
    };
    let disabled = said(&shop("paypal", ""));
    let expected = "recommends a wallet that the shop does not offer: write enabled = true in [wallets.paypal], or recommend another one";
    let key = || "wallets.recommended".to_owned();
    assert_eq!(disabled, [(key(), expected.to_owned())]);
    for unknown in ["google", "shop_pay", "facebook_pay", " google_pay"] {
        let unknown = said(&shop(unknown, ""));
        assert!(unknown.len() == 1 && unknown[0].0 == key(), "{unknown:?}");
    }
    let faulty = said(&shop("paypal", "[wallets.paypal]\nenabled = 1\n"));
    assert_eq!(faulty.len(), 1, "{faulty:?}");
    assert_eq!(faulty[0].0, "wallets.paypal.enabled");
}
