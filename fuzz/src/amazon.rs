//! A message of Amazon's notification service that is signed rightly. What can be done to it on its way is [`crate::meta::Change`].

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::rsa::KeyPair;
use ring::signature::RSA_PKCS1_SHA256;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::amazon_pay::{MERCHANT_ID, TOPIC_ARN};
use zkratka_wallets::amazon_pay::notification::{Inbox, SignatureVersion, SnsCertificate};

/// When everything happens.
pub const NOW: Timestamp = Timestamp(1_795_132_800_000);

const KEY: &[u8] = include_bytes!("../../crates/sandbox/src/amazon_pay/notification_key.pk8");
const CERTIFICATE: &str =
    include_str!("../../crates/sandbox/src/amazon_pay/notification_certificate.pem");
const ORIGIN: &str = "https://sns.eu-west-1.amazonaws.com";

/// A right message, and what takes it.
pub struct Amazon {
    pub inbox: Inbox,
    pub certificate: SnsCertificate,
    pub message: String,
    key: KeyPair,
}

impl Amazon {
    pub fn new() -> Self {
        let mut made = Self {
            inbox: Inbox {
                topics: vec![TOPIC_ARN.to_owned()],
                merchant_id: MERCHANT_ID.to_owned(),
                origins: vec![ORIGIN.to_owned()],
                oldest_version: SignatureVersion::V1,
            },
            certificate: SnsCertificate::read(CERTIFICATE.as_bytes()).unwrap(),
            message: String::new(),
            key: KeyPair::from_pkcs8(KEY).unwrap(),
        };
        let text = json!({
            "MerchantID": MERCHANT_ID, "ObjectType": "CHARGE", "ObjectId": "S03-0000000-0000000-C000000",
            "ChargePermissionId": "S03-0000000-0000000", "NotificationType": "STATE_CHANGE",
            "NotificationId": "1", "NotificationVersion": "V2",
        });
        made.message = made.signed(&text.to_string());
        made
    }

    /// A right message with this text.
    pub fn signed(&self, text: &str) -> String {
        let (id, at) = ("11111111-2222-4333-8444-555555555555", NOW.rfc3339());
        let signed = format!(
            "Message\n{text}\nMessageId\n{id}\nTimestamp\n{at}\nTopicArn\n{TOPIC_ARN}\nType\nNotification\n"
        );
        let mut signature = vec![0; self.key.public().modulus_len()];
        let random = SystemRandom::new();
        self.key
            .sign(
                &RSA_PKCS1_SHA256,
                &random,
                signed.as_bytes(),
                &mut signature,
            )
            .unwrap();
        let body: Value = json!({
            "Type": "Notification", "MessageId": id, "TopicArn": TOPIC_ARN, "Message": text, "Timestamp": at,
            "SignatureVersion": "2", "Signature": STANDARD.encode(signature),
            "SigningCertURL": format!("{ORIGIN}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"),
        });
        body.to_string()
    }
}

impl Default for Amazon {
    fn default() -> Self {
        Self::new()
    }
}
