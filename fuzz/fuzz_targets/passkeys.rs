//! Passkeys: whatever a browser sends, nothing is verified that was not signed.
#![no_main]

use arbitrary::Arbitrary;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zkratka_passkeys::{
    Algorithm, Assertion, AuthenticatorData, Challenge, ClientData, CredentialId, Frames, Passkey,
    PublicKey, Registration, RelyingParty, UserVerification,
};

#[derive(Arbitrary, Debug)]
struct Input {
    client_data_json: Option<Vec<u8>>,
    creates: bool,
    authenticator_data: Vec<u8>,
    public_key: Vec<u8>,
    algorithm: i8,
    credential_id: Vec<u8>,
    signature: Vec<u8>,
}

const CHALLENGE: Challenge = Challenge([7; 32]);

libfuzzer_sys::fuzz_target!(|input: Input| {
    let party = RelyingParty {
        id: "shop.example".to_owned(),
        origins: vec!["https://shop.example".to_owned()],
        frames: Frames::OfOrUnnamed(vec!["https://www.example".to_owned()]),
    };
    let client_data_json = input
        .client_data_json
        .unwrap_or_else(|| good(input.creates));
    let _ = ClientData::read(&client_data_json);
    let _ = AuthenticatorData::read(&input.authenticator_data);
    let registration = Registration {
        client_data_json: &client_data_json,
        authenticator_data: &input.authenticator_data,
        public_key: &input.public_key,
        algorithm: i64::from(input.algorithm),
        credential_id: &input.credential_id,
    };
    let optional = UserVerification::Optional;
    if let Ok(passkey) = party.verify_registration(&registration, &CHALLENGE, optional) {
        assert_eq!(passkey.id.as_bytes(), input.credential_id);
    }
    for algorithm in Algorithm::ALL {
        let id = CredentialId::new(&input.credential_id);
        let (Ok(id), Ok(_)) = (id, PublicKey::read(&input.public_key, algorithm)) else {
            continue;
        };
        let passkey = Passkey {
            id,
            public_key: input.public_key.clone(),
            algorithm,
            count: 0,
            backup_eligible: false,
            backed_up: false,
            user_verified: false,
        };
        let assertion = Assertion {
            client_data_json: &client_data_json,
            authenticator_data: &input.authenticator_data,
            signature: &input.signature,
            credential_id: &input.credential_id,
        };
        // Fails without a verified signature, which the fuzzer cannot make: at least it must end.
        let _ = party.verify_assertion(&assertion, &passkey, &CHALLENGE, optional);
    }
});

fn good(creates: bool) -> Vec<u8> {
    let ceremony = if creates { "create" } else { "get" };
    let challenge = URL_SAFE_NO_PAD.encode(CHALLENGE.0);
    format!(
        r#"{{"type":"webauthn.{ceremony}","challenge":"{challenge}","origin":"https://shop.example"}}"#
    )
    .into_bytes()
}
