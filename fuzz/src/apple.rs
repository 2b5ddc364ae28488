//! Apple Pay tokens that are signed rightly, and what can be done to them on their way: signatures are what random bytes
//! never get past.

use arbitrary::Arbitrary;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::apple_pay::{
    HOSTS, MERCHANT_ID, Merchant, Minter, Validation, ValidationSettings, authority_pem,
    identity_certificate_pem, identity_private_key, processing_certificate_pem,
    processing_private_key,
};
use zkratka_wallets::apple_pay::merchant_validation::{
    Address, Identity, MerchantValidation, SessionRequest, Trust,
};
use zkratka_wallets::apple_pay::{Certificate, MerchantKey, Opener, PrivateKey};

/// When everything happens.
pub const NOW: Timestamp = Timestamp(1_795_132_800_000);

const DOMAIN: &str = "fuzz.example";
const CARD: &str = "4111111111111111";

/// A part of a token that is bytes in Base64.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Part {
    /// The CMS message.
    Signature,
    /// What is encrypted.
    Data,
    /// The point of `EC_v1`.
    Key,
    /// Whose key it is encrypted to.
    PublicKeyHash,
}

/// What is done to a part.
#[derive(Arbitrary, Debug)]
pub enum Change<'c> {
    /// A byte of it becomes another.
    Byte(u16, u8),
    /// It ends early.
    End(u16),
    /// Bytes come in between.
    Insert(u16, &'c [u8]),
    /// It is something else.
    Whole(&'c [u8]),
}

/// A right token, and the opener that opens it.
pub struct Apple {
    /// Trusts the sandbox.
    pub opener: Opener,
    /// `paymentData`.
    pub token: Value,
}

impl Apple {
    /// Has the merchant validated and a token issued, once.
    pub fn new() -> Self {
        let processing = certificate(&processing_certificate_pem());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let session: Value = serde_json::from_str(&runtime.block_on(session())).unwrap();
        let minter = Minter {
            clock: Arc::new(|| NOW),
            merchant: Merchant {
                id: MERCHANT_ID.to_owned(),
                public_key_info: processing.public_key_info().to_vec(),
            },
        };
        let wish = json!({
            "merchantSession": session,
            "transactionAmount": 129_000,
            "currencyCode": "203",
            "card": { "number": CARD, "expirationMonth": 12, "expirationYear": 2030 },
        });
        let minted = minter.mint(&serde_json::from_value(wish).unwrap(), None);
        let mut minted = minted.unwrap_or_else(|_| panic!("no token"));
        let key = PrivateKey::from_text(&processing_private_key()).unwrap();
        Self {
            opener: Opener {
                roots: vec![certificate(&authority_pem())],
                keys: vec![MerchantKey::new(key, &processing, Some(MERCHANT_ID)).unwrap()],
            },
            token: minted["paymentData"].take(),
        }
    }

    /// The token with a part of it changed; none if it is the same as before.
    pub fn changed(&self, part: Part, change: &Change) -> Option<String> {
        let mut token = self.token.clone();
        let text = match part {
            Part::Signature => &mut token["signature"],
            Part::Data => &mut token["data"],
            Part::Key => &mut token["header"]["ephemeralPublicKey"],
            Part::PublicKeyHash => &mut token["header"]["publicKeyHash"],
        };
        let before = STANDARD.decode(text.as_str().unwrap()).unwrap();
        let mut bytes = before.clone();
        change.make(&mut bytes);
        *text = json!(STANDARD.encode(&bytes));
        (bytes != before).then(|| token.to_string())
    }
}

impl Default for Apple {
    fn default() -> Self {
        Self::new()
    }
}

impl Change<'_> {
    fn make(&self, bytes: &mut Vec<u8>) {
        let at = |place: u16| usize::from(place) % bytes.len();
        match *self {
            Self::Byte(place, byte) => {
                let at = at(place);
                bytes[at] ^= byte;
            }
            Self::End(place) => bytes.truncate(at(place)),
            Self::Insert(place, more) => {
                let at = at(place);
                drop(bytes.splice(at..at, more.iter().copied()));
            }
            Self::Whole(other) => *bytes = other.to_vec(),
        }
    }
}

/// Whether a text shows the number of the card.
pub fn shows_card(text: &str) -> bool {
    text.contains(CARD)
}

fn certificate(pem: &str) -> Certificate {
    Certificate::from_bytes(pem.as_bytes()).unwrap()
}

async fn session() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let validation = Validation::new(ValidationSettings {
        clock: Arc::new(|| NOW),
        domains: Some(vec![DOMAIN.to_owned()]),
    });
    tokio::spawn(validation.unwrap().serve(listener, std::future::pending()));
    let identity = Identity::new(&identity_certificate_pem(), &identity_private_key()).unwrap();
    let trust = Trust::Only(certificate(&authority_pem()));
    let patience = Duration::from_secs(20);
    let client = MerchantValidation::new(Address::Fixed(at), &trust, Some(&identity), patience);
    let wish = SessionRequest {
        merchant_id: MERCHANT_ID,
        display_name: "Fuzz",
        domain: DOMAIN,
    };
    client.unwrap().session(HOSTS[0], &wish).await.unwrap()
}
