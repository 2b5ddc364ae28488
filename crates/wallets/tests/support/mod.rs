//! Google Pay tokens minted by Node's `WebCrypto` (`mint.mjs`). The server's tests include this file by its path: it is
//! too small for a crate of its own, and all its dependencies are also the server's.

#![allow(dead_code, reason = "every test file uses its part")]

pub(crate) mod apple;
pub(crate) mod meta;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{DecryptionKey, Opener, Protocol, Recipient, RootKeys};

/// The time at which tokens are opened: 2026-01-01.
pub(crate) const NOW: Timestamp = Timestamp(1_767_225_600_000);
pub(crate) const RECIPIENT: &str = "merchant:12345";

/// A token, and what is needed to open it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Minted {
    pub(crate) token: String,
    pub(crate) roots: String,
    pub(crate) key: String,
    pub(crate) other_key: String,
}

/// Mints a token in Node for each of these requests.
pub(crate) fn mint(wishes: &[Value]) -> Vec<Minted> {
    run_node("mint.mjs", wishes)
}

/// Runs a script of the crate's tests folder in Node, with the requests as input; returns its output.
pub(crate) fn run_node<T: DeserializeOwned>(script: &str, wishes: &[Value]) -> Vec<T> {
    // Each crate that compiles this file is in a folder beside this crate.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../wallets/tests/");
    let mut node = Command::new("node")
        .arg(format!("{folder}{script}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is needed to mint tokens");
    let mut input = node.stdin.take().expect("an input");
    let wishes = serde_json::to_vec(wishes).expect("JSON");
    input.write_all(&wishes).expect("Node listens");
    drop(input);
    let output = node.wait_with_output().expect("Node ends");
    assert!(output.status.success(), "{script} failed");
    serde_json::from_slice(&output.stdout).expect("tokens")
}

/// A key file as `openssl ecparam -genkey` writes it by default, with the curve's name before the key. Without OpenSSL
/// on this machine, a stored file of the same form.
pub(crate) fn openssl_key(curve: &str) -> String {
    let made = Command::new("openssl")
        .args(["ecparam", "-genkey", "-name", curve])
        .output();
    match made {
        Ok(made) if made.status.success() => String::from_utf8(made.stdout).expect("text"),
        _ if curve == "prime256v1" => P256_KEY.to_owned(),
        _ => P384_KEY.to_owned(),
    }
}

pub(crate) const P256_KEY: &str = include_str!("../keys/prime256v1.pem");
const P384_KEY: &str = include_str!("../keys/secp384r1.pem");

/// A file of the folder with published cases; none, visibly, without the folder. Panics if the folder lacks the file.
pub(crate) fn vectors(file: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
        eprintln!("SKIPPED: WALLET_VECTORS names no folder with published cases ({file})");
        return None;
    };
    let path = std::path::Path::new(&folder).join(file);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The same as JSON.
pub(crate) fn json_vectors(file: &str) -> Option<Value> {
    Some(serde_json::from_slice(&vectors(file)?).expect("JSON"))
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A card payment as Google writes it, which expires a second after `NOW`.
pub(crate) fn payment() -> Value {
    json!({
        "messageExpiration": (NOW.0 + 1000).to_string(),
        "messageId": "AH2Ejtc8qBlP_MCAV0jJG7Er",
        "paymentMethod": "CARD",
        "paymentMethodDetails": {
            "pan": "4111111111111111",
            "expirationMonth": 12,
            "expirationYear": 2031,
            "authMethod": "CRYPTOGRAM_3DS",
            "cryptogram": "AAAAAA==",
            "eciIndicator": "05",
            "assuranceDetails": { "cardHolderAuthenticated": true }
        }
    })
}

/// The mint request for a valid token, changed by the members of `changes`.
pub(crate) fn wish(protocol: Protocol, changes: &Value) -> Value {
    let mut wish = json!({
        "protocol": protocol.name(),
        "recipient": RECIPIENT,
        "message": payment().to_string(),
    });
    for (name, value) in changes.as_object().expect("an object") {
        wish[name] = value.clone();
    }
    wish
}

impl Minted {
    /// An opener with the token's keys.
    pub(crate) fn opener(&self, protocol: Protocol) -> Opener {
        let key = DecryptionKey::from_der_base64(&self.key).expect("a key");
        Opener {
            roots: RootKeys::from_json(&self.roots).expect("roots"),
            recipient: Recipient::verbatim(RECIPIENT),
            keys: if protocol.is_encrypted() {
                vec![key]
            } else {
                Vec::new()
            },
            protocols: Protocol::ALL.to_vec(),
        }
    }
}
