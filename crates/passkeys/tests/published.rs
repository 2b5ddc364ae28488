//! The pairs of the standard's section "Test Vectors", in the folder named by `WALLET_VECTORS` (without it these tests are skipped).

use crate::support::{Created, Got, challenge, party};
use p256::pkcs8::EncodePublicKey as _;
use rsa::{BoxedUint, RsaPublicKey};
use serde_json::Value;
use std::path::Path;
use zkratka_passkeys::{Frames, Refusal, RelyingParty, UserVerification};

const PAIRS: usize = 7;

struct Pair {
    name: String,
    created: Created,
    got: Got,
}

impl Pair {
    /// The relying party that this ceremony was made for.
    fn party(&self) -> RelyingParty {
        let tops = vec!["https://example.com".to_owned()];
        let frames = match self.name.as_str() {
            "none-es256-crossOrigin" => Frames::OfOrUnnamed(tops),
            "none-es256-topOrigin" => Frames::Of(tops),
            _ => Frames::Refused,
        };
        party("example.org", frames)
    }

    /// The registration as if made in the top page: in frames passkeys are not created.
    fn registration(&self) -> Created {
        let mut created = self.created.clone();
        let json: Value = serde_json::from_slice(&created.client_data_json).expect("JSON");
        let mut json = json.as_object().expect("an object").clone();
        if json.get("crossOrigin") == Some(&Value::Bool(true)) {
            assert_eq!(
                created.verify(&self.party(), UserVerification::Optional),
                Err(Refusal::Framed),
                "{}",
                self.name
            );
            json.remove("crossOrigin");
            json.remove("topOrigin");
            created.client_data_json = serde_json::to_vec(&json).expect("JSON");
        }
        created
    }
}

/// [B.02] All seven pairs are verified; user verification is demanded where it was not done, and refused.
#[test]
fn the_standards_pairs_are_verified() {
    let Some(pairs) = pairs() else { return };
    for pair in &pairs {
        let party = pair.party();
        let passkey = pair
            .registration()
            .verify(&party, UserVerification::Optional);
        let passkey = passkey.unwrap_or_else(|refusal| panic!("{}: {refusal}", pair.name));
        let optional = pair
            .got
            .verify(&party, &passkey, UserVerification::Optional);
        let asserted = optional.unwrap_or_else(|refusal| panic!("{}: {refusal}", pair.name));
        let verified = ["crossOrigin", "topOrigin", "long-credential-id"];
        let verified = verified.iter().any(|end| pair.name.ends_with(end));
        assert_eq!(asserted.user_verified, verified, "{}", pair.name);
        let required = pair
            .got
            .verify(&party, &passkey, UserVerification::Required);
        let expected = if verified {
            Ok(asserted)
        } else {
            Err(Refusal::UserVerification)
        };
        assert_eq!(required, expected, "{}", pair.name);
    }
    println!("vectors: {} pairs of Web Authentication", pairs.len());
}

/// [B.02] Each altered byte of an assertion is refused, and each that matters of a registration: all of the key, the ids and the
/// hash. Only what attestation would prove (the model, flags of later use, the counter) may differ.
#[test]
fn each_altered_byte_of_the_standards_pairs_is_refused() {
    let Some(pairs) = pairs() else { return };
    for pair in &pairs {
        let party = pair.party();
        let created = pair.registration();
        let passkey = created
            .verify(&party, UserVerification::Optional)
            .expect("a passkey");
        for index in 0..pair.got.authenticator_data.len() {
            let mut got = pair.got.clone();
            got.authenticator_data[index] ^= 0x40;
            let answer = got.verify(&party, &passkey, UserVerification::Optional);
            assert!(answer.is_err(), "{}: authenticator data {index}", pair.name);
        }
        for index in 0..pair.got.client_data_json.len() {
            let mut got = pair.got.clone();
            got.client_data_json[index] ^= 0x01;
            let answer = got.verify(&party, &passkey, UserVerification::Optional);
            assert!(answer.is_err(), "{}: client data {index}", pair.name);
        }
        for index in 0..pair.got.signature.len() {
            let mut got = pair.got.clone();
            got.signature[index] ^= 0x01;
            let answer = got.verify(&party, &passkey, UserVerification::Optional);
            assert!(answer.is_err(), "{}: signature {index}", pair.name);
        }
        for index in (0..32).chain(53..created.authenticator_data.len()) {
            let mut changed = created.clone();
            changed.authenticator_data[index] ^= 0x01;
            let answer = changed.verify(&party, UserVerification::Optional);
            assert!(answer.is_err(), "{}: registered data {index}", pair.name);
        }
        for index in 0..created.public_key.len() {
            let mut changed = created.clone();
            changed.public_key[index] ^= 0x01;
            let answer = changed.verify(&party, UserVerification::Optional);
            assert!(answer.is_err(), "{}: public key {index}", pair.name);
        }
    }
}

fn pairs() -> Option<Vec<Pair>> {
    let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
        eprintln!("SKIPPED: WALLET_VECTORS names no folder with the standard's pairs (webauthn)");
        return None;
    };
    let path = Path::new(&folder).join("amazon-pay-ipn/webauthn/w3c-level3.json");
    let file = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = serde_json::from_slice(&file).expect("JSON");
    let vectors = file["vectors"].as_array().expect("a list");
    assert_eq!(vectors.len(), PAIRS);
    Some(vectors.iter().map(pair).collect())
}

fn pair(vector: &Value) -> Pair {
    let (registration, authentication) = (&vector["registration"], &vector["authentication"]);
    let id = hex(&registration["credential_id"]);
    let authenticator_data = attested_data(&hex(&registration["attestationObject"]));
    let (algorithm, public_key) = key_info(&authenticator_data[55 + id.len()..]);
    Pair {
        name: vector["name"].as_str().expect("a name").to_owned(),
        created: Created {
            challenge: challenge(hex(&registration["challenge"])),
            client_data_json: hex(&registration["clientDataJSON"]),
            authenticator_data,
            public_key,
            algorithm,
            credential_id: id.clone(),
        },
        got: Got {
            challenge: challenge(hex(&authentication["challenge"])),
            client_data_json: hex(&authentication["clientDataJSON"]),
            authenticator_data: hex(&authentication["authenticatorData"]),
            signature: hex(&authentication["signature"]),
            credential_id: id,
        },
    }
}

/// The authenticator data in an attestation object, as browsers hand it out.
fn attested_data(object: &[u8]) -> Vec<u8> {
    let at = position(object, b"authData") + b"authData".len();
    let (length, start) = match object[at] {
        0x58 => (usize::from(object[at + 1]), at + 2),
        0x59 => (
            usize::from(u16::from_be_bytes([object[at + 1], object[at + 2]])),
            at + 3,
        ),
        other => panic!("no byte string: {other}"),
    };
    object[start..start + length].to_vec()
}

/// A COSE key's algorithm and its `SubjectPublicKeyInfo`, made by other crates than the verifier's own forms.
fn key_info(cose: &[u8]) -> (i64, Vec<u8>) {
    let after = |mark: &[u8], length: usize| {
        let start = position(cose, mark) + mark.len();
        cose[start..start + length].to_vec()
    };
    let info = |document: p256::pkcs8::Document| document.into_vec();
    match cose[2] {
        0x02 => {
            let (x, y) = (
                after(&[0x21, 0x58, 0x20], 32),
                after(&[0x22, 0x58, 0x20], 32),
            );
            let point = [vec![4], x, y].concat();
            let key = p256::PublicKey::from_sec1_bytes(&point).expect("a point");
            (-7, info(key.to_public_key_der().expect("DER")))
        }
        0x01 => {
            let head = [
                0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
            ];
            (-8, [&head[..], &after(&[0x21, 0x58, 0x20], 32)].concat())
        }
        0x03 => {
            let length = after(&[0x20, 0x59], 2);
            let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
            let n = BoxedUint::from_be_slice_vartime(&after(&[0x20, 0x59], 2 + length)[2..]);
            let e = BoxedUint::from_be_slice_vartime(&after(&[0x21, 0x43], 3));
            let key = RsaPublicKey::new(n, e).expect("a key");
            (-257, info(key.to_public_key_der().expect("DER")))
        }
        other => panic!("key type {other}"),
    }
}

fn position(within: &[u8], mark: &[u8]) -> usize {
    let mut windows = within.windows(mark.len());
    windows.position(|window| window == mark).expect("the mark")
}

fn hex(from: &Value) -> Vec<u8> {
    let text = from.as_str().expect("hexadecimal digits");
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("two digits");
    (0..text.len()).step_by(2).map(byte).collect()
}
