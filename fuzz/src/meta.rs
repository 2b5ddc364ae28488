//! Meta Pay containers that are signed rightly, and what can be done to them on their way: signatures are what random bytes
//! never get past.

use arbitrary::Arbitrary;
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::meta_pay::{
    MERCHANT_ID, Minter, Partner, authority_pem, partner_private_key, signing_certificates_pem,
    signing_private_key,
};
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::{Mode, Opener, RequestSigner};
use zkratka_wallets::x509::Certificate;

/// When everything happens.
pub const NOW: Timestamp = Timestamp(1_795_132_800_000);

const CARD: &str = "4111111111111111";

/// What is done to a text.
#[derive(Arbitrary, Debug)]
pub enum Change<'c> {
    /// A byte of it becomes another, if it stays text.
    Byte(u16, u8),
    /// It ends early.
    End(u16),
    /// Text comes in between.
    Insert(u16, &'c str),
    /// A part between two dots is something else.
    Part(u8, &'c str),
}

/// A right container, the opener that opens it, and a right signature of a request.
pub struct Meta {
    /// Trusts the sandbox.
    pub opener: Opener,
    /// As the sheet gives it.
    pub container: Value,
    /// The header of a request with [`Self::BODY`].
    pub signature: String,
}

impl Meta {
    /// The body of the signed request.
    pub const BODY: &'static [u8] = b"{}";

    /// Has a container issued and a request signed, once.
    pub fn new() -> Self {
        let minter = Minter {
            clock: Arc::new(|| NOW),
            partner: Partner::sandbox(),
        };
        let wish = json!({
            "amount": { "currency": "CZK", "value": 129_000 },
            "containerContext": "fuzz",
            "card": { "number": CARD, "expirationMonth": 12, "expirationYear": 2030 },
        });
        let minted = minter.mint(&serde_json::from_value(wish).unwrap());
        let certificates = signing_certificates_pem();
        let signer = RequestSigner::new(&signing_private_key(), certificates.as_bytes());
        Self {
            opener: Opener {
                roots: vec![Certificate::from_bytes(authority_pem().as_bytes()).unwrap()],
                keys: vec![DecryptionKey::from_text(&partner_private_key()).unwrap()],
                mode: Mode::Test,
                merchant_id: MERCHANT_ID.to_owned(),
            },
            container: minted.unwrap_or_else(|_| panic!("no container")),
            signature: signer.unwrap().sign(Self::BODY),
        }
    }

    /// The container with its data changed; none if they are the same as before.
    pub fn changed(&self, change: &Change) -> Option<String> {
        let mut container = self.container.clone();
        let before = container["container_data"].as_str().unwrap().to_owned();
        let after = change.of(&before)?;
        container["container_data"] = json!(after);
        (after != before).then(|| container.to_string())
    }
}

impl Default for Meta {
    fn default() -> Self {
        Self::new()
    }
}

impl Change<'_> {
    /// The changed text; none if it is no text any more.
    pub fn of(&self, text: &str) -> Option<String> {
        let mut bytes = text.as_bytes().to_vec();
        let at = |place: u16| usize::from(place) % text.len();
        match *self {
            Self::Byte(place, mask) => bytes[at(place)] ^= mask,
            Self::End(place) => bytes.truncate(at(place)),
            Self::Insert(place, more) => {
                let at = at(place);
                drop(bytes.splice(at..at, more.bytes()));
            }
            Self::Part(index, other) => {
                let mut parts: Vec<&str> = text.split('.').collect();
                let at = usize::from(index) % parts.len();
                parts[at] = other;
                bytes = parts.join(".").into_bytes();
            }
        }
        String::from_utf8(bytes).ok()
    }
}

/// Whether a text shows the number of the card.
pub fn shows_card(text: &str) -> bool {
    text.contains(CARD)
}
