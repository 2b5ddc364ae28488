//! Names that programs and logs read.

use zkratka_wallets::AuthMethod;
use zkratka_wallets::apple_pay::{self, AmountMismatch, Version};
use zkratka_wallets::google_pay::{self, Protocol, Refusal};
use zkratka_wallets::inspection::{Check as _, Refusal as _};
use zkratka_wallets::meta_pay::{
    self, ContainerType, Mode, REQUEST_SIGNATURE_HEADER, SignatureRefusal,
};

#[test]
fn values_of_the_wallets_have_their_names() {
    assert_eq!(AuthMethod::PanOnly.name(), "PAN_ONLY");
    assert_eq!(AuthMethod::Cryptogram3ds.name(), "CRYPTOGRAM_3DS");
    assert_eq!(Version::EcV1.to_string(), "EC_v1");
    assert_eq!(Version::RsaV1.to_string(), "RSA_v1");
    assert_eq!(AmountMismatch::Currency.code(), "currency_differs");
    assert_eq!(AmountMismatch::Amount.code(), "amount_differs");
    assert_eq!(Mode::ALL.map(Mode::name), ["TEST", "LIVE"]);
    assert_eq!(
        ContainerType::ALL.map(ContainerType::name),
        ["basic-card-v1", "ecom-token-v1"]
    );
    assert_eq!(REQUEST_SIGNATURE_HEADER, "FBPAY_SIGNATURE");
}

#[test]
fn checks_have_stable_names() {
    let apple: Vec<_> = apple_pay::Check::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(
        apple.join(" "),
        "version shape signature_shape certificates chain certificate_validity message_digest \
         signature signing_time key shared_key decryption payment"
    );
    let google: Vec<_> = google_pay::Check::ALL
        .iter()
        .map(|one| one.name())
        .collect();
    assert_eq!(
        google.join(" "),
        "protocol shape root_keys intermediate_signature intermediate_key intermediate_expiration \
         message_signature encrypted_shape ephemeral_key mac text message_expiration payment"
    );
    let meta: Vec<_> = meta_pay::Check::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(
        meta.join(" "),
        "shape mode signature_shape chain signature encryption_shape decryption message \
         created_time certificate_validity merchant container_type payment amount context"
    );
}

#[test]
fn refusals_have_stable_codes() {
    let protocol = Protocol::EcV2;
    for (refusal, code) in [
        (Refusal::TooLong, "token_too_long"),
        (Refusal::NotJson, "token_not_json"),
        (Refusal::ProtocolVersionNotText, "protocol_version_not_text"),
        (Refusal::UnknownProtocol, "protocol_unknown"),
        (
            Refusal::ProtocolNotAccepted(protocol),
            "protocol_not_accepted",
        ),
        (Refusal::TokenMembers(protocol), "token_members"),
        (Refusal::NoRootKey(protocol), "root_key_missing"),
        (
            Refusal::RootKeyWithoutExpiration(protocol),
            "root_key_without_expiration",
        ),
        (Refusal::RootKeyExpired(protocol), "root_key_expired"),
        (Refusal::IntermediateSignature, "intermediate_signature"),
        (
            Refusal::IntermediateKeyMalformed,
            "intermediate_key_malformed",
        ),
        (Refusal::IntermediateKeyExpired, "intermediate_key_expired"),
        (Refusal::MessageSignature, "message_signature"),
        (Refusal::SignedMessageMembers, "signed_message_members"),
        (Refusal::EphemeralKey, "ephemeral_key"),
        (Refusal::Mac, "mac"),
        (Refusal::MessageNotText, "message_not_text"),
        (
            Refusal::MessageExpirationMalformed,
            "message_expiration_malformed",
        ),
        (Refusal::MessageExpired, "message_expired"),
        (Refusal::PaymentMalformed, "payment_malformed"),
        (Refusal::NotAPayment, "not_a_payment"),
    ] {
        assert_eq!(refusal.code(), code);
    }
}

#[test]
fn refusals_of_meta_pay_have_stable_codes() {
    use meta_pay::Refusal as R;
    for (refusal, code) in [
        (R::TooLong, "container_too_long"),
        (R::Members, "container_members"),
        (R::Mode, "mode_differs"),
        (R::EncryptionMalformed, "encryption_malformed"),
        (R::EncryptionAlgorithm, "encryption_algorithm"),
        (R::EncryptionExtension, "encryption_extension"),
        (R::Decryption, "decryption"),
        (R::Message, "message_malformed"),
        (R::CreatedTooLongAgo, "created_too_long_ago"),
        (R::CreatedInFuture, "created_in_future"),
        (R::Merchant, "merchant_differs"),
        (R::ContainerType, "container_type_unknown"),
        (R::Payment, "payment_malformed"),
        (R::Currency, "currency_differs"),
        (R::Amount, "amount_differs"),
        (R::Context, "context_differs"),
    ] {
        assert_eq!(refusal.code(), code);
    }
    for (refusal, code) in [
        (SignatureRefusal::Malformed, "signature_malformed"),
        (SignatureRefusal::Algorithm, "signature_algorithm"),
        (SignatureRefusal::Extension, "signature_extension"),
        (SignatureRefusal::Certificates, "certificates_malformed"),
        (SignatureRefusal::Issuer, "certificate_issuer"),
        (SignatureRefusal::CertificateUse, "certificate_use"),
        (SignatureRefusal::Signature, "signature"),
        (
            SignatureRefusal::CertificateNotValid,
            "certificate_not_valid",
        ),
    ] {
        assert_eq!(refusal.code(), code);
        assert_eq!(R::from(refusal).code(), code);
        assert_eq!(R::from(refusal).to_string(), refusal.to_string());
    }
}
