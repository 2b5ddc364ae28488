//! Private keys as an operator writes them into files: PEM, base64 of DER, DER, bare; right ones, with bytes changed, too.
#![no_main]

use arbitrary::Arbitrary;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::pkcs8::{EncodePrivateKey as _, LineEnding};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey};

#[derive(Arbitrary, Debug)]
enum Input<'i> {
    Any(&'i [u8]),
    Bent {
        form: Form,
        changes: Vec<(u16, u8)>,
        cut: Option<u16>,
    },
}

#[derive(Arbitrary, Debug)]
enum Form {
    Pkcs8Pem,
    Pkcs8Der,
    Sec1Pem,
    Sec1Der,
}

fn right(form: &Form) -> Vec<u8> {
    let key = SecretKey::from_slice(&[5; 32]).unwrap();
    match form {
        Form::Pkcs8Pem => key
            .to_pkcs8_pem(LineEnding::LF)
            .unwrap()
            .as_bytes()
            .to_vec(),
        Form::Pkcs8Der => key.to_pkcs8_der().unwrap().as_bytes().to_vec(),
        Form::Sec1Pem => key.to_sec1_pem(LineEnding::LF).unwrap().as_bytes().to_vec(),
        Form::Sec1Der => key.to_sec1_der().unwrap().to_vec(),
    }
}

fn bytes(input: Input<'_>) -> Vec<u8> {
    match input {
        Input::Any(bytes) => bytes.to_vec(),
        Input::Bent { form, changes, cut } => {
            let mut bytes = right(&form);
            for (place, value) in changes {
                let place = usize::from(place) % bytes.len();
                bytes[place] = value;
            }
            bytes.truncate(cut.map_or(usize::MAX, usize::from));
            bytes
        }
    }
}

fn check(key: &DecryptionKey) {
    assert_eq!(key.public_key_base64().len(), 88);
    assert_eq!(format!("{key:?}"), "DecryptionKey(..)");
}

fn check_text(text: &str) {
    let pem = DecryptionKey::from_pem(text);
    assert_eq!(AuthJwtSigner::from_pem(text, None).is_ok(), pem.is_ok());
    let der = DecryptionKey::from_der_base64(text);
    assert_eq!(
        AuthJwtSigner::from_der_base64(text, None).is_ok(),
        der.is_ok()
    );
    pem.iter().chain(&der).for_each(check);
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let bytes = bytes(input);
    if let Ok(text) = std::str::from_utf8(&bytes) {
        check_text(text);
    }
    check_text(&STANDARD.encode(&bytes));
    if let Ok(bytes) = <&[u8; 32]>::try_from(bytes.as_slice()) {
        DecryptionKey::from_bytes(bytes).iter().for_each(check);
    }
    if let Ok(signer) = AuthJwtSigner::from_der(&bytes, Some(String::new())) {
        let _ = signer.mint("shop.example", "1", Timestamp(i64::MIN));
        let _ = signer.mint("shop.example", "1", Timestamp(i64::MAX));
    }
});
