//! Notifications of Amazon Pay: the messages that Amazon really signed, in the folder named by `WALLET_VECTORS` (without it
//! those tests print SKIPPED), and messages that these tests sign.

use crate::support::{json_vectors, text, vectors};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::amazon_pay::notification::{
    CertificateSource, ChangedObject, Content, Inbox, ObjectKind, Refusal, SignatureVersion,
    SnsCertificate, TIMESTAMP_WINDOW_MS,
};

const KEY: &str = include_str!("keys/rsa2048-pkcs8.pem");
/// For `sns.amazonaws.com`, of the key above, valid from 2020 until 2126.
const CERTIFICATE: &[u8] = include_bytes!("keys/sns-certificate.pem");
/// The same, for another host; the subject still says `sns.amazonaws.com`.
const OTHER_NAME: &[u8] = include_bytes!("keys/sns-other-name.pem");
/// The output of `openssl dgst -sha1 -sign` of the text of `message()`.
const SHA1_SIGNATURE: &str = "Y+8hJ57f85irWUSHa7Or46BepFggrqOsKi247VWPZrvvbhe9p3DqHZKvt+n5H/0keshMBG4e/ZajzvBaZ2FIXvamBGDDfvZBEmCDR2b9M8JwwS7XIJ515qUwV3lcwU0YVtaxB61wOvpK1cqQ4eFdOFvhCFN401LIPcAAbQZU7LBpKi18Nrwpj9EtZ6H1wZjfg4saEj0uN1S/P23ZqyRlcDbrlda22nSa1wtP0jxMAp+HCmV+lOvKQ7JAUzV/HZMmwdKbFlMEbverQYKyWBRFB5AWapA8liKXesq0j5vv5DKB9iDRFLMAyR2yS9nUkPA+TwdiwHb8f/uMA2sQqI9y3Q==";

const HOST: &str = "sns.eu-west-1.amazonaws.com";
const ORIGIN: &str = "https://sns.eu-west-1.amazonaws.com";
const TOPIC: &str = "arn:aws:sns:eu-west-1:1:shop";
const MERCHANT: &str = "A1MERCHANT";
/// 2026-03-06T19:53:21.424Z, the time of `message()`.
const SENT_AT: Timestamp = Timestamp(1_772_826_801_424);

fn inbox() -> Inbox {
    Inbox {
        topics: vec![TOPIC.to_owned()],
        merchant_id: MERCHANT.to_owned(),
        origins: vec![ORIGIN.to_owned()],
        oldest_version: SignatureVersion::V1,
    }
}

fn certificate() -> SnsCertificate {
    SnsCertificate::read(CERTIFICATE).expect("a certificate")
}

/// A notification of a charge, not signed yet.
fn message() -> Value {
    let content = r#"{"MerchantID":"A1MERCHANT","ObjectType":"CHARGE","ObjectId":"S02-1-C1","ChargePermissionId":"S02-1","NotificationType":"STATE_CHANGE","NotificationId":"N1","NotificationVersion":"V2"}"#;
    json!({
        "Type": "Notification",
        "MessageId": "m-1",
        "TopicArn": TOPIC,
        "Message": content,
        "Timestamp": "2026-03-06T19:53:21.424Z",
        "SignatureVersion": "2",
        "Signature": "",
        "SigningCertURL": format!("https://{HOST}/SimpleNotificationService-7506a1e3.pem"),
        "UnsubscribeURL": format!("https://{HOST}/?Action=Unsubscribe"),
    })
}

/// Signs the members that SNS signs, with SHA-256.
fn signed(mut message: Value) -> Value {
    let names: &[&str] = match text(&message["Type"]) {
        "Notification" => &[
            "Message",
            "MessageId",
            "Subject",
            "Timestamp",
            "TopicArn",
            "Type",
        ],
        _ => &[
            "Message",
            "MessageId",
            "SubscribeURL",
            "Timestamp",
            "Token",
            "TopicArn",
            "Type",
        ],
    };
    let lines = names
        .iter()
        .filter_map(|name| Some(format!("{name}\n{}\n", message[name].as_str()?)));
    let lines: String = lines.collect();
    let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).expect("a key");
    let key = RsaKeyPair::from_pkcs8(key.secret_der()).expect("a key");
    let mut signature = vec![0; key.public().modulus_len()];
    let random = SystemRandom::new();
    key.sign(&RSA_PKCS1_SHA256, &random, lines.as_bytes(), &mut signature)
        .expect("a signature");
    message["Signature"] = STANDARD.encode(signature).into();
    message
}

fn with(mut message: Value, name: &str, value: impl Into<Value>) -> Value {
    message[name] = value.into();
    message
}

fn read_by(inbox: &Inbox, message: &Value, now: Timestamp) -> Result<Content, Refusal> {
    let body = message.to_string();
    let opened = inbox.open(body.as_bytes(), now)?;
    opened.verify(&certificate(), now)?.content()
}

fn read(message: &Value) -> Result<Content, Refusal> {
    read_by(&inbox(), message, SENT_AT)
}

fn charge() -> Content {
    Content::Changed(ChangedObject {
        kind: ObjectKind::Charge,
        id: "S02-1-C1".to_owned(),
        charge_permission: Some("S02-1".to_owned()),
    })
}

/// [B.02] A repeated message is recognised by its id.
#[test]
fn a_genuine_message_has_its_id() {
    let inbox = inbox();
    let body = signed(message()).to_string();
    let opened = inbox.open(body.as_bytes(), SENT_AT).expect("a message");
    let certificate = certificate();
    let genuine = opened.verify(&certificate, SENT_AT).expect("genuine");
    assert_eq!(genuine.id(), "m-1");
}

/// A genuine notification says which object to ask about, whichever way it is signed.
#[test]
fn a_notification_names_an_object() {
    assert_eq!(read(&signed(message())), Ok(charge()));
    assert_eq!(read(&signed(with(message(), "Subject", "s"))), Ok(charge()));
    let old = with(message(), "SignatureVersion", "1");
    let old = with(old, "Signature", SHA1_SIGNATURE);
    assert_eq!(read(&old), Ok(charge()));
    let strict = Inbox {
        oldest_version: SignatureVersion::V2,
        ..inbox()
    };
    assert_eq!(
        read_by(&strict, &old, SENT_AT),
        Err(Refusal::SignatureVersion)
    );
    assert!(read_by(&strict, &signed(message()), SENT_AT).is_ok());
    // A signature is of its own version only.
    let mixed = with(old, "SignatureVersion", "2");
    assert_eq!(read(&mixed), Err(Refusal::Signature));
    let mixed = with(signed(message()), "SignatureVersion", "1");
    assert_eq!(read(&mixed), Err(Refusal::Signature));
}

/// Any other merchant, object or version is refused, although Amazon signed it.
#[test]
fn a_genuine_message_must_be_a_notification_for_this_merchant() {
    let content = text(&message()["Message"]).to_owned();
    let of = |from: &str, to: &str| {
        assert!(content.contains(from));
        read(&signed(with(
            message(),
            "Message",
            content.replace(from, to),
        )))
    };
    for (kind, expected) in [
        ("CHARGE_PERMISSION", ObjectKind::ChargePermission),
        ("REFUND", ObjectKind::Refund),
        ("CHARGEBACK", ObjectKind::Chargeback),
    ] {
        let read = of(r#""CHARGE""#, &format!("\"{kind}\""));
        assert!(matches!(read, Ok(Content::Changed(it)) if it.kind == expected));
    }
    assert_eq!(of(MERCHANT, "A2OTHER"), Err(Refusal::Merchant));
    assert_eq!(of(r#""V2""#, r#""V1""#), Err(Refusal::Content));
    assert_eq!(of(r#""CHARGE""#, r#""ORDER""#), Err(Refusal::Content));
    assert_eq!(of(r#""S02-1-C1""#, r#""../x""#), Err(Refusal::Content));
    assert_eq!(of(r#""S02-1-C1""#, r#""""#), Err(Refusal::Content));
    assert_eq!(of(r#""S02-1""#, r#""S02?""#), Err(Refusal::Content));
    assert_eq!(of("MerchantID", "SellerId"), Err(Refusal::Content));
    assert_eq!(
        read(&signed(with(message(), "Message", "Hello"))),
        Err(Refusal::Content)
    );
}

/// Whatever of a signed message is changed, it is refused.
#[test]
fn a_changed_message_is_refused() {
    let genuine = signed(message());
    for (name, value, refusal) in [
        ("Message", "{}", Refusal::Signature),
        ("MessageId", "m-2", Refusal::Signature),
        ("Subject", "s", Refusal::Signature),
        ("Timestamp", "2026-03-06T19:53:22.424Z", Refusal::Signature),
        ("TopicArn", "arn:aws:sns:eu-west-1:1:other", Refusal::Topic),
        ("Type", "Other", Refusal::Type),
        ("Type", "UnsubscribeConfirmation", Refusal::Malformed),
        ("SignatureVersion", "3", Refusal::SignatureVersion),
        ("SignatureVersion", "", Refusal::SignatureVersion),
        ("Signature", "?", Refusal::SignatureEncoding),
        ("Signature", "", Refusal::Signature),
        ("Timestamp", "yesterday", Refusal::TimestampMalformed),
        (
            "Timestamp",
            "2026-03-06T19:53:21+01:00",
            Refusal::TimestampMalformed,
        ),
    ] {
        assert_eq!(
            read(&with(genuine.clone(), name, value)),
            Err(refusal),
            "{name} {value}"
        );
    }
    for name in [
        "Type",
        "MessageId",
        "TopicArn",
        "Message",
        "Timestamp",
        "Signature",
        "SignatureVersion",
        "SigningCertURL",
    ] {
        let mut without = genuine.clone();
        without.as_object_mut().expect("an object").remove(name);
        assert_eq!(read(&without), Err(Refusal::Malformed), "{name}");
        assert_eq!(
            read(&with(genuine.clone(), name, 1)),
            Err(Refusal::Malformed),
            "{name}"
        );
    }
    let signature = STANDARD
        .decode(text(&genuine["Signature"]))
        .expect("base64");
    for at in 0..signature.len() {
        let mut flipped = signature.clone();
        flipped[at] ^= 1;
        let flipped = with(genuine.clone(), "Signature", STANDARD.encode(flipped));
        assert_eq!(read(&flipped), Err(Refusal::Signature), "byte {at}");
    }
    assert_eq!(read(&json!([])), Err(Refusal::Malformed));
}

/// A message is read only within an hour of its time, and up to 64 KiB.
#[test]
fn a_message_is_of_this_hour() {
    let genuine = signed(message());
    let at = |offset| read_by(&inbox(), &genuine, SENT_AT.plus(offset));
    assert_eq!(at(TIMESTAMP_WINDOW_MS), Ok(charge()));
    assert_eq!(at(TIMESTAMP_WINDOW_MS + 1), Err(Refusal::TooOld));
    assert_eq!(at(-TIMESTAMP_WINDOW_MS), Ok(charge()));
    assert_eq!(at(-TIMESTAMP_WINDOW_MS - 1), Err(Refusal::InFuture));
    let longest = genuine.to_string();
    let padded = |length: usize| format!("{longest}{}", " ".repeat(length - longest.len()));
    let open = |body: String| inbox().open(body.as_bytes(), SENT_AT).err();
    assert_eq!(open(padded(65_536)), None);
    assert_eq!(open(padded(65_537)), Some(Refusal::TooLong));
}

/// Only a certificate for SNS, valid at the time, verifies.
#[test]
fn the_certificate_is_of_sns_and_valid() {
    assert!(SnsCertificate::read(OTHER_NAME).is_none());
    assert!(SnsCertificate::read(include_bytes!("keys/certificate.pem")).is_none());
    assert!(SnsCertificate::read(b"").is_none());
    assert!(SnsCertificate::read(KEY.as_bytes()).is_none());
    let mut padded = CERTIFICATE.to_vec();
    padded.resize(10_240, b'\n');
    assert!(SnsCertificate::read(&padded).is_some());
    padded.push(b'\n');
    assert!(SnsCertificate::read(&padded).is_none());
    for (moment, is_valid) in [
        ("2019-12-31T23:59:59Z", false),
        ("2020-01-01T00:00:00Z", true),
        ("2126-01-01T00:00:00Z", true),
        ("2126-01-01T00:00:01Z", false),
    ] {
        let genuine = signed(with(message(), "Timestamp", moment));
        let now: jiff::Timestamp = moment.parse().expect("a moment");
        let now = Timestamp(now.as_millisecond());
        let expected = if is_valid {
            Ok(charge())
        } else {
            Err(Refusal::CertificateNotValid)
        };
        assert_eq!(read_by(&inbox(), &genuine, now), expected, "{moment}");
        // The clock counts, too, not only what the message says.
        assert_eq!(certificate().is_valid_at(now), is_valid, "{moment}");
    }
    // A message from before the certificate, read when it is valid.
    let early = signed(with(message(), "Timestamp", "2019-12-31T23:59:59Z"));
    let first = Timestamp(1_577_836_800_000);
    assert!(certificate().is_valid_at(first));
    assert_eq!(
        read_by(&inbox(), &early, first),
        Err(Refusal::CertificateNotValid)
    );
    let last = signed(with(message(), "Timestamp", "2126-01-01T00:00:00Z"));
    let later = certificate().not_after().plus(1);
    assert_eq!(
        read_by(&inbox(), &last, later),
        Err(Refusal::CertificateNotValid)
    );
}

/// A confirmation leads only to the configured host and topic.
#[test]
fn a_subscription_is_confirmed_at_the_host_of_its_topic() {
    let url = format!("https://{HOST}/?Action=ConfirmSubscription&TopicArn={TOPIC}&Token=2336a");
    let asks = |url: &str| {
        let message = with(message(), "Type", "SubscriptionConfirmation");
        let message = with(message, "Message", "You have chosen to subscribe");
        read(&signed(with(
            with(message, "Token", "2336a"),
            "SubscribeURL",
            url,
        )))
    };
    assert_eq!(
        asks(&url),
        Ok(Content::ConfirmSubscription { url: url.clone() })
    );
    for (from, to) in [
        ("https:", "http:"),
        (HOST, "sns.us-east-1.amazonaws.com"),
        (HOST, "sns.eu-west-1.amazonaws.com@evil.example"),
        (HOST, "sns.eu-west-1.amazonaws.com:444"),
        ("/?", "/x?"),
        ("Confirm", "Delete"),
        (TOPIC, "arn:aws:sns:eu-west-1:1:other"),
        ("2336a", ""),
        ("2336a", "a&Action=x"),
        ("2336a", "a#b"),
    ] {
        assert!(url.contains(from));
        assert_eq!(
            asks(&url.replace(from, to)),
            Err(Refusal::SubscribeUrl),
            "{to}"
        );
    }
    let ended = with(message(), "Type", "UnsubscribeConfirmation");
    let ended = with(with(ended, "Token", "2"), "SubscribeURL", url);
    assert_eq!(read(&signed(ended.clone())), Ok(Content::Unsubscribed));
    let mut without = ended;
    without.as_object_mut().expect("an object").remove("Token");
    assert_eq!(read(&signed(without)), Err(Refusal::Malformed));
}

/// Only the exact addresses of certificates are accepted; a http origin that is not configured is refused.
#[test]
fn certificates_come_from_exact_origins() {
    let american = "https://sns.us-east-1.amazonaws.com".to_owned();
    let origins = [ORIGIN.to_owned(), american];
    let good = format!("https://{HOST}/SimpleNotificationService-7506a1e3.pem");
    let source = CertificateSource::read(&good, &origins).expect("an address");
    assert_eq!(
        (source.origin(), source.path()),
        (ORIGIN, "/SimpleNotificationService-7506a1e3.pem")
    );
    assert_eq!(source.to_string(), good);
    for url in [
        "",
        "https://",
        "https:///x.pem",
        "http://sns.eu-west-1.amazonaws.com/x.pem",
        "https://sns.eu-west-1.amazonaws.com:443/x.pem",
        "https://sns.eu-west-1.amazonaws.com//x.pem",
        "https://sns.eu-west-1.amazonaws.com/x.pem?y",
        "//sns.eu-west-1.amazonaws.com/x.pem",
        "https://sns.eu-west-1.amazonaws.com",
        "https://sns.eu-west-1.amazonaws.com/",
        "https://sns.eu-west-1.amazonaws.com/.pem",
        "https://sns.eu-west-1.amazonaws.com/x.pem#y",
        "https://sns.eu-west-1.amazonaws.com/%2e.pem",
        "https://sns.eu-west-1.amazonaws.com/a/x.pem",
        "https://sns.eu-west-1.amazonaws.com\\@evil.example/x.pem",
        "https://user@sns.eu-west-1.amazonaws.com/x.pem",
        "https://sns.eu-west-2.amazonaws.com/x.pem",
        "HTTPS://sns.eu-west-1.amazonaws.com/x.pem",
    ] {
        assert_eq!(CertificateSource::read(url, &origins), None, "{url}");
    }
    // An emulation's origin is exact, too.
    let emulation = ["http://127.0.0.1:8081".to_owned()];
    let read = |url: &str| CertificateSource::read(url, &emulation).map(|it| it.to_string());
    let good = "http://127.0.0.1:8081/x.pem";
    assert_eq!(read(good).as_deref(), Some(good));
    for url in [
        "http://127.0.0.1/x.pem",
        "http://127.0.0.1:8082/x.pem",
        "https://127.0.0.1:8081/x.pem",
        "http://127.0.0.1:8081@evil.example/x.pem",
    ] {
        assert_eq!(read(url), None, "{url}");
    }
    let Some(lists) = json_vectors("amazon-pay-ipn/signing-cert-urls.json") else {
        return;
    };
    let list = |name: &str| lists[name].as_array().expect("a list").clone();
    for url in list("rejected_by_sdk")
        .iter()
        .chain(&list("rejected_by_us"))
    {
        assert_eq!(CertificateSource::read(text(url), &origins), None, "{url}");
    }
    let china = ["https://sns.us-east-1.amazonaws.com.cn".to_owned()];
    for url in list("accepted_by_sdk") {
        let url = text(&url);
        let known = [&origins[..], &china].concat();
        assert!(CertificateSource::read(url, &known).is_some(), "{url}");
        let is_ours = CertificateSource::read(url, &origins).is_some();
        assert_eq!(is_ours, !url.contains(".cn/"), "{url}");
    }
    println!("vectors: lists of certificate addresses");
}

/// Every message that Amazon signed verifies, exactly as its file says, and no changed one does.
#[test]
fn published_messages_verify_as_their_file_says() {
    let Some(expected) = json_vectors("amazon-pay-ipn/expected.json") else {
        return;
    };
    let messages = expected["messages"].as_object().expect("messages");
    assert_eq!(messages.len(), 7);
    for (file, expected) in messages {
        let folder = |file: &str| vectors(&format!("amazon-pay-ipn/{file}")).expect("the file");
        let message: Value = serde_json::from_slice(&folder(file)).expect("JSON");
        let certificate = SnsCertificate::read(&folder(text(&expected["certificate"])));
        let certificate = certificate.expect("a certificate");
        let url = text(&message["SigningCertURL"]);
        let (origin, _) = url.rsplit_once('/').expect("an origin");
        let inbox = Inbox {
            topics: vec![text(&message["TopicArn"]).to_owned()],
            origins: vec![origin.to_owned()],
            ..inbox()
        };
        let now: jiff::Timestamp = text(&message["Timestamp"]).parse().expect("a moment");
        let now = Timestamp(now.as_millisecond());
        let verify = |message: &Value| {
            let body = message.to_string();
            let opened = inbox.open(body.as_bytes(), now)?;
            opened.verify(&certificate, now)?.content()
        };
        let result = verify(&message);
        let verifies = expected["verifies"].as_bool().expect("a truth value");
        let outcome = match text(&message["Type"]) {
            _ if !verifies => Err(Refusal::Signature),
            // None of them is a notification of version 2 for our merchant.
            "Notification" => Err(Refusal::Content),
            "UnsubscribeConfirmation" => Ok(Content::Unsubscribed),
            _ => Ok(Content::ConfirmSubscription {
                url: text(&message["SubscribeURL"]).to_owned(),
            }),
        };
        assert_eq!(result, outcome, "{file}");
        for name in ["Message", "MessageId", "Subject", "SubscribeURL", "Token"] {
            if let Some(value) = message[name].as_str() {
                let changed = with(message.clone(), name, format!("{value} "));
                let is_signed = name != "Subject" || text(&message["Type"]) == "Notification";
                assert!(is_signed);
                assert_eq!(verify(&changed), Err(Refusal::Signature), "{file} {name}");
            }
        }
    }
    println!("vectors: 7 messages of SNS");
}
