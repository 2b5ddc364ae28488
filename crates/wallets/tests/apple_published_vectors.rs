//! Tests a published Apple Pay token, signed by Apple's production, in the folder named by `WALLET_VECTORS`. Without
//! the folder the tests print SKIPPED; `apple_minted_tokens.rs` then still opens tokens made by independent code.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::path::Path;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::apple_pay::{
    AmountMismatch, Certificate, MerchantId, MerchantKey, MerchantKeyError, Opener, PrivateKey,
    Refusal, SIGNING_WINDOW_MS, signing_time,
};

struct Gala {
    token: Value,
    opener: Opener,
    expected: Value,
    keys: Value,
    now: Timestamp,
}

/// A file of the folder; none without the folder. Panics if the folder lacks the file.
fn vectors(file: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
        eprintln!("SKIPPED: WALLET_VECTORS names no folder with published tokens ({file})");
        return None;
    };
    let path = Path::new(&folder).join(file);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn json(file: &str) -> Option<Value> {
    Some(serde_json::from_slice(&vectors(file)?).expect("JSON"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn gala() -> Option<Gala> {
    let token = json("gala-apple-pay/token.json")?;
    let keys = json("gala-apple-pay/keys.json")?;
    let certificate =
        Certificate::from_bytes(text(&keys["merchant_certificate_der_base64"]).as_bytes());
    let key = PrivateKey::from_text(text(&keys["merchant_key_sec1_der_base64"])).expect("a key");
    let key = MerchantKey::new(key, &certificate.expect("a certificate"), None).expect("fits");
    Some(Gala {
        now: signing_time(&token.to_string()).expect("a moment"),
        opener: Opener {
            roots: vec![Certificate::apple_root().expect("a root")],
            keys: vec![key],
        },
        expected: json("gala-apple-pay/expected.json")?,
        token,
        keys,
    })
}

/// At the moment of its signing the token opens, with all published data.
#[test]
fn the_token_of_apples_production_opens() {
    let Some(gala) = gala() else { return };
    let opened = gala
        .opener
        .open(&gala.token.to_string(), gala.now)
        .expect("opens");
    let expected = &gala.expected["decrypted"];
    let payment = opened.payment;
    assert_eq!(
        payment.card.pan.as_str(),
        text(&expected["applicationPrimaryAccountNumber"])
    );
    assert_eq!(
        (payment.card.expiration_year, payment.card.expiration_month),
        (2024, 9)
    );
    let cryptogram = payment.card.cryptogram.as_ref().map(|it| it.as_str());
    assert_eq!(
        cryptogram,
        expected["paymentData.onlinePaymentCryptogram"].as_str()
    );
    assert_eq!(
        payment.transaction_id,
        text(&gala.token["header"]["transactionId"])
    );
    let money = |minor, code| Money::new(minor, Currency::new(code).expect("a code"));
    assert_eq!(payment.is_of(money(MinorUnits::new(100), "USD")), Ok(()));
    assert_eq!(
        payment.is_of(money(MinorUnits::new(101), "USD")),
        Err(AmountMismatch::Amount)
    );
    assert_eq!(
        payment.is_of(money(MinorUnits::new(100), "EUR")),
        Err(AmountMismatch::Currency)
    );
    println!("vectors: 1 token of Apple's production opened");
}

/// The token is refused outside the minutes around its signing, without Apple's root, and without its key.
#[test]
fn the_token_opens_for_nobody_else_and_at_no_other_time() {
    let Some(gala) = gala() else { return };
    let token = gala.token.to_string();
    let open = |opener: &Opener, now| opener.open(&token, now).err();
    let later = gala.now.plus(SIGNING_WINDOW_MS);
    assert_eq!(open(&gala.opener, later), None);
    assert_eq!(
        open(&gala.opener, later.plus(1)),
        Some(Refusal::SignedTooLongAgo)
    );
    let earlier = gala.now.plus(-SIGNING_WINDOW_MS);
    assert_eq!(open(&gala.opener, earlier), None);
    assert_eq!(
        open(&gala.opener, earlier.plus(-1)),
        Some(Refusal::SignedInFuture)
    );
    let mut opener = gala.opener.clone();
    opener.keys.clear();
    assert_eq!(open(&opener, gala.now), Some(Refusal::UnknownKey));
    opener = gala.opener.clone();
    let other = vectors("payu-apple-pay/root.crt").expect("the file");
    opener.roots = vec![Certificate::from_bytes(&other).expect("a certificate")];
    assert_eq!(open(&opener, gala.now), Some(Refusal::IntermediateIssuer));
    let certificate =
        Certificate::from_bytes(text(&gala.keys["merchant_certificate_der_base64"]).as_bytes())
            .expect("a certificate");
    let key =
        PrivateKey::from_text(text(&gala.keys["merchant_key_sec1_der_base64"])).expect("a key");
    let refused = MerchantKey::new(key, &certificate, Some("merchant.of.another")).err();
    assert_eq!(refused, Some(MerchantKeyError::OtherMerchant));
}

/// The hash in the merchant's certificate is that of the merchant identifier.
#[test]
fn a_certificate_names_its_merchant() {
    let Some(gala) = gala() else { return };
    let certificate =
        Certificate::from_bytes(text(&gala.keys["merchant_certificate_der_base64"]).as_bytes())
            .expect("a certificate");
    let id = certificate.merchant_id().expect("an identifier");
    assert_eq!(
        MerchantId::in_certificate(&certificate),
        Some(MerchantId::of(&id))
    );
    assert_eq!(
        certificate.merchant_id_hash(),
        Some(text(&gala.expected["merchant_id_hash_hex"]).to_lowercase())
    );
    assert_eq!(
        certificate.public_key_hash(),
        text(&gala.token["header"]["publicKeyHash"])
    );
}

/// The built-in root is Apple's; other certificates can be parsed, too.
#[test]
fn certificates_are_read() {
    let Some(root) = vectors("payu-apple-pay/AppleRootCA-G3.pem") else {
        return;
    };
    let root = Certificate::from_bytes(&root).expect("a certificate");
    assert_eq!(Certificate::apple_root().as_ref(), Ok(&root));
    assert!(root.is_root());
    for (file, is_root) in [
        ("AppleAAICAG3.pem", false),
        ("leaf.crt", false),
        ("root.crt", true),
    ] {
        let bytes = vectors(&format!("payu-apple-pay/{file}")).expect("the file");
        let certificate = Certificate::from_bytes(&bytes).expect("a certificate");
        assert_eq!(certificate.is_root(), is_root, "{file}");
    }
    println!("vectors: 4 certificates read");
}

/// With any bit of any part flipped, the token is refused.
#[test]
fn no_bit_of_the_token_can_be_flipped() {
    let Some(gala) = gala() else { return };
    let parts: [&[&str]; 5] = [
        &["data"],
        &["signature"],
        &["header", "ephemeralPublicKey"],
        &["header", "publicKeyHash"],
        &["header", "transactionId"],
    ];
    let mut flipped = 0;
    for path in parts {
        let pointer = format!("/{}", path.join("/"));
        let original = text(gala.token.pointer(&pointer).expect("a member")).to_owned();
        let in_digits = path.contains(&"transactionId");
        let bytes = if in_digits {
            original.clone().into_bytes()
        } else {
            STANDARD.decode(&original).expect("base64")
        };
        for at in 0..bytes.len() {
            for mask in [0x01, 0x20, 0x80] {
                let mut bytes = bytes.clone();
                bytes[at] ^= mask;
                let changed = if in_digits {
                    String::from_utf8(bytes).unwrap_or_default()
                } else {
                    STANDARD.encode(bytes)
                };
                let mut token = gala.token.clone();
                *token.pointer_mut(&pointer).expect("a member") = changed.into();
                let result = gala.opener.open(&token.to_string(), gala.now);
                assert!(
                    result.is_err(),
                    "{pointer} byte {at} mask {mask:02x} is accepted"
                );
                flipped += 1;
            }
        }
    }
    // The same for the token's text, including the names of its members.
    let token = gala.token.to_string().into_bytes();
    for at in 0..token.len() {
        let mut token = token.clone();
        token[at] ^= 1;
        let text = String::from_utf8(token).expect("still text");
        assert!(
            gala.opener.open(&text, gala.now).is_err(),
            "byte {at} of the text"
        );
    }
    println!("vectors: {flipped} flips refused");
}
