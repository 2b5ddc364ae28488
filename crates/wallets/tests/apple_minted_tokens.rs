//! Tests Apple Pay tokens minted by independent code: valid ones open, and each invalid one is refused for its own
//! reason.

use crate::support::apple::{Minted, NOW, certificate, merchant_key, mint, payment, wish};
use serde_json::{Value, json};
use std::collections::HashSet;
use zkratka_wallets::apple_pay::{
    Check, MerchantKey, MerchantKeyError, OpenedToken, PrivateKey, Refusal, SIGNING_WINDOW_MS,
    Version, signing_time,
};
use zkratka_wallets::inspection::{Check as _, CheckOutcome, Refusal as _};

const ALL: [Version; 2] = Version::ALL;

/// Mints the tokens of all cases with one call of Node, because starting Node takes longer than minting.
fn minted(cases: &[(Version, Value)]) -> Vec<Minted> {
    let wishes: Vec<Value> = cases
        .iter()
        .map(|(version, changes)| wish(*version, changes))
        .collect();
    mint(&wishes)
}

fn open(minted: &Minted) -> Result<OpenedToken, Refusal> {
    minted.opener().open(&minted.token, NOW)
}

fn tweak(name: &str) -> Value {
    json!({ "tweak": name })
}

/// [B.02] Tokens of both versions open, with all of the card's data, in every form that Apple writes or might write.
#[test]
fn good_tokens_open() {
    let application = json!({ "applicationData": "0f".repeat(32) });
    let mut cases = Vec::new();
    for version in ALL {
        cases.push((version, application.clone()));
        for name in [
            "",
            "root-along",
            "order-other",
            "definite",
            "member-more",
            "certificate-silent",
        ] {
            cases.push((version, tweak(name)));
        }
    }
    for (minted, (version, changes)) in minted(&cases).iter().zip(&cases) {
        let token = open(minted).unwrap_or_else(|error| panic!("{version} {changes}: {error}"));
        assert_eq!((token.version, token.signed_at), (*version, NOW));
        assert_eq!(*token.plaintext, payment().to_string().into_bytes());
        let printed = format!("{token:?} {:?}", minted.opener());
        assert!(!printed.contains("411111"), "printing shows the number");
        let payment = token.payment;
        assert_eq!(payment.transaction_id, minted.transaction_id);
        assert_eq!(payment.expires_at, NOW.plus(2 * SIGNING_WINDOW_MS));
        assert_eq!(
            (payment.amount, payment.currency_code.as_str()),
            (129_000, "203")
        );
        let card = payment.card;
        assert_eq!(card.pan.as_str(), "4111111111111111");
        assert_eq!((card.expiration_month, card.expiration_year), (12, 2031));
        assert_eq!(
            card.cryptogram.as_ref().map(|it| it.as_str()),
            Some("AAAAAA==")
        );
        assert_eq!(card.eci.as_deref(), Some("5"));
    }
}

#[allow(clippy::too_many_lines, reason = "it is one table")]
#[test]
fn every_wrong_token_is_refused_for_its_own_reason() {
    let message = |changes: Value| {
        let mut message = payment();
        for (name, value) in changes.as_object().expect("an object") {
            message[name] = value.clone();
        }
        json!({ "message": message.to_string() })
    };
    let mut cases: Vec<(Version, Value, Refusal)> = Vec::new();
    for one in ALL {
        let by_tweak = [
            ("version-int", Refusal::VersionNotText),
            ("version-missing", Refusal::VersionNotText),
            ("version-unknown", Refusal::UnknownVersion),
            ("member-missing", Refusal::TokenMembers(one)),
            ("member-type", Refusal::TokenMembers(one)),
            ("key-missing", Refusal::TokenMembers(one)),
            ("hash-missing", Refusal::TokenMembers(one)),
            ("data-text", Refusal::Encoding("data")),
            ("signature-text", Refusal::Encoding("signature")),
            ("transaction-upper", Refusal::Encoding("transactionId")),
            ("transaction-odd", Refusal::Encoding("transactionId")),
            ("transaction-empty", Refusal::Encoding("transactionId")),
            ("signature-garbage", Refusal::SignatureMalformed),
            ("content-kind", Refusal::SignatureMalformed),
            ("content-type", Refusal::SignatureMalformed),
            ("no-signing-time", Refusal::SignatureMalformed),
            ("digest-twice", Refusal::SignatureMalformed),
            ("digest-algorithm", Refusal::SignatureMalformed),
            ("signer-version", Refusal::SignatureMalformed),
            ("signer-twice", Refusal::SignatureMalformed),
            ("attached", Refusal::SignatureMalformed),
            ("unsigned-attributes", Refusal::SignatureMalformed),
            ("bytes-behind", Refusal::SignatureMalformed),
            ("leaf-unmarked", Refusal::LeafMissing),
            ("leaf-twice", Refusal::LeafMissing),
            ("leaf-absent", Refusal::LeafMissing),
            ("intermediate-unmarked", Refusal::IntermediateMissing),
            ("intermediate-absent", Refusal::IntermediateMissing),
            ("foreign-certificate", Refusal::ForeignCertificate),
            ("root-alien", Refusal::IntermediateIssuer),
            ("intermediate-issuer-name", Refusal::IntermediateIssuer),
            ("leaf-issuer", Refusal::LeafIssuer),
            ("leaf-issuer-name", Refusal::LeafIssuer),
            ("root-no-authority", Refusal::CertificateUse),
            ("intermediate-no-authority", Refusal::CertificateUse),
            ("intermediate-usage", Refusal::CertificateUse),
            ("leaf-authority", Refusal::CertificateUse),
            ("leaf-usage", Refusal::CertificateUse),
            ("leaf-critical", Refusal::CertificateUse),
            ("leaf-expired", Refusal::CertificateNotValid),
            ("leaf-early", Refusal::CertificateNotValid),
            ("intermediate-expired", Refusal::CertificateNotValid),
            ("intermediate-early", Refusal::CertificateNotValid),
            ("root-expired", Refusal::CertificateNotValid),
            ("data-changed", Refusal::MessageDigest),
            ("key-changed", Refusal::MessageDigest),
            ("transaction-changed", Refusal::MessageDigest),
            ("application-changed", Refusal::MessageDigest),
            ("signer-alien", Refusal::Signature),
            ("signer-serial", Refusal::Signature),
            ("signature-algorithm", Refusal::Signature),
            ("attributes-changed", Refusal::Signature),
            ("hash-other", Refusal::UnknownKey),
            ("tag-wrong", Refusal::Decryption),
        ];
        cases.extend(by_tweak.map(|(name, refusal)| (one, tweak(name), refusal)));
        let application = json!({
            "applicationData": "0f".repeat(32),
            "tweak": "application-removed-changed",
        });
        let window = SIGNING_WINDOW_MS + 1_000;
        cases.extend([
            (one, application, Refusal::MessageDigest),
            (
                one,
                json!({ "at": NOW.0 - window }),
                Refusal::SignedTooLongAgo,
            ),
            (
                one,
                json!({ "at": NOW.0 + window }),
                Refusal::SignedInFuture,
            ),
            (
                one,
                json!({ "message": "no JSON" }),
                Refusal::PaymentMalformed,
            ),
            (one, json!({ "message": "{}" }), Refusal::PaymentMalformed),
            (
                one,
                message(json!({ "transactionAmount": -1 })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "transactionAmount": "129000" })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "currencyCode": 203 })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "applicationExpirationDate": "3112" })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "applicationExpirationDate": "311331" })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "applicationPrimaryAccountNumber": "4111x" })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "paymentData": {} })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "paymentDataType": "EMV" })),
                Refusal::PaymentDataType,
            ),
        ]);
    }
    cases.extend([
        (Version::EcV1, tweak("off-curve"), Refusal::EphemeralKey),
        (Version::EcV1, tweak("merchant-other"), Refusal::Decryption),
        (Version::RsaV1, tweak("wrapped-wrong"), Refusal::WrappedKey),
        (Version::RsaV1, tweak("wrapped-long"), Refusal::WrappedKey),
        (
            Version::RsaV1,
            tweak("hash-of-other-kind"),
            Refusal::KeyKind(Version::RsaV1),
        ),
    ]);
    let wishes: Vec<_> = cases
        .iter()
        .map(|(one, changes, _)| (*one, changes.clone()))
        .collect();
    let mut codes = HashSet::new();
    for (minted, (version, changes, refusal)) in minted(&wishes).iter().zip(&cases) {
        assert_eq!(open(minted).err(), Some(*refusal), "{version} {changes}");
        assert!(!refusal.to_string().contains("411111"));
        codes.insert(refusal.code());
    }
    // All codes except the two for which no minted token is refused.
    assert_eq!(codes.len(), 23, "{codes:?}");
    let opener = minted(&[(Version::EcV1, json!({}))])[0].opener();
    assert_eq!(opener.open("[]", NOW).err(), Some(Refusal::NotJson));
    let longest = "x".repeat(64 * 1024);
    assert_eq!(opener.open(&longest, NOW).err(), Some(Refusal::NotJson));
    let long = "x".repeat(64 * 1024 + 1);
    assert_eq!(opener.open(&long, NOW).err(), Some(Refusal::TooLong));
}

/// The report lists every check: passed, failed, or not done after a failure.
#[test]
fn every_check_is_reported() {
    let minted = minted(&[
        (Version::EcV1, json!({})),
        (Version::EcV1, tweak("leaf-issuer")),
    ]);
    let good = minted[0].opener().inspect(&minted[0].token, NOW);
    let all: Vec<_> = good.checks().collect();
    assert_eq!(all.len(), Check::ALL.len());
    assert!(
        all.iter()
            .all(|(_, outcome)| *outcome == CheckOutcome::Passed),
        "{all:?}"
    );
    let wrong = minted[1].opener().inspect(&minted[1].token, NOW);
    let outcome = |wanted| {
        wrong
            .checks()
            .find(|(check, _)| *check == wanted)
            .expect("there")
            .1
    };
    assert_eq!(outcome(Check::Certificates), CheckOutcome::Passed);
    assert_eq!(
        outcome(Check::Chain),
        CheckOutcome::Failed(Refusal::LeafIssuer)
    );
    assert_eq!(outcome(Check::Signature), CheckOutcome::NotDone);
    assert_eq!(signing_time(&minted[0].token), Some(NOW));
    assert_eq!(signing_time("{}"), None);
}

/// A key opens only with its own certificate, which also names the merchant whose tokens it opens.
#[test]
fn a_key_needs_its_certificate() {
    let minted = minted(&[
        (Version::EcV1, json!({})),
        (Version::RsaV1, json!({})),
        (Version::EcV1, tweak("certificate-silent")),
    ]);
    for minted in &minted[..2] {
        let key = PrivateKey::from_text(&minted.key).expect("a key");
        let other = certificate(&minted.other_certificate);
        assert_eq!(
            MerchantKey::new(key.clone(), &other, None).err(),
            Some(MerchantKeyError::OtherCertificate)
        );
        let own = certificate(&minted.certificate);
        assert_eq!(
            MerchantKey::new(key, &own, Some("merchant.other")).err(),
            Some(MerchantKeyError::OtherMerchant)
        );
        let key = merchant_key(&minted.key, &minted.certificate);
        assert_eq!(key.public_key_hash(), own.public_key_hash());
    }
    let silent = &minted[2];
    let key = PrivateKey::from_text(&silent.key).expect("a key");
    assert_eq!(
        MerchantKey::new(key, &certificate(&silent.certificate), None).err(),
        Some(MerchantKeyError::MerchantUnknown)
    );
    for text in [
        "",
        "no key",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    ] {
        assert_eq!(
            PrivateKey::from_text(text).err(),
            Some(MerchantKeyError::Unreadable)
        );
    }
}
