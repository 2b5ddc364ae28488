//! `Shop`, `PaymentSettings`

use super::address::country_code;
use super::metafield::no_metafields;
use super::object::{leaf, object, text, texts};
use super::policy::{policy, subscription_policy};
use crate::app::App;
use crate::graphql::gids;
use crate::graphql::value::Value;
use zkratka_commerce::payment::Wallet;

/// The card networks that the gateway accepts.
const CARD_BRANDS: [&str; 2] = ["MASTERCARD", "VISA"];

pub(super) struct ShopObject<'v> {
    pub(super) app: &'v App,
}

object!(ShopObject<'_>, "Shop", |this, arguments| {
    "description" => {
        text(Some(this.app.config.shop.tagline.as_str()).filter(|tagline| !tagline.is_empty()))
    },
    "id" => leaf(gids::shop(this.app.config.shop.id)),
    "metafield" => Value::Null,
    "metafields" => no_metafields(arguments),
    "moneyFormat" => leaf("{{amount}} Kč"),
    "name" => leaf(this.app.config.shop.name.as_str()),
    "paymentSettings" => Value::object(PaymentSettings { app: this.app }),
    "primaryDomain" => Value::object(Domain { origin: &this.app.config.server.public_origin }),
    "privacyPolicy" => policy(this.app, "ochrana-osobnich-udaju"),
    "refundPolicy" => policy(this.app, "odstoupeni-od-smlouvy"),
    "shippingPolicy" => policy(this.app, "doprava-a-platba"),
    "shipsToCountries" => Value::list(this.app.rules.countries.iter().map(|code| leaf(country_code(code)))),
    "subscriptionPolicy" => subscription_policy(this.app),
    "termsOfService" => policy(this.app, "obchodni-podminky"),
});

struct Domain<'v> {
    origin: &'v str,
}

object!(Domain<'_>, "Domain", |this, arguments| {
    "host" => leaf(this.origin.split_once("://").map_or(this.origin, |(_, host)| host)),
    "sslEnabled" => leaf(this.origin.starts_with("https://")),
    "url" => leaf(this.origin),
});

pub(super) struct PaymentSettings<'v> {
    pub(super) app: &'v App,
}

object!(PaymentSettings<'_>, "PaymentSettings", |this, arguments| {
    "acceptedCardBrands" => {
        let brands: &[&str] = if this.app.rules.payments.takes_cards() { &CARD_BRANDS } else { &[] };
        texts(brands.iter().map(|&brand| brand.to_owned()))
    },
    "cardVaultUrl" => {
        // A shop without cards has no page for entering them, but the field must be a URL.
        let shop = || this.app.config.server.public_origin.clone();
        leaf(this.app.hosted_fields_url().unwrap_or_else(shop))
    },
    "countryCode" => text(this.app.rules.countries.first().map(|code| country_code(code))),
    "currencyCode" => leaf(this.app.rules.currency.as_str()),
    "enabledPresentmentCurrencies" => texts(currencies(this.app)),
    "supportedDigitalWallets" => {
        let wallets = Wallet::ALL.into_iter().filter(|wallet| this.app.wallets.has(*wallet));
        texts(wallets.filter_map(digital_wallet).map(str::to_owned))
    },
});

/// The name in the API's schema, which has none for some wallets.
const fn digital_wallet(wallet: Wallet) -> Option<&'static str> {
    match wallet {
        Wallet::ApplePay => Some("APPLE_PAY"),
        Wallet::GooglePay => Some("GOOGLE_PAY"),
        Wallet::PayPal | Wallet::MetaPay | Wallet::AmazonPay => None,
    }
}

/// All currencies of prices, the shop's own first.
fn currencies(app: &App) -> Vec<String> {
    let mut all = vec![app.rules.currency];
    for market in &app.rules.markets {
        if !all.contains(&market.rules.currency) {
            all.push(market.rules.currency);
        }
    }
    all.into_iter().map(String::from).collect()
}
