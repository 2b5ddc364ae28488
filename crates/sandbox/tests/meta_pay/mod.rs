//! Meta Pay's containers of the sandbox, opened by the shop's code, and refused when the sandbox puts a flaw into them.
//! `jose` opens and makes them with the independent library of that name.

mod jose;

use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::meta_pay::{
    MERCHANT_ID, Minter, Partner, authority_pem, partner_private_key, signing_certificates_pem,
    signing_private_key,
};
use zkratka_wallets::meta_pay::{
    ContextKey, Mode, Opener, Payment, Purchase, Refusal, RequestSigner, SignatureRefusal,
    verify_request,
};
use zkratka_wallets::x509::Certificate;
use zkratka_wallets::{AuthMethod, DecryptionKey};

const NOW: Timestamp = Timestamp(1_795_132_800_000);
const NUMBER: &str = "4111111111111111";

fn root() -> Certificate {
    Certificate::from_bytes(authority_pem().as_bytes()).expect("a certificate")
}

fn opener() -> Opener {
    Opener {
        roots: vec![root()],
        keys: vec![DecryptionKey::from_text(&partner_private_key()).expect("a key")],
        mode: Mode::Test,
        merchant_id: MERCHANT_ID.to_owned(),
    }
}

fn context_key() -> ContextKey {
    ContextKey::new(&[9; 32])
}

fn purchase() -> Purchase<'static> {
    Purchase {
        shop: "kramek",
        cart: "c1f9",
        amount: Money::new(MinorUnits::new(129_000), Currency::CZK),
    }
}

/// The request for a container, changed by the members of `changes`.
fn request(changes: &Value) -> Value {
    let mut request = json!({
        "amount": { "currency": "CZK", "value": 129_000 },
        "containerContext": context_key().context(Mode::Test, &purchase()),
        "card": { "number": NUMBER, "expirationMonth": 7, "expirationYear": 2030 },
    });
    for (name, value) in changes.as_object().expect("an object") {
        request[name] = value.clone();
    }
    request
}

fn mint(changes: &Value) -> Result<Value, String> {
    let minter = Minter {
        clock: Arc::new(|| NOW),
        partner: Partner::sandbox(),
    };
    let request = serde_json::from_value(request(changes)).expect("a request");
    minter.mint(&request).map_err(|refusal| refusal.to_string())
}

fn minted(changes: &Value) -> Value {
    mint(changes).expect("a container")
}

fn pay(container: &Value) -> Result<Payment, Refusal> {
    let opened = opener().open(&container.to_string(), NOW)?;
    opened.into_payment(&purchase(), &context_key())
}

/// [B.02] The shop's code opens a container of each type, and is paid by the card in it.
#[test]
fn a_container_pays() {
    for (kind, method) in [
        ("basic-card-v1", AuthMethod::PanOnly),
        ("ecom-token-v1", AuthMethod::Cryptogram3ds),
    ] {
        let container = minted(&json!({ "containerType": kind }));
        assert_eq!(container["mode"], "TEST");
        let payment = pay(&container).expect("it pays");
        assert_eq!(payment.card.auth_method, method);
        assert_eq!(payment.card.pan.as_str(), NUMBER);
        assert_eq!(payment.card.expiration_month, 7);
        assert_eq!(payment.card.expiration_year, 2030);
    }
    let (one, other) = (minted(&json!({})), minted(&json!({})));
    assert_ne!(one["container_id"], other["container_id"]);
    assert_ne!(one["container_data"], other["container_data"]);
}

/// [B.02] Each flaw that a shop can ask for is refused for its reason; so is another amount or another cart's context.
#[test]
fn a_flawed_container_is_refused() {
    for (changes, refusal) in [
        (json!({ "flaw": "stale" }), Refusal::CreatedTooLongAgo),
        (
            json!({ "flaw": "tampered" }),
            SignatureRefusal::Signature.into(),
        ),
        (
            json!({ "flaw": "foreign_root" }),
            SignatureRefusal::Issuer.into(),
        ),
        (json!({ "flaw": "other_merchant" }), Refusal::Merchant),
        (
            json!({ "amount": { "currency": "CZK", "value": 129_001 } }),
            Refusal::Amount,
        ),
        (
            json!({ "amount": { "currency": "EUR", "value": 129_000 } }),
            Refusal::Currency,
        ),
        (json!({ "containerContext": "another" }), Refusal::Context),
    ] {
        assert_eq!(pay(&minted(&changes)).err(), Some(refusal), "{changes}");
    }
}

/// The sandbox makes no container that no buyer could agree to, and says which member is wrong.
#[test]
fn a_wrong_request_is_refused() {
    let card = |number: &str, month: u8, year: u16| json!({ "card": { "number": number, "expirationMonth": month, "expirationYear": year } });
    for (changes, words) in [
        (card("4111", 7, 2030), "card.number"),
        (card("4111 1111 1111 1111", 7, 2030), "card.number"),
        (card(NUMBER, 13, 2030), "card expiration"),
        (card(NUMBER, 7, 30), "card expiration"),
        (
            json!({ "containerContext": "c".repeat(1_025) }),
            "containerContext",
        ),
        (
            json!({ "amount": { "currency": "CZK", "value": -1 } }),
            "amount.value",
        ),
    ] {
        let refusal = mint(&changes).expect_err("refused");
        assert!(refusal.contains(words), "{refusal}");
    }
}

/// [B.02] The partner signs requests with the sandbox's certificates, which lead to the sandbox's root.
#[test]
fn a_partner_signs_requests() {
    let certificates = signing_certificates_pem();
    let signer = RequestSigner::new(&signing_private_key(), certificates.as_bytes());
    let signature = signer.expect("a signer").sign(b"{}");
    assert_eq!(verify_request(&signature, b"{}", &[root()], NOW), Ok(()));
    let changed = verify_request(&signature, b"{ }", &[root()], NOW);
    assert_eq!(changed, Err(SignatureRefusal::Signature));
}
