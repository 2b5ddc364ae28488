//! The credentials of the emulations.

use super::{
    EmulatedAmazonPay, EmulatedApplePay, EmulatedGooglePay, EmulatedMetaPay, EmulatedPayPal,
};
use zeroize::Zeroizing;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_gift_cards::CodeKey;
use zkratka_sandbox::{
    amazon_pay as amazon, apple_pay as apple, gift_cards, google_pay as google, meta_pay as meta,
    paypal,
};
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::amazon_pay::SigningKey;
use zkratka_wallets::apple_pay::Certificate;
use zkratka_wallets::google_pay::{AuthJwtSigner, RootKeys};

#[must_use]
pub fn apple_pay() -> Option<EmulatedApplePay> {
    let certificate = |pem: String| Certificate::from_bytes(pem.as_bytes()).ok();
    Some(EmulatedApplePay {
        merchant_id: apple::MERCHANT_ID,
        root: certificate(apple::authority_pem())?,
        identity_certificate: certificate(apple::identity_certificate_pem())?,
        identity_key: Zeroizing::new(apple::identity_private_key()),
        processing_certificate: certificate(apple::processing_certificate_pem())?,
        processing_key: Zeroizing::new(apple::processing_private_key()),
    })
}

pub(crate) fn google_pay() -> Option<EmulatedGooglePay> {
    let auth_key = google::auth_jwt_private_key();
    Some(EmulatedGooglePay {
        merchant_id: google::MERCHANT_ID,
        gateway: google::GATEWAY,
        gateway_merchant_id: google::GATEWAY_MERCHANT_ID,
        merchant_key: DecryptionKey::from_der_base64(&google::merchant_private_key()).ok()?,
        auth_signer: AuthJwtSigner::from_der_base64(&auth_key, None).ok()?,
        root_keys: RootKeys::from_json(&google::root_keys_json()).ok()?,
    })
}

pub(crate) fn code_key() -> Option<CodeKey> {
    let id = CodeKeyId::parse(gift_cards::KEY_ID).ok()?;
    CodeKey::from_base64(id, &gift_cards::secret()).ok()
}

pub(crate) const PAYPAL: Option<EmulatedPayPal> = Some(EmulatedPayPal {
    client_id: paypal::CLIENT_ID,
    secret: paypal::SECRET,
    merchant_id: paypal::OWNER.id,
    webhook_id: paypal::WEBHOOK_ID,
});

pub(crate) fn amazon_pay() -> Option<EmulatedAmazonPay> {
    Some(EmulatedAmazonPay {
        merchant_id: amazon::MERCHANT_ID,
        store_id: amazon::STORE_ID,
        public_key_id: amazon::PUBLIC_KEY_ID,
        private_key: SigningKey::from_pem(amazon::PRIVATE_KEY).ok()?,
        topic: amazon::TOPIC_ARN,
    })
}

pub(crate) fn meta_pay() -> Option<EmulatedMetaPay> {
    Some(EmulatedMetaPay {
        app_id: meta::APP_ID,
        partner_id: meta::PARTNER_ID,
        merchant_id: meta::MERCHANT_ID,
        partner_key: DecryptionKey::from_der_base64(&meta::partner_private_key()).ok()?,
        root: Certificate::from_bytes(meta::authority_pem().as_bytes()).ok()?,
    })
}
