//! Tests Meta Pay containers minted by independent code: valid ones open, and each invalid one is refused for its own
//! reason.

use crate::support::meta::{
    MERCHANT_ID, Minted, NOW, basic_card, certificate, ecom_token, mint, wish,
};
use serde_json::{Value, json};
use zkratka_wallets::AuthMethod;
use zkratka_wallets::inspection::{Check as _, CheckOutcome, Refusal as _};
use zkratka_wallets::meta_pay::{
    CREATION_WINDOW_MS, ContainerType, Mode, OpenedContainer, Refusal, SignatureRefusal,
};

fn open(minted: &Minted) -> Result<OpenedContainer, Refusal> {
    minted.opener().open(&minted.container, NOW)
}

fn tweak(name: &str) -> Value {
    json!({ "tweak": name })
}

fn with(mut message: Value, member: &str, value: Value) -> Value {
    message[member] = value;
    message
}

fn without(mut message: Value, member: &str) -> Value {
    let members = message.as_object_mut().expect("an object");
    members.remove(member).expect("the member");
    message
}

/// [B.02] Containers of both types open in every form that the standards allow Meta to write.
#[test]
fn good_containers_open() {
    let forms = [
        json!({}),
        tweak("root-along"),
        tweak("no-intermediate"),
        tweak("path-length-enough"),
        json!({ "jws": { "typ": "JOSE", "kid": "1", "jku": "https://example.com" } }),
        json!({ "jwe": { "typ": "JOSE", "apu": "QWxpY2U", "apv": "Qm9i" } }),
    ];
    for (message, kind) in [
        (basic_card(), ContainerType::BasicCard),
        (ecom_token(), ContainerType::EcomToken),
    ] {
        let wishes: Vec<_> = forms.iter().map(|form| wish(&message, form)).collect();
        for (minted, form) in mint(&wishes).iter().zip(&forms) {
            let opened = open(minted).unwrap_or_else(|error| panic!("{form}: {error}"));
            assert_eq!(opened.container_type, kind);
            assert_eq!((opened.mode, opened.created_at), (Mode::Test, NOW));
            assert_eq!(opened.container_id, "c-1");
            assert_eq!(*opened.plaintext, message.to_string());
        }
    }
}

/// [B.02] Nothing prints a card's number but its last four digits.
#[test]
fn a_container_prints_no_card() {
    for (message, number) in [(basic_card(), "411111"), (ecom_token(), "489537")] {
        let minted = &mint(&[wish(&message, &json!({}))])[0];
        let opened = open(minted).expect("it opens");
        let printed = format!("{opened:?} {:?}", minted.opener());
        assert!(!printed.contains(number), "{printed}");
        assert!(!printed.contains("AAAA"), "{printed}");
        let shown = opened.masked_number();
        assert_eq!(shown.chars().count(), 9, "{shown}");
    }
}

/// Refusals of what `container_data` is signed with.
fn signatures() -> Vec<(Value, SignatureRefusal)> {
    use SignatureRefusal as R;
    let mut cases = Vec::new();
    let headers = [
        (json!({ "alg": "none" }), R::Algorithm),
        (json!({ "alg": "HS256" }), R::Algorithm),
        (json!({ "alg": "ES384" }), R::Algorithm),
        (json!({ "alg": "es256" }), R::Algorithm),
        (json!({ "alg": 7 }), R::Malformed),
        (json!({ "crit": ["exp"], "exp": 1 }), R::Extension),
        (json!({ "crit": null }), R::Extension),
        (json!({ "b64": false }), R::Extension),
        (json!({ "zip": "DEF" }), R::Extension),
    ];
    cases.extend(headers.map(|(header, refusal)| (json!({ "jws": header }), refusal)));
    let tweaks = [
        ("jws-header-text", R::Malformed),
        ("jws-four", R::Malformed),
        ("jws-detached", R::Signature),
        ("signature-absent", R::Malformed),
        ("signature-padded", R::Malformed),
        ("x5c-absent", R::Certificates),
        ("x5c-text", R::Malformed),
        ("x5c-empty", R::Certificates),
        ("x5c-base64url", R::Certificates),
        ("x5c-garbage", R::Certificates),
        ("x5c-three-below", R::Certificates),
        ("x5c-four", R::Certificates),
        ("root-alone", R::Certificates),
        ("intermediate-absent", R::Issuer),
        ("order-other", R::Issuer),
        ("intermediate-alien", R::Issuer),
        ("intermediate-issuer-name", R::Issuer),
        ("leaf-issuer", R::Issuer),
        ("leaf-issuer-name", R::Issuer),
        ("root-no-authority", R::CertificateUse),
        ("root-usage", R::CertificateUse),
        ("intermediate-no-authority", R::CertificateUse),
        ("intermediate-usage", R::CertificateUse),
        ("path-length", R::CertificateUse),
        ("leaf-authority", R::CertificateUse),
        ("leaf-usage", R::CertificateUse),
        ("leaf-critical", R::CertificateUse),
        ("signer-other", R::Signature),
        ("payload-changed", R::Signature),
        ("header-changed", R::Signature),
        ("signature-changed", R::Signature),
        ("signature-short", R::Signature),
        ("signature-empty", R::Signature),
        ("leaf-expired", R::CertificateNotValid),
        ("leaf-early", R::CertificateNotValid),
        ("intermediate-expired", R::CertificateNotValid),
        ("intermediate-early", R::CertificateNotValid),
        ("root-expired", R::CertificateNotValid),
        ("root-early", R::CertificateNotValid),
    ];
    cases.extend(tweaks.map(|(name, refusal)| (tweak(name), refusal)));
    cases
}

/// Refusals of the encryption. Every failed step of the decryption itself has the same one.
fn encryptions() -> Vec<(Value, Refusal)> {
    let mut cases = Vec::new();
    let headers = [
        (json!({ "alg": "none" }), Refusal::EncryptionAlgorithm),
        (json!({ "alg": "dir" }), Refusal::EncryptionAlgorithm),
        (
            json!({ "alg": "ECDH-ES+A256KW" }),
            Refusal::EncryptionAlgorithm,
        ),
        (
            json!({ "alg": "RSA-OAEP-256" }),
            Refusal::EncryptionAlgorithm,
        ),
        (json!({ "enc": "A128GCM" }), Refusal::EncryptionAlgorithm),
        (
            json!({ "enc": "A256CBC-HS512" }),
            Refusal::EncryptionAlgorithm,
        ),
        (json!({ "enc": null }), Refusal::EncryptionMalformed),
        (json!({ "zip": "DEF" }), Refusal::EncryptionExtension),
        (json!({ "zip": null }), Refusal::EncryptionExtension),
        (
            json!({ "crit": ["exp"], "exp": 1 }),
            Refusal::EncryptionExtension,
        ),
    ];
    cases.extend(headers.map(|(header, refusal)| (json!({ "jwe": header }), refusal)));
    for name in ["jwe-header-text", "jwe-four", "jwe-six"] {
        cases.push((tweak(name), Refusal::EncryptionMalformed));
    }
    for name in [
        "epk-absent",
        "epk-type",
        "epk-curve",
        "epk-short",
        "epk-off-curve",
        "encrypted-key",
        "iv-long",
        "iv-changed",
        "aad-changed",
        "ciphertext-changed",
        "tag-changed",
        "tag-short",
        "tag-absent",
        "recipient-other",
    ] {
        cases.push((tweak(name), Refusal::Decryption));
    }
    cases.push((tweak("epk-half"), Refusal::EncryptionMalformed));
    cases.push((tweak("not-text"), Refusal::Message));
    cases
}

/// Refusals of a message that was signed and encrypted rightly.
fn messages() -> Vec<(Value, Refusal)> {
    let card = |member: &str, value: Value| {
        let mut message = basic_card();
        message["card_data"][member] = value;
        message
    };
    let token = |member: &str, value: Value| {
        let mut message = ecom_token();
        message["token_data"][member] = value;
        message
    };
    let at = |moment: i64| with(basic_card(), "created_time", json!(moment));
    let both = with(
        basic_card(),
        "token_data",
        ecom_token()["token_data"].clone(),
    );
    vec![
        (json!("message"), Refusal::Message),
        (without(basic_card(), "container_type"), Refusal::Message),
        (without(basic_card(), "container_context"), Refusal::Message),
        (without(basic_card(), "merchant_id"), Refusal::Message),
        (without(basic_card(), "created_time"), Refusal::Message),
        (at(-1), Refusal::Message),
        (
            with(basic_card(), "created_time", json!(u64::MAX)),
            Refusal::Message,
        ),
        (
            with(basic_card(), "created_time", json!(NOW.0.to_string())),
            Refusal::Message,
        ),
        (
            at(NOW.0 - CREATION_WINDOW_MS - 1),
            Refusal::CreatedTooLongAgo,
        ),
        (at(NOW.0 + CREATION_WINDOW_MS + 1), Refusal::CreatedInFuture),
        (
            with(basic_card(), "merchant_id", json!("104000000000002")),
            Refusal::Merchant,
        ),
        (
            with(basic_card(), "container_type", json!("basic-card-v2")),
            Refusal::ContainerType,
        ),
        (
            with(basic_card(), "container_type", json!("ecom-token-v1")),
            Refusal::Payment,
        ),
        (
            with(ecom_token(), "container_type", json!("basic-card-v1")),
            Refusal::Payment,
        ),
        (without(basic_card(), "card_data"), Refusal::Payment),
        (both, Refusal::Payment),
        (
            with(basic_card(), "token_data", Value::Null),
            Refusal::Payment,
        ),
        (
            with(ecom_token(), "card_data", Value::Null),
            Refusal::Payment,
        ),
        (card("card_number", json!("41111111111")), Refusal::Payment),
        (
            card("card_number", json!("4111 1111 1111 1111")),
            Refusal::Payment,
        ),
        (card("expiry_month", json!("00")), Refusal::Payment),
        (card("expiry_month", json!("13")), Refusal::Payment),
        (card("expiry_month", json!("1")), Refusal::Payment),
        (card("expiry_month", json!("+1")), Refusal::Payment),
        (card("expiry_month", json!(12)), Refusal::Payment),
        (card("expiry_year", json!("31")), Refusal::Payment),
        (card("expiry_year", json!("02031")), Refusal::Payment),
        (token("cryptogram", json!("")), Refusal::Payment),
        (token("cryptogram", Value::Null), Refusal::Payment),
        (token("number", json!("")), Refusal::Payment),
    ]
}

/// Refusals of the outer form.
fn envelopes() -> Vec<(Value, Refusal)> {
    let good = wish(&basic_card(), &json!({}))["envelope"].clone();
    let amount = |currency: Value, value: Value| {
        let amount = json!({ "currency": currency, "value": value });
        with(good.clone(), "amount", amount)
    };
    let cases = [
        (with(good.clone(), "mode", json!("LIVE")), Refusal::Mode),
        (with(good.clone(), "mode", json!("test")), Refusal::Mode),
        (with(good.clone(), "mode", json!(1)), Refusal::Members),
        (without(good.clone(), "mode"), Refusal::Members),
        (without(good.clone(), "amount"), Refusal::Members),
        (without(good.clone(), "container_id"), Refusal::Members),
        (
            with(good.clone(), "container_id", json!("")),
            Refusal::Members,
        ),
        (
            with(good.clone(), "container_id", json!("c".repeat(257))),
            Refusal::Members,
        ),
        (amount(json!("czk"), json!(129_000)), Refusal::Members),
        (amount(json!("Kč"), json!(129_000)), Refusal::Members),
        (amount(json!("CZK"), json!("129000")), Refusal::Members),
        (amount(json!("CZK"), json!(1290.5)), Refusal::Members),
        (amount(json!("CZK"), json!(-1)), Refusal::Members),
        (amount(json!("CZK"), json!(u64::MAX)), Refusal::Members),
        (
            with(good.clone(), "more", json!("x".repeat(64 * 1024))),
            Refusal::TooLong,
        ),
    ];
    cases
        .into_iter()
        .map(|(envelope, refusal)| (json!({ "envelope": envelope }), refusal))
        .collect()
}

/// [B.02] Each wrong container is refused for its own reason, at its check, and no later check is done.
#[test]
fn every_wrong_container_is_refused_for_its_own_reason() {
    let mut cases: Vec<(Value, Refusal)> = Vec::new();
    let changed = |changes: &Value| wish(&basic_card(), changes);
    for (changes, refusal) in signatures() {
        cases.push((changed(&changes), refusal.into()));
    }
    for (changes, refusal) in encryptions().into_iter().chain(envelopes()) {
        cases.push((changed(&changes), refusal));
    }
    for (message, refusal) in messages() {
        cases.push((wish(&message, &json!({})), refusal));
    }
    let wishes: Vec<Value> = cases.iter().map(|(wish, _)| wish.clone()).collect();
    for (minted, (wish, refusal)) in mint(&wishes).iter().zip(&cases) {
        let inspection = minted.opener().inspect(&minted.container, NOW);
        let found = inspection.result.as_ref().err();
        assert_eq!(found, Some(refusal), "{wish}");
        let outcomes: Vec<_> = inspection.checks().collect();
        let at = outcomes
            .iter()
            .position(|(check, _)| *check == refusal.check())
            .expect("a check");
        for (index, (check, outcome)) in outcomes.iter().enumerate() {
            let expected = match index {
                index if index < at => CheckOutcome::Passed,
                index if index == at => CheckOutcome::Failed(*refusal),
                _ => CheckOutcome::NotDone,
            };
            assert_eq!(*outcome, expected, "{wish}: {}", check.name());
        }
    }
}

/// [B.02] A signer's key on another curve signs no container, although its algorithm has the same form.
#[test]
fn a_signer_is_on_p256() {
    let minted = &mint(&[wish(&basic_card(), &tweak("leaf-p384"))])[0];
    let refusal = SignatureRefusal::CertificateUse.into();
    assert_eq!(open(minted).err(), Some(refusal));
}

/// [B.02] A container is accepted within its window, to the millisecond.
#[test]
fn a_container_is_accepted_within_its_window() {
    let minted = &mint(&[wish(&basic_card(), &json!({}))])[0];
    let opener = minted.opener();
    for (offset, refusal) in [
        (-CREATION_WINDOW_MS - 1, Some(Refusal::CreatedInFuture)),
        (-CREATION_WINDOW_MS, None),
        (0, None),
        (CREATION_WINDOW_MS, None),
        (CREATION_WINDOW_MS + 1, Some(Refusal::CreatedTooLongAgo)),
    ] {
        let result = opener.open(&minted.container, NOW.plus(offset));
        assert_eq!(result.err(), refusal, "{offset} ms");
    }
}

/// [B.02] A container opens for its own root, key, mode and merchant alone.
#[test]
fn a_container_is_for_one_recipient() {
    let wishes = [
        wish(&basic_card(), &json!({})),
        wish(&basic_card(), &json!({})),
    ];
    let [minted, other] = &mint(&wishes)[..] else {
        panic!("two containers");
    };
    let refused = |change: &dyn Fn(&mut zkratka_wallets::meta_pay::Opener)| {
        let mut opener = minted.opener();
        change(&mut opener);
        opener.open(&minted.container, NOW).err()
    };
    let issuer = Refusal::from(SignatureRefusal::Issuer);
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(refused(&|one| one.roots.clear()), Some(issuer));
    assert_eq!(
        refused(&|one| one.roots = vec![certificate(&other.root)]),
        Some(issuer)
    );
    assert_eq!(
        refused(&|one| one.keys = vec![other.key()]),
        Some(Refusal::Decryption)
    );
    assert_eq!(refused(&|one| one.keys.clear()), Some(Refusal::Decryption));
    assert_eq!(refused(&|one| one.mode = Mode::Live), Some(Refusal::Mode));
    assert_eq!(
        refused(&|one| one.merchant_id = format!("{MERCHANT_ID}0")),
        Some(Refusal::Merchant)
    );
}

/// The character whose six bits differ from this one's in the lowest bit, and a character for a dot.
fn flipped(character: char) -> char {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let value = ALPHABET.find(character);
    let other = value.and_then(|value| ALPHABET.chars().nth(value ^ 1));
    other.unwrap_or('A')
}

/// [B.02] No character of `container_data` can be another one.
#[test]
fn every_changed_character_is_refused() {
    let minted = &mint(&[wish(&basic_card(), &json!({}))])[0];
    let opener = minted.opener();
    let container: Value = serde_json::from_str(&minted.container).expect("JSON");
    let data = container["container_data"].as_str().expect("a text");
    for (at, character) in data.char_indices() {
        let mut changed = data.to_owned();
        changed.replace_range(at..=at, &flipped(character).to_string());
        let text = with(container.clone(), "container_data", json!(changed)).to_string();
        assert!(opener.open(&text, NOW).is_err(), "{character} at {at}");
    }
}

/// A text that is not a container is refused, and none panics.
#[test]
fn a_text_that_is_no_container_is_refused() {
    let opener = mint(&[wish(&basic_card(), &json!({}))])[0].opener();
    let nested = "[".repeat(60_000);
    for text in ["", "{}", "[]", "null", "\"e30\"", &nested] {
        assert_eq!(
            opener.open(text, NOW).err(),
            Some(Refusal::Members),
            "{text:.9}"
        );
    }
    assert_eq!(
        opener.open(&" ".repeat(64 * 1024 + 1), NOW).err(),
        Some(Refusal::TooLong)
    );
}

/// [B.02] Each type is the credential that Google Pay's tokens are: a card's own number, or a token with a cryptogram.
#[test]
fn a_type_is_a_kind_of_credential() {
    use crate::meta_purchases::{key, paid, purchase};
    let context = key().context(Mode::Test, &purchase());
    let bound = |message| with(message, "container_context", json!(context));
    let (card, _) = paid(&bound(basic_card()));
    assert_eq!(card.auth_method, AuthMethod::PanOnly);
    assert_eq!(card.pan.as_str(), "4111111111111111");
    assert_eq!((card.expiration_month, card.expiration_year), (12, 2031));
    assert_eq!((card.cryptogram, card.eci), (None, None));
    let (card, _) = paid(&bound(ecom_token()));
    assert_eq!(card.auth_method, AuthMethod::Cryptogram3ds);
    assert_eq!(card.pan.as_str(), "4895370012003478");
    assert_eq!((card.expiration_month, card.expiration_year), (1, 2030));
    let cryptogram = card.cryptogram.expect("a cryptogram");
    assert_eq!(cryptogram.as_str(), "AAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    assert_eq!(card.eci.as_deref(), Some("05"));
}
