//! Everything the server says to buyers, in Czech.

mod account;
mod alphabet;
mod amazon_return;
mod cart;
mod country_form;
mod date;
mod dialogs;
mod discounts;
mod downloads;
mod european_qr;
mod failures;
mod faults;
mod fields;
mod letters;
mod money;
mod next_steps;
mod order_page;
mod passkeys;
mod payments;
mod places;
mod promise;
mod qr_platba;
mod recurring;
mod refunded_goods;
mod sold_cards;
mod stock_alerts;
mod transfer;
mod transfer_qr;
mod typography;
mod warnings;

pub use account::{
    ACCOUNT_LINK, AccountNotice, account_page, card_expiry, day_text, end_of_subscription,
    sign_in_code, sign_in_page,
};
pub use alphabet::czech_order;
pub use amazon_return::{
    RESULT_ELSEWHERE, RETURN_AGAIN, RETURN_EXPIRED, RETURN_UNANSWERED, RETURN_UNKNOWN, RETURN_USED,
    ReturnText,
};
pub use cart::{CART_BESIDE_PAYMENT, CODE_APPLIED};
pub use country_form::CountryForm;
pub use dialogs::{BACK, CHECKOUT_TEXT, CHECKOUT_TITLE, OUT_OF_STOCK};
pub use discounts::{
    delivery_label, discount_label, gift_card_label, refusal_text, too_many_codes,
};
pub use downloads::{
    CONSENT_BUTTON, CONSENT_CONFIRMED, CONSENT_MISSING, CONSENT_ON_PAGE, ConsentQuestion,
    DownloadNote, FILES_ELSEWHERE, FILES_ON_PAGE, LINK_EXPIRED, NO_DOWNLOAD, consent_confirmed,
    consent_reason, consent_sentences,
};
pub use european_qr::{EuropeanQr, message_with_symbol};
pub use failures::failure_text;
pub use faults::{address_fault_text, fault_text};
pub use letters::{
    LetterKind, company_number, how_to_use_codes, iban_in_groups, labels, qr_code_text, vat_number,
};
pub use money::{currency_name, currency_symbol, format_money, format_rate};
pub use next_steps::{OrderNow, network_name};
pub use order_page::{too_many_contacts, tracking_text, unknown_contact};
pub use passkeys::{PASSKEY_LATER, PASSKEY_REFUSED, PASSKEYS_FULL, SIGN_IN_AGAIN};
pub use payments::{buy_with, charged_account, payment_name};
pub use places::{Words, zip_words, zone_words};
pub use promise::promise_text;
pub use qr_platba::QrPlatba;
pub use recurring::{recurring_text, subscription_name};
pub use refunded_goods::refunded_goods;
pub use sold_cards::{CardRefund, SoldCardState, how_to_keep, note as sold_card_note};
pub use stock_alerts::{ALERTS_FULL, ALERTS_TOO_OFTEN, stock_alert};
pub use transfer::{transfer_day_text, transfer_expired};
pub use transfer_qr::TransferQr;
pub use typography::typographic;
pub use warnings::warning_text;
