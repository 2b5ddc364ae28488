//! Names that programs and logs read.

use zkratka_wallets::AuthMethod;
use zkratka_wallets::apple_pay::{self, AmountMismatch, Version};
use zkratka_wallets::google_pay::{self, Protocol, Refusal};
use zkratka_wallets::inspection::{Check as _, Refusal as _};

#[test]
fn values_of_the_wallets_have_their_names() {
    assert_eq!(AuthMethod::PanOnly.name(), "PAN_ONLY");
    assert_eq!(AuthMethod::Cryptogram3ds.name(), "CRYPTOGRAM_3DS");
    assert_eq!(Version::EcV1.to_string(), "EC_v1");
    assert_eq!(Version::RsaV1.to_string(), "RSA_v1");
    assert_eq!(AmountMismatch::Currency.code(), "currency_differs");
    assert_eq!(AmountMismatch::Amount.code(), "amount_differs");
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
