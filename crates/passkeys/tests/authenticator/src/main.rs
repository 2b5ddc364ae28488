//! Prints registrations and assertions of a software authenticator, as JSON: `cargo run > ../authenticator.json`.

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use passkey::authenticator::{Authenticator, UiHint, UserCheck, UserValidationMethod};
use passkey::client::{Client, DefaultClientData};
use passkey::crypto::iana::Algorithm;
use passkey::crypto::rust_crypto::RustCryptoBackend;
use passkey::types::ctap2::{Aaguid, Ctap2Error};
use passkey::types::webauthn::{
    AttestationConveyancePreference, AuthenticatorSelectionCriteria, CredentialCreationOptions,
    CredentialRequestOptions, PublicKeyCredentialCreationOptions, PublicKeyCredentialParameters,
    PublicKeyCredentialRequestOptions, PublicKeyCredentialRpEntity, PublicKeyCredentialType,
    PublicKeyCredentialUserEntity, ResidentKeyRequirement, UserVerificationRequirement,
};
use passkey::types::{Bytes, Passkey};
use serde_json::{Value, json};
use url::Url;

const HOST: &str = "shop.example.com";

struct User {
    verified: bool,
}

#[async_trait]
impl UserValidationMethod for User {
    type PasskeyItem = Passkey;

    async fn check_user<'a>(
        &self,
        _hint: UiHint<'a, Passkey>,
        presence: bool,
        verification: bool,
    ) -> Result<UserCheck, Ctap2Error> {
        Ok(UserCheck {
            presence,
            verification: verification && self.verified,
        })
    }

    fn is_verification_enabled(&self) -> Option<bool> {
        Some(self.verified)
    }

    fn is_presence_enabled(&self) -> bool {
        true
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut pairs = Vec::new();
    for verified in [true, false] {
        for counting in [true, false] {
            pairs.push(pair(verified, counting).await);
        }
    }
    println!("{:#}", Value::Array(pairs));
}

/// A passkey, and two assertions of it.
async fn pair(verified: bool, counting: bool) -> Value {
    let origin = Url::parse(&format!("https://{HOST}")).expect("an address");
    let verification = if verified {
        UserVerificationRequirement::Required
    } else {
        UserVerificationRequirement::Discouraged
    };
    let store: Option<Passkey> = None;
    let mut authenticator = Authenticator::new(
        Aaguid::new_empty(),
        store,
        User { verified },
        RustCryptoBackend,
    );
    authenticator.set_make_credentials_with_signature_counter(counting);
    let mut client = Client::new(authenticator);
    let request = CredentialCreationOptions {
        public_key: creation(challenge(1), verification),
    };
    let created = client
        .register(&origin, request, DefaultClientData)
        .await
        .expect("a passkey");
    let response = created.response;
    let mut assertions = Vec::new();
    for number in [2, 3] {
        let request = CredentialRequestOptions {
            public_key: assertion(challenge(number), verification),
        };
        let got = client
            .authenticate(&origin, request, DefaultClientData)
            .await
            .expect("an assertion");
        assertions.push(json!({
            "challenge": text(&challenge(number)),
            "rawId": text(&got.raw_id),
            "clientDataJSON": text(&got.response.client_data_json),
            "authenticatorData": text(&got.response.authenticator_data),
            "signature": text(&got.response.signature),
        }));
    }
    json!({
        "verified": verified,
        "counting": counting,
        "registration": {
            "challenge": text(&challenge(1)),
            "rawId": text(&created.raw_id),
            "clientDataJSON": text(&response.client_data_json),
            "authenticatorData": text(&response.authenticator_data),
            "publicKey": text(&response.public_key.expect("a public key")),
            "publicKeyAlgorithm": response.public_key_algorithm,
        },
        "assertions": assertions,
    })
}

fn creation(
    challenge: Bytes,
    user_verification: UserVerificationRequirement,
) -> PublicKeyCredentialCreationOptions {
    PublicKeyCredentialCreationOptions {
        rp: PublicKeyCredentialRpEntity {
            id: Some(HOST.into()),
            name: HOST.into(),
        },
        user: PublicKeyCredentialUserEntity {
            id: vec![7; 32].into(),
            display_name: "Jana".into(),
            name: "jana@example.com".into(),
        },
        challenge,
        pub_key_cred_params: vec![PublicKeyCredentialParameters {
            ty: PublicKeyCredentialType::PublicKey,
            alg: Algorithm::ES256,
        }],
        timeout: None,
        exclude_credentials: None,
        authenticator_selection: Some(AuthenticatorSelectionCriteria {
            authenticator_attachment: None,
            resident_key: Some(ResidentKeyRequirement::Required),
            require_resident_key: true,
            user_verification,
        }),
        hints: None,
        attestation: AttestationConveyancePreference::None,
        attestation_formats: None,
        extensions: None,
    }
}

fn assertion(
    challenge: Bytes,
    user_verification: UserVerificationRequirement,
) -> PublicKeyCredentialRequestOptions {
    PublicKeyCredentialRequestOptions {
        challenge,
        timeout: None,
        rp_id: Some(HOST.into()),
        allow_credentials: None,
        user_verification,
        hints: None,
        attestation: AttestationConveyancePreference::None,
        attestation_formats: None,
        extensions: None,
    }
}

fn challenge(number: u8) -> Bytes {
    vec![number; 32].into()
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
