//! Tests private key files as OpenSSL writes them.

use crate::support::{P256_KEY, openssl_key};
use zkratka_wallets::apple_pay::merchant_validation::Identity;
use zkratka_wallets::apple_pay::{Certificate, MerchantKeyError, PrivateKey};
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, KeyError};

/// The output of `openssl pkey -pubout` for the key in keys/prime256v1.pem.
const PUBLIC_KEY: &str =
    "BMTQlXuw6sjGqCjaO4plYioY3JJaGEPFvy9Wh225z9C2bU0sH3ue2OU1NqsioP8vBX2xxsx/ONIjJWQ4znUZhIM=";
const CERTIFICATE: &str = include_str!("keys/certificate.pem");

/// The blocks of a key file: the curve's parameters and the key.
fn blocks(file: &str) -> (&str, &str) {
    let key = file
        .find("-----BEGIN EC PRIVATE KEY-----")
        .expect("the key's block");
    assert!(file.starts_with("-----BEGIN EC PARAMETERS-----"));
    file.split_at(key)
}

/// [5.10] Every reader of keys skips the curve's name before the key.
#[test]
fn a_key_may_follow_the_name_of_its_curve() {
    let key = DecryptionKey::from_text(P256_KEY).expect("a key");
    assert_eq!(key.public_key_base64(), PUBLIC_KEY);
    assert!(Identity::new(CERTIFICATE, P256_KEY).is_ok());
    let crlf = P256_KEY.replace('\n', "\r\n");
    for file in [P256_KEY, &crlf, &openssl_key("prime256v1")] {
        let (_, alone) = blocks(file);
        let public = |text| DecryptionKey::from_pem(text).map(|key| key.public_key_base64());
        assert!(public(file).is_ok());
        assert_eq!(public(file), public(alone));
        assert!(AuthJwtSigner::from_pem(file, None).is_ok());
        assert!(matches!(PrivateKey::from_text(file), Ok(PrivateKey::Ec(_))));
    }
}

/// Any other block is refused, and so is a key on any other curve.
#[test]
fn other_blocks_are_refused() {
    let foreign = openssl_key("secp384r1");
    let (parameters, key) = blocks(P256_KEY);
    let other_parameters = blocks(&foreign).0;
    for (file, error) in [
        (foreign.clone(), KeyError::OtherCurve),
        (format!("{other_parameters}{key}"), KeyError::OtherCurve),
        (
            format!("{parameters}{parameters}{key}"),
            KeyError::OtherBlock,
        ),
        (format!("{key}{parameters}"), KeyError::OtherBlock),
        (format!("{key}{key}"), KeyError::OtherBlock),
        (format!("{parameters}{CERTIFICATE}"), KeyError::OtherBlock),
        (format!("{CERTIFICATE}{key}"), KeyError::OtherBlock),
        (
            format!("{CERTIFICATE}{parameters}{key}"),
            KeyError::OtherBlock,
        ),
        (parameters.to_owned(), KeyError::Unreadable),
        (blocks(&foreign).1.to_owned(), KeyError::Unreadable),
    ] {
        assert_eq!(DecryptionKey::from_text(&file).err(), Some(error), "{file}");
        assert!(AuthJwtSigner::from_pem(&file, None).is_err(), "{file}");
        let expected = match error {
            KeyError::Unreadable => MerchantKeyError::Unreadable,
            error => MerchantKeyError::Pem(error),
        };
        assert_eq!(PrivateKey::from_text(&file).err(), Some(expected), "{file}");
    }
}

/// The dates that `openssl x509 -dates` prints for keys/certificate.pem.
#[test]
fn a_certificate_tells_from_when_and_until_when_it_is_valid() {
    let certificate = Certificate::from_bytes(CERTIFICATE.as_bytes()).expect("a certificate");
    assert_eq!(certificate.not_before().0, 1_795_525_823_000);
    assert_eq!(certificate.not_after().0, 4_949_125_823_000);
}
