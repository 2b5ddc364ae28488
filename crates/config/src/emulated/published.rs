//! Fingerprints of the names and public keys that the emulations publish.
//!
//! Every program contains them, so that live mode also refuses a published value in a program without the sandbox. A
//! fingerprint does not reveal its value.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// SHA-256 in base64, sorted. The hashed values are the text of a name or of the secret for gift cards, the `SubjectPublicKeyInfo` of a public key (Apple
/// Pay, Amazon Pay, the root of Meta Pay), or the base64 text of a public key (Google Pay, Meta Pay).
const FINGERPRINTS: &[&str] = &[
    "2hBDfYIKIjpQHLs7rluaf0OwXxqZsIKqxitg+mSQ59Y=",
    "3tFSlmXpHz1oC7OWl2HiikMhmFdxUS5P1jloA5j6MGM=",
    "4X2MpWhjIBRJ4t5QDqsIoNa9A0/7CFSvXH6WHc9Wpuw=",
    "9k4poF8ZIrcQNxmNJ99pyzaBJqokNF7SIKSJ1PrCs+U=",
    "D3a3i7qPK3HIa0BhSsXFYzx1vqPGg1HiODEACUdHVUk=",
    "DdBbaDnJ8ndxIhMeg7zEg7mqB9cuGF5D8J1OrKGdY/s=",
    "EB4eKCqJz+YVbO1Bonoz7k6x5O6KI+w1C2M86vYAQMU=",
    "KPtn9m18rdNRkdSR/Ww/AC+kMpYJsAFV1ny5LhqM+ZA=",
    "L0gtRjIVBdGsePhAvmtjWxLaZh9ecGxGOovWGhYSdhc=",
    "MecYXaFixA8pGe6V23IKdtTMVvo4/K0hK8bGAS/rx/o=",
    "OxgLKF+szDOusDqWBA1AnF3f7/o4W7exZPIL1jmWbdo=",
    "Q+f5dA7LEjk1DQ23FSoCIw7HoEkcEsXUqH0jxyqJI0s=",
    "QY3OAUIF6ySi1oXWLjdE4ZPxQfjKMbKDQl/GiwzM77Y=",
    "RpVEV/nT5KOZ7FPRsd8a3ItNlEQh8eFllFtvcEaOlxQ=",
    "XDdCJuTEEt1bqvbxIUP4poYyOqXAKRBjUOa6wsMTAuU=",
    "YGibCxFw3AfSyzYrYDd6x1UgZ8xt51AjCRRRmyJHs+4=",
    "btZF7w4avqG/Hk6TX/BPnhjTmBI4f2PNo0FbRiQPBAU=",
    "cUxW88VKcmME8qRKlUEzFTrt//VPtFVfuSO78syeXco=",
    "e+nY3iO0+eaFRhG8aD+E+LG8s+Dk5Yeg2Qr7B7oQa2c=",
    "f6eiVhimkCPg8RIPCDAtijrLkN6LHiSleI2KNjOqHhM=",
    "iuNzhzYonOyfqkAWvdrXqlzpMBmnPTPC/D3i6vlqj8k=",
    "l0N8QCYhV5ou5hDOkNn3ihZRMSFaFElEEH/ztZJc8q8=",
    "xdIM/0BxTTR1ne1lXCRCEpRad/AoGUgFB+ls0G4tZGs=",
    "yP3ybtLjwFSEB8RlG1XFt+bl5Bt+zjhWO3BdUPrN1bQ=",
];

/// Whether the sandbox's source publishes this name, or the private key of this public key.
pub(crate) fn is_published(value: impl AsRef<[u8]>) -> bool {
    FINGERPRINTS.contains(&&*fingerprint(value))
}

fn fingerprint(value: impl AsRef<[u8]>) -> String {
    STANDARD.encode(Sha256::digest(value))
}

#[cfg(all(test, feature = "sandbox"))]
mod tests {
    use super::*;
    use crate::emulated;
    use zkratka_sandbox::{
        amazon_pay as amazon, apple_pay as apple, gift_cards, google_pay as google,
        meta_pay as meta, paypal,
    };
    use zkratka_wallets::google_pay::DecryptionKey;

    /// [B.02] The list contains every value that the sandbox publishes.
    #[test]
    fn each_published_value_has_its_fingerprint() {
        let names = [
            apple::MERCHANT_ID,
            google::MERCHANT_ID,
            google::GATEWAY,
            google::GATEWAY_MERCHANT_ID,
            paypal::CLIENT_ID,
            paypal::OWNER.id,
            paypal::WEBHOOK_ID,
            amazon::MERCHANT_ID,
            amazon::STORE_ID,
            amazon::PUBLIC_KEY_ID,
            amazon::TOPIC_ARN,
            meta::APP_ID,
            meta::PARTNER_ID,
            meta::MERCHANT_ID,
        ];
        let emulated = emulated::apple_pay().expect("the emulated Apple Pay");
        let certificates = [
            emulated.root,
            emulated.identity_certificate,
            emulated.processing_certificate,
            emulated::meta_pay().expect("the emulated Meta Pay").root,
        ];
        let keys = [
            google::merchant_private_key(),
            google::auth_jwt_private_key(),
            meta::partner_private_key(),
            meta::signing_private_key(),
        ]
        .map(|key| {
            DecryptionKey::from_der_base64(&key)
                .expect("a key")
                .public_key_base64()
        });
        let mut expected: Vec<_> = names.into_iter().map(fingerprint).collect();
        expected.push(fingerprint(gift_cards::secret()));
        let amazon = emulated::amazon_pay().expect("the emulated Amazon Pay");
        let amazon = amazon.private_key.public_key_info();
        expected.push(fingerprint(amazon.expect("a key")));
        expected.extend(
            certificates
                .iter()
                .map(|it| fingerprint(it.public_key_info())),
        );
        expected.extend(keys.iter().map(fingerprint));
        expected.sort();
        assert_eq!(FINGERPRINTS, expected);
        assert!(!is_published("merchant.cz.example"));
    }
}
