//! Reads each section of the file into its type.

mod amazon_pay;
mod apple_pay;
mod buy_with_prime;
mod captcha;
mod company_register;
mod cross;
mod google_pay;
mod limits;
mod mail;
mod meta_pay;
mod named_secret;
mod origin;
mod payments;
mod paypal;
mod recommended;
mod retention;
mod server;
mod shop;
mod shop_wallet;
mod store;
mod storefront;
mod test_only;
mod wallet_names;

pub use origin::http_origin;

pub(super) use amazon_pay::amazon_pay;
pub(super) use apple_pay::apple_pay;
pub(super) use buy_with_prime::buy_with_prime;
pub(super) use captcha::captcha;
pub(super) use company_register::company_register;
pub(super) use cross::{Read, Readers, cross_check};
pub(super) use google_pay::google_pay;
pub(super) use limits::limits;
pub(super) use mail::mail;
pub(super) use meta_pay::meta_pay;
pub(super) use payments::{
    gift_card_limit, manual_payments, offered_payments, payments, secret, transfers,
};
pub(super) use paypal::paypal;
pub(super) use recommended::{recommended, recommended_name};
pub(super) use retention::retention;
pub(super) use server::server;
pub(super) use shop::{Market, shop};
pub(super) use shop_wallet::{Around, shop_wallet};
pub(super) use store::store;
pub(super) use storefront::{catalogue, storefront};
