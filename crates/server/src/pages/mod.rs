//! The pages of the storefront and of the checkout.

pub(crate) mod account;
mod amazon_return;
mod buy_it_now;
mod cart_answer;
mod cart_config;
mod cart_edit;
mod cart_forms;
mod cart_request;
mod checkout;
mod checkout_account;
mod checkout_attempt;
mod checkout_data;
mod checkout_form;
mod checkout_wallet;
mod company;
mod cookie;
mod country;
mod discount_code;
mod download;
mod entry;
mod failure;
mod form;
mod multipart;
mod no_script;
mod order;
mod preload;
mod render;
mod snippet;
mod stock_alert;
mod stock_alert_end;
mod storefront;
mod view;
mod visitor;
mod wallet_configs;
mod webhook;

pub(crate) use account::MAX_BYTES as MAX_ACCOUNT_BYTES;
pub(crate) use account::MAX_FORM_BYTES as MAX_ACCOUNT_FORM_BYTES;
pub use account::{
    account as account_page, account_order, address_form, answer_code, code_form, delete_account,
    export_account, name_passkey, remove_entry, save_address, send_code, session_state, sign_out,
};
pub use account::{authorize, create_passkey, passkey_options, passkey_sign_in};
pub use account::{pay as pay_by_saved_card, save as save_in_account};
pub use amazon_return::{go_on as go_on_from_amazon, review as amazon_review};
pub use buy_it_now::buy_it_now;
pub(crate) use cart_answer::failed as cart_script_failure;
pub(crate) use cart_config::MAX_BYTES as MAX_CART_CONFIG_BYTES;
pub use cart_config::{CartWallet, cart_config};
pub use cart_forms::{
    add, change, checkout as checkout_cart, clear, submit as submit_cart, update,
};
pub(crate) use cart_request::wants_json as is_cart_script;
pub use checkout::{challenge_return, checkout};
pub use checkout_wallet::checkout_wallet;
pub(crate) use company::MAX_BYTES as MAX_COMPANY_BYTES;
pub use company::company;
pub(crate) use cookie::{renew, renewal};
pub use country::localization;
pub use discount_code::{discount_code, to_cart};
pub use download::{consent as download_consent, download};
pub use entry::entry_script;
pub use failure::Failure;
pub use order::{confirmation, prove};
pub(crate) use render::{error_page, error_page_for};
pub use snippet::{SnippetPage, cart_snippet, checkout_snippet, product_snippet};
pub use stock_alert::stock_alert;
pub use stock_alert_end::{ask_to_end as ask_to_end_stock_alerts, end as end_stock_alerts};
#[cfg(feature = "sandbox")]
pub use storefront::{WALLET_BUTTONS, wallet_buttons};
pub use storefront::{
    cart, cart_json, cart_snippet_alone, collection, collections, home, policy, product, search,
    sitemap, snippet,
};
pub use webhook::amazon_pay as amazon_pay_webhook;
pub use webhook::paypal as paypal_webhook;
#[cfg(feature = "sandbox")]
pub use webhook::sandbox as sandbox_webhook;
