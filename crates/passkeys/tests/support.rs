//! Ceremonies from files, and what they are verified with.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use zkratka_passkeys::{
    Asserted, Assertion, Challenge, Frames, Passkey, Refusal, Registration, RelyingParty,
    UserVerification,
};

/// A registration with its own bytes.
#[derive(Clone)]
pub(crate) struct Created {
    pub(crate) challenge: Challenge,
    pub(crate) client_data_json: Vec<u8>,
    pub(crate) authenticator_data: Vec<u8>,
    pub(crate) public_key: Vec<u8>,
    pub(crate) algorithm: i64,
    pub(crate) credential_id: Vec<u8>,
}

/// An assertion with its own bytes.
#[derive(Clone)]
pub(crate) struct Got {
    pub(crate) challenge: Challenge,
    pub(crate) client_data_json: Vec<u8>,
    pub(crate) authenticator_data: Vec<u8>,
    pub(crate) signature: Vec<u8>,
    pub(crate) credential_id: Vec<u8>,
}

impl Created {
    pub(crate) fn verify(
        &self,
        party: &RelyingParty,
        verification: UserVerification,
    ) -> Result<Passkey, Refusal> {
        let registration = Registration {
            client_data_json: &self.client_data_json,
            authenticator_data: &self.authenticator_data,
            public_key: &self.public_key,
            algorithm: self.algorithm,
            credential_id: &self.credential_id,
        };
        party.verify_registration(&registration, &self.challenge, verification)
    }

    /// The refusal of this registration with one part changed.
    pub(crate) fn refusal(&self, party: &RelyingParty, change: impl FnOnce(&mut Self)) -> Refusal {
        let mut changed = self.clone();
        change(&mut changed);
        let verified = changed.verify(party, UserVerification::Optional);
        verified.expect_err("a refusal")
    }
}

impl Got {
    pub(crate) fn verify(
        &self,
        party: &RelyingParty,
        passkey: &Passkey,
        verification: UserVerification,
    ) -> Result<Asserted, Refusal> {
        let assertion = Assertion {
            client_data_json: &self.client_data_json,
            authenticator_data: &self.authenticator_data,
            signature: &self.signature,
            credential_id: &self.credential_id,
        };
        party.verify_assertion(&assertion, passkey, &self.challenge, verification)
    }
}

pub(crate) fn party(host: &str, frames: Frames) -> RelyingParty {
    RelyingParty {
        id: host.to_owned(),
        origins: vec![format!("https://{host}")],
        frames,
    }
}

pub(crate) fn challenge(bytes: Vec<u8>) -> Challenge {
    Challenge(bytes.try_into().expect("32 bytes"))
}

/// The ceremonies of `authenticator.json`: whether the user was verified, whether the passkey has a counter, the registration, two
/// assertions.
pub(crate) fn authenticator() -> Vec<(bool, bool, Created, [Got; 2])> {
    let pairs: Value = serde_json::from_str(include_str!("authenticator.json")).expect("JSON");
    let pairs = pairs.as_array().expect("pairs");
    let read = |pair: &Value| {
        let gots = [&pair["assertions"][0], &pair["assertions"][1]].map(got);
        let has = |name: &str| pair[name].as_bool().expect("true or false");
        (
            has("verified"),
            has("counting"),
            created(&pair["registration"]),
            gots,
        )
    };
    pairs.iter().map(read).collect()
}

fn created(from: &Value) -> Created {
    Created {
        challenge: challenge(bytes(&from["challenge"])),
        client_data_json: bytes(&from["clientDataJSON"]),
        authenticator_data: bytes(&from["authenticatorData"]),
        public_key: bytes(&from["publicKey"]),
        algorithm: from["publicKeyAlgorithm"].as_i64().expect("a number"),
        credential_id: bytes(&from["rawId"]),
    }
}

fn got(from: &Value) -> Got {
    Got {
        challenge: challenge(bytes(&from["challenge"])),
        client_data_json: bytes(&from["clientDataJSON"]),
        authenticator_data: bytes(&from["authenticatorData"]),
        signature: bytes(&from["signature"]),
        credential_id: bytes(&from["rawId"]),
    }
}

fn bytes(from: &Value) -> Vec<u8> {
    let text = from.as_str().expect("text");
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}
