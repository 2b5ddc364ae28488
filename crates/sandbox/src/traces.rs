//! How a program with the emulations in it is told from one without.

use crate::gateway::TEST_CARDS;
use crate::{amazon_pay, apple_pay, google_pay, meta_pay, paypal, places};

/// Texts of this crate that stand in every program that links it: paths, names of merchants and applications, test cards,
/// and the texts that keys follow from. A program without the emulations has none of them.
#[must_use]
pub fn traces() -> Vec<&'static str> {
    let named = [
        places::GATEWAY,
        places::GATEWAY_WEBHOOK,
        places::APPLE_PAY,
        places::GOOGLE_PAY,
        places::META_PAY,
        places::PAYPAL,
        places::AMAZON_PAY,
        places::MAIL,
        apple_pay::MERCHANT_ID,
        google_pay::GATEWAY,
        google_pay::GATEWAY_MERCHANT_ID,
        meta_pay::APP_ID,
        meta_pay::PARTNER_ID,
        meta_pay::MERCHANT_ID,
        paypal::CLIENT_ID,
        paypal::OWNER.id,
        paypal::SECRET,
        paypal::WEBHOOK_ID,
        amazon_pay::MERCHANT_ID,
        amazon_pay::STORE_ID,
        amazon_pay::PUBLIC_KEY_ID,
        amazon_pay::TOPIC_ARN,
    ];
    let cards = TEST_CARDS.iter().map(|card| card.number);
    let keys = apple_pay::key_texts().chain(google_pay::key_texts());
    let keys = keys.chain(meta_pay::key_texts());
    named.into_iter().chain(cards).chain(keys).collect()
}
