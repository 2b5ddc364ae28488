//! Tests Google Pay tokens minted by independent code: valid ones open, and each invalid one is refused for its own
//! reason.

use crate::support::{Minted, NOW, mint, payment, wish};
use serde_json::{Value, json};
use std::collections::HashSet;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{
    AuthMethod, Check, CheckOutcome, DecryptionKey, OpenedToken, Protocol, Recipient, Refusal,
};
use zkratka_wallets::inspection::Check as _;

const ALL: [Protocol; 3] = Protocol::ALL;
const ENCRYPTED: [Protocol; 2] = [Protocol::EcV1, Protocol::EcV2];
const CHAINED: [Protocol; 2] = [Protocol::EcV2, Protocol::EcV2SigningOnly];

/// Mints the tokens of all cases with one call of Node, because starting Node takes longer than minting.
fn minted(cases: &[(Protocol, Value)]) -> Vec<Minted> {
    let wishes: Vec<Value> = cases
        .iter()
        .map(|(protocol, changes)| wish(*protocol, changes))
        .collect();
    mint(&wishes)
}

fn open(minted: &Minted, protocol: Protocol) -> Result<OpenedToken, Refusal> {
    minted.opener(protocol).open(&minted.token, NOW)
}

/// [B.02] Tokens of every protocol open, with all of the card's data.
#[test]
fn good_tokens_open() {
    let cases: Vec<_> = ALL
        .into_iter()
        .map(|protocol| (protocol, json!({})))
        .collect();
    for (minted, (protocol, _)) in minted(&cases).iter().zip(&cases) {
        let token = open(minted, *protocol).unwrap_or_else(|error| panic!("{protocol}: {error}"));
        assert_eq!(token.protocol, *protocol);
        assert_eq!(token.plaintext.as_str(), payment().to_string());
        assert!(
            !format!("{token:?}").contains("411111"),
            "printing shows the number"
        );
        let payment = token.into_payment().expect("a payment");
        assert_eq!(payment.message_id, "AH2Ejtc8qBlP_MCAV0jJG7Er");
        assert_eq!(payment.expires_at, NOW.plus(1000));
        let card = payment.card;
        assert_eq!(card.pan.as_str(), "4111111111111111");
        assert_eq!((card.expiration_month, card.expiration_year), (12, 2031));
        assert_eq!(card.auth_method, AuthMethod::Cryptogram3ds);
        assert_eq!(
            card.cryptogram.as_ref().map(|text| text.as_str()),
            Some("AAAAAA==")
        );
        assert_eq!(card.eci.as_deref(), Some("05"));
        assert_eq!(payment.gateway_merchant_id, None);
    }
}

/// A card on file has no cryptogram, and a gateway's token names its merchant.
#[test]
fn a_gateways_token_names_its_merchant() {
    let mut message = payment();
    message["gatewayMerchantId"] = json!("zkratka-demo");
    message["paymentMethodDetails"]["authMethod"] = json!("PAN_ONLY");
    message["paymentMethodDetails"]["cryptogram"] = Value::Null;
    let case = (Protocol::EcV2, json!({ "message": message.to_string() }));
    let token = open(&minted(&[case])[0], Protocol::EcV2).expect("opens");
    let payment = token.into_payment().expect("a payment");
    assert_eq!(payment.gateway_merchant_id.as_deref(), Some("zkratka-demo"));
    assert_eq!(payment.card.auth_method, AuthMethod::PanOnly);
}

/// A recipient refuses tokens of a protocol that it does not accept, although they are valid.
#[test]
fn only_the_accepted_protocols_open() {
    let cases: Vec<_> = ALL.into_iter().map(|one| (one, json!({}))).collect();
    for (minted, (protocol, _)) in minted(&cases).iter().zip(&cases) {
        let mut opener = minted.opener(*protocol);
        opener.protocols = vec![*protocol];
        assert!(opener.open(&minted.token, NOW).is_ok(), "{protocol}");
        opener.protocols = ALL.into_iter().filter(|one| one != protocol).collect();
        assert_eq!(
            opener.open(&minted.token, NOW).err(),
            Some(Refusal::ProtocolNotAccepted(*protocol))
        );
    }
}

/// Accepts what other implementations accept: several roots and signatures, and a missing expiration where none is
/// required.
#[test]
fn unusual_tokens_open() {
    let mut cases: Vec<_> = ALL
        .into_iter()
        .map(|one| (one, json!({ "tweak": "roots-two" })))
        .collect();
    cases.extend(
        CHAINED
            .into_iter()
            .map(|one| (one, json!({ "tweak": "signatures-two" }))),
    );
    cases.extend(
        ALL.into_iter()
            .map(|one| (one, json!({ "message": "not JSON" }))),
    );
    cases.extend(ALL.into_iter().map(|one| (one, json!({ "message": "{}" }))));
    cases.push((Protocol::EcV1, json!({ "rootExpiration": null })));
    for (minted, (protocol, changes)) in minted(&cases).iter().zip(&cases) {
        let token =
            open(minted, *protocol).unwrap_or_else(|error| panic!("{protocol} {changes}: {error}"));
        let is_payment = changes.get("message").is_none();
        assert_eq!(
            token.into_payment().is_ok(),
            is_payment,
            "{protocol} {changes}"
        );
    }
}

/// The cases that other implementations publish, and more.
#[allow(clippy::too_many_lines, reason = "it is one table")]
#[test]
fn every_wrong_token_is_refused_for_its_own_reason() {
    let mut cases: Vec<(Protocol, Value, Refusal)> = Vec::new();
    let past = (NOW.0 - 1).to_string();
    let now = NOW.0.to_string();
    let message = |changes: Value| {
        let mut message = payment();
        for (name, value) in changes.as_object().expect("an object") {
            message[name] = value.clone();
        }
        json!({ "message": message.to_string() })
    };
    let details = |name: &str, value: &Value| {
        let mut details = payment()["paymentMethodDetails"].take();
        details[name] = value.clone();
        message(json!({ "paymentMethodDetails": details }))
    };
    let tweak = |name: &str| json!({ "tweak": name });
    for one in ALL {
        let signed_by = if one == Protocol::EcV1 {
            Refusal::MessageSignature
        } else {
            Refusal::IntermediateSignature
        };
        cases.extend([
            (one, tweak("root-alien"), signed_by),
            (one, tweak("root-mixed"), signed_by),
            (one, json!({ "sender": "Goggle" }), signed_by),
            (
                one,
                tweak("root-of-other-protocol"),
                Refusal::NoRootKey(one),
            ),
            (
                one,
                json!({ "rootExpiration": past }),
                Refusal::RootKeyExpired(one),
            ),
            (
                one,
                json!({ "rootExpiration": now }),
                Refusal::RootKeyExpired(one),
            ),
            (one, tweak("signer-alien"), Refusal::MessageSignature),
            (one, tweak("message-changed"), Refusal::MessageSignature),
            (
                one,
                json!({ "recipient": "merchant:54321" }),
                Refusal::MessageSignature,
            ),
            (one, tweak("member-more"), Refusal::TokenMembers(one)),
            (one, tweak("member-missing"), Refusal::TokenMembers(one)),
            (one, tweak("member-type"), Refusal::TokenMembers(one)),
            (one, tweak("member-doubled"), Refusal::TokenMembers(one)),
            (one, tweak("protocol-int"), Refusal::ProtocolVersionNotText),
            (
                one,
                tweak("protocol-float"),
                Refusal::ProtocolVersionNotText,
            ),
            (
                one,
                tweak("protocol-missing"),
                Refusal::ProtocolVersionNotText,
            ),
            (one, tweak("protocol-unknown"), Refusal::UnknownProtocol),
            (
                one,
                message(json!({ "messageExpiration": past })),
                Refusal::MessageExpired,
            ),
            (
                one,
                message(json!({ "messageExpiration": now })),
                Refusal::MessageExpired,
            ),
            (
                one,
                message(json!({ "messageExpiration": "soon" })),
                Refusal::MessageExpirationMalformed,
            ),
            (
                one,
                message(json!({ "messageExpiration": 9_999_999_999_999_u64 })),
                Refusal::MessageExpirationMalformed,
            ),
            (
                one,
                message(json!({ "messageId": 7 })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "gatewayMerchantId": ["shop"] })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                details("cryptogram", &Value::Null),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                details("cryptogram", &json!("")),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "paymentMethod": "TOKENIZED_CARD" })),
                Refusal::PaymentMalformed,
            ),
            (
                one,
                message(json!({ "paymentMethodDetails": { "pan": "4111" } })),
                Refusal::PaymentMalformed,
            ),
        ]);
    }
    for one in ENCRYPTED {
        cases.extend([
            (one, tweak("off-curve"), Refusal::EphemeralKey),
            (one, tweak("point-compressed"), Refusal::EphemeralKey),
            (one, tweak("point-hybrid"), Refusal::EphemeralKey),
            (one, tweak("tag-wrong"), Refusal::Mac),
            (one, tweak("tag-short"), Refusal::Mac),
            (one, tweak("not-text"), Refusal::MessageNotText),
            (
                one,
                tweak("message-member-more"),
                Refusal::SignedMessageMembers,
            ),
            (
                one,
                tweak("message-member-missing"),
                Refusal::SignedMessageMembers,
            ),
        ]);
    }
    for one in CHAINED {
        cases.extend([
            (
                one,
                json!({ "rootExpiration": null }),
                Refusal::RootKeyWithoutExpiration(one),
            ),
            (
                one,
                json!({ "intermediateExpiration": past }),
                Refusal::IntermediateKeyExpired,
            ),
            (
                one,
                json!({ "intermediateExpiration": now }),
                Refusal::IntermediateKeyExpired,
            ),
            (
                one,
                json!({ "intermediateExpiration": null }),
                Refusal::IntermediateKeyMalformed,
            ),
            (
                one,
                tweak("signed-key-garbage"),
                Refusal::IntermediateKeyMalformed,
            ),
            (
                one,
                tweak("signed-key-changed"),
                Refusal::IntermediateSignature,
            ),
            (
                one,
                tweak("signatures-wrong"),
                Refusal::IntermediateSignature,
            ),
            (
                one,
                tweak("signatures-none"),
                Refusal::IntermediateSignature,
            ),
            (
                one,
                tweak("intermediate-member-more"),
                Refusal::TokenMembers(one),
            ),
            (
                one,
                tweak("intermediate-missing"),
                Refusal::TokenMembers(one),
            ),
        ]);
    }
    let foreign = Refusal::TokenMembers(Protocol::EcV1);
    cases.push((Protocol::EcV1, tweak("intermediate-foreign"), foreign));
    let wishes: Vec<_> = cases
        .iter()
        .map(|(one, changes, _)| (*one, changes.clone()))
        .collect();
    for (minted, (protocol, changes, refusal)) in minted(&wishes).iter().zip(&cases) {
        assert_eq!(
            open(minted, *protocol).err(),
            Some(*refusal),
            "{protocol} {changes}"
        );
    }
    println!("{} wrong tokens refused", cases.len());
}

/// Also for faults on the recipient's side.
#[test]
fn what_is_not_for_us_is_refused() {
    let cases: Vec<_> = ALL.into_iter().map(|one| (one, json!({}))).collect();
    for (minted, (protocol, _)) in minted(&cases).iter().zip(&cases) {
        let good = minted.opener(*protocol);
        let other = DecryptionKey::from_der_base64(&minted.other_key).expect("a key");
        let right = DecryptionKey::from_der_base64(&minted.key).expect("a key");

        let mut opener = good.clone();
        opener.recipient = Recipient::gateway("12345");
        assert_eq!(
            opener.open(&minted.token, NOW).err(),
            Some(Refusal::MessageSignature)
        );

        let (refused, keys) = if protocol.is_encrypted() {
            let mut opener = good.clone();
            opener.keys = vec![other.clone()];
            assert_eq!(opener.open(&minted.token, NOW).err(), Some(Refusal::Mac));
            opener.keys = vec![other, right];
            assert!(opener.open(&minted.token, NOW).is_ok(), "any key may fit");
            (Refusal::ProtocolNotAccepted(*protocol), Vec::new())
        } else {
            (Refusal::ProtocolNotAccepted(*protocol), vec![right])
        };
        let mut opener = good.clone();
        opener.keys = keys;
        assert_eq!(opener.open(&minted.token, NOW).err(), Some(refused));

        assert_eq!(
            good.open(&minted.token, NOW.plus(1000)).err(),
            Some(Refusal::MessageExpired)
        );
        assert!(good.open(&minted.token, NOW.plus(999)).is_ok());
        for junk in ["", "x", "[]", "\"\"", "null"] {
            assert_eq!(good.open(junk, NOW).err(), Some(Refusal::NotJson), "{junk}");
        }
        let longest = " ".repeat(64 * 1024);
        assert_eq!(good.open(&longest, NOW).err(), Some(Refusal::NotJson));
        let long = " ".repeat(64 * 1024 + 1);
        assert_eq!(good.open(&long, Timestamp(0)).err(), Some(Refusal::TooLong));
    }
}

/// A change of any byte of a token, or of any bit of its decoded parts, is refused.
#[test]
fn no_changed_token_is_accepted() {
    let cases: Vec<_> = ALL.into_iter().map(|one| (one, json!({}))).collect();
    let mut tried = 0;
    for (minted, (protocol, _)) in minted(&cases).iter().zip(&cases) {
        let opener = minted.opener(*protocol);
        let original: Value = serde_json::from_str(&minted.token).expect("JSON");
        for position in 0..minted.token.len() {
            for flip in [0x01, 0x20] {
                let mut bytes = minted.token.clone().into_bytes();
                bytes[position] ^= flip;
                // Bytes that are not UTF-8 are refused earlier. A different spelling of the same JSON is the same
                // token.
                let Ok(token) = String::from_utf8(bytes) else {
                    continue;
                };
                if serde_json::from_str::<Value>(&token).is_ok_and(|read| read == original) {
                    continue;
                }
                tried += 1;
                assert!(
                    opener.open(&token, NOW).is_err(),
                    "{protocol}: byte {position} ^ {flip}"
                );
            }
        }
    }
    println!("{tried} changed tokens refused");
}

/// Even an attacker with the signing key cannot change what is encrypted: with a valid signature, every changed byte of
/// the ciphertext or the tag fails the MAC, and every changed byte of the ephemeral key is not a point of the curve.
#[test]
fn what_is_changed_and_signed_anew_is_refused_by_mac_and_point() {
    const FLIPS: [u8; 3] = [0x01, 0x40, 0x80];
    let mut cases = Vec::new();
    for protocol in ENCRYPTED {
        let length = payment().to_string().len();
        for (part, length, refusal) in [
            ("encryptedMessage", length, Refusal::Mac),
            ("tag", 32, Refusal::Mac),
            ("ephemeralPublicKey", 65, Refusal::EphemeralKey),
        ] {
            for at in 0..length {
                let flip = json!({ "part": part, "at": at, "mask": FLIPS[at % FLIPS.len()] });
                cases.push((protocol, json!({ "flip": flip }), refusal));
            }
        }
    }
    let wishes: Vec<_> = cases
        .iter()
        .map(|(protocol, changes, _)| (*protocol, changes.clone()))
        .collect();
    for (minted, (protocol, changes, refusal)) in minted(&wishes).iter().zip(&cases) {
        let refused = open(minted, *protocol).err();
        assert_eq!(refused, Some(*refusal), "{protocol} {changes}");
    }
    println!("{} tokens signed anew refused", cases.len());
}

/// For a genuine message that is no payment, the inspection says what is missing, as a shop would refuse it.
#[test]
fn an_inspection_says_what_a_payment_lacks() {
    use CheckOutcome::{Absent, Passed};
    let without = |member: &str| {
        let mut message = payment();
        message.as_object_mut().expect("an object").remove(member);
        (Protocol::EcV2, json!({ "message": message.to_string() }))
    };
    let cases = [
        (without("messageExpiration"), Absent),
        (without("messageId"), Passed),
        ((Protocol::EcV2, json!({ "message": "{}" })), Absent),
        ((Protocol::EcV2, json!({ "message": "not JSON" })), Absent),
    ];
    let wishes: Vec<_> = cases.iter().map(|(wish, _)| wish.clone()).collect();
    for (minted, ((_, changes), expiration)) in minted(&wishes).iter().zip(&cases) {
        let inspection = minted.opener(Protocol::EcV2).inspect(&minted.token, NOW);
        for (check, outcome) in inspection.checks() {
            let expected = match check {
                Check::Payment => Absent,
                Check::MessageExpiration => *expiration,
                _ => Passed,
            };
            assert_eq!(outcome, expected, "{check:?} {changes}");
        }
        let opened = inspection.result.expect("opens");
        assert!(!opened.is_payment());
        assert_eq!(opened.into_payment().err(), Some(Refusal::NotAPayment));
    }
}

/// The inspection lists every check under a unique name: those before the failed check passed, and those after it were
/// not done.
#[test]
fn an_inspection_names_every_check() {
    let cases = [
        (Protocol::EcV2, json!({})),
        (Protocol::EcV2, json!({ "tweak": "tag-wrong" })),
    ];
    let minted = minted(&cases);
    let names: HashSet<_> = Check::ALL.iter().map(|check| check.name()).collect();
    assert_eq!(names.len(), Check::ALL.len());
    let good = minted[0]
        .opener(Protocol::EcV2)
        .inspect(&minted[0].token, NOW);
    assert!(
        good.checks()
            .all(|(_, outcome)| outcome == CheckOutcome::Passed)
    );
    let bad = minted[1]
        .opener(Protocol::EcV2)
        .inspect(&minted[1].token, NOW);
    for (check, outcome) in bad.checks() {
        let expected = match check {
            Check::Mac => CheckOutcome::Failed(Refusal::Mac),
            Check::Text | Check::MessageExpiration | Check::Payment => CheckOutcome::NotDone,
            _ => CheckOutcome::Passed,
        };
        assert_eq!(outcome, expected, "{check:?}");
    }
}

/// A check of a step that the protocol does not have is not done, although the token opens.
#[test]
fn an_inspection_leaves_out_the_steps_of_other_protocols() {
    let minted = minted(&[(Protocol::EcV1, json!({}))]);
    let inspection = minted[0]
        .opener(Protocol::EcV1)
        .inspect(&minted[0].token, NOW);
    for (check, outcome) in inspection.checks() {
        let expected = match check {
            Check::IntermediateSignature
            | Check::IntermediateKey
            | Check::IntermediateExpiration => CheckOutcome::NotDone,
            _ => CheckOutcome::Passed,
        };
        assert_eq!(outcome, expected, "{check:?}");
    }
}
