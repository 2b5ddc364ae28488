//! Tests the authorisation JWT for Google Pay's sheet.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::{EncodePrivateKey as _, LineEnding};
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{AuthJwtSigner, SigningKeyError};

fn key() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).expect("a key")
}

fn decode(part: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(part).expect("base64")
}

/// [5.10] Tests header, claims, the lifetime of one hour, and a signature that other code can verify, with keys in
/// every format.
#[test]
fn an_authorisation_lasts_one_hour() {
    let key = key();
    let pkcs8 = key.to_pkcs8_der().expect("DER");
    let pem = key.to_pkcs8_pem(LineEnding::LF).expect("PEM");
    let sec1 = key.to_sec1_pem(LineEnding::LF).expect("PEM");
    let id = Some("key-1".to_owned());
    for (signer, header) in [
        (
            AuthJwtSigner::from_pem(&pem, None),
            json!({ "typ": "JWT", "alg": "ES256" }),
        ),
        (
            AuthJwtSigner::from_pem(&sec1, id.clone()),
            json!({ "typ": "JWT", "alg": "ES256", "kid": "key-1" }),
        ),
        (
            AuthJwtSigner::from_der(pkcs8.as_bytes(), None),
            json!({ "typ": "JWT", "alg": "ES256" }),
        ),
    ] {
        let signer = signer.expect("a signer");
        let token = signer.mint("shop.example", "BCR2DN4T", Timestamp(1_767_225_600_999));
        assert_eq!(token.expires_at, 1_767_229_200);
        let parts: Vec<_> = token.jwt.split('.').collect();
        let [head, claims, signature] = parts[..] else {
            unreachable!("a token has three parts")
        };
        let read = |part: &str| serde_json::from_slice::<Value>(&decode(part)).expect("JSON");
        assert_eq!(read(head), header);
        assert_eq!(
            read(claims),
            json!({
                "merchantOrigin": "shop.example",
                "merchantId": "BCR2DN4T",
                "iat": 1_767_225_600,
                "exp": 1_767_229_200,
            })
        );
        let signature = Signature::from_slice(&decode(signature)).expect("64 bytes");
        let public = VerifyingKey::from(key.public_key());
        let content = format!("{head}.{claims}");
        assert!(public.verify(content.as_bytes(), &signature).is_ok());
    }
}

/// Text that is no key is refused, and the error repeats nothing of it.
#[test]
fn unusable_keys_are_refused() {
    assert_eq!(
        AuthJwtSigner::from_pem("secret", None).err(),
        Some(SigningKeyError)
    );
    assert_eq!(
        AuthJwtSigner::from_der(b"secret", None).err(),
        Some(SigningKeyError)
    );
    assert_eq!(
        AuthJwtSigner::from_bytes(&[0; 32], None).err(),
        Some(SigningKeyError)
    );
    assert!(!SigningKeyError.to_string().contains("secret"));
}
