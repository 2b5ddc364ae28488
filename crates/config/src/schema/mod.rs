//! Every section and key of the configuration. The reader, the example file and the documentation are all made from this
//! schema.

mod amazon_pay;
mod captcha;
mod cart_rules;
mod company_register;
mod delivery;
mod discounts;
mod gift_card_codes;
mod mail;
mod markets;
mod meta_pay;
mod order_webhooks;
mod payments;
mod place;
mod retention;
mod selling_plans;
mod shop;
mod shop_wallet;
mod tax;
mod tracking;
mod wallets;

pub(crate) use amazon_pay::{WALLETS_AMAZON_PAY, WALLETS_BUY_WITH_PRIME};
pub(crate) use captcha::CAPTCHA;
pub(crate) use cart_rules::CART_RULES;
pub(crate) use company_register::COMPANY_REGISTER;
pub(crate) use delivery::{
    CARRIER, DELIVERY, DELIVERY_CALENDAR, DELIVERY_POINTS, DELIVERY_RATES, DELIVERY_ZONES,
};
pub(crate) use discounts::{DISCOUNTS, GIFT_CARDS};
pub(crate) use gift_card_codes::{GIFT_CARD_CODES, GIFT_CARD_CODES_KEYS};
pub(crate) use mail::MAIL;
pub(crate) use markets::{MARKET_PRICES, MARKET_TAX_RATES, MARKETS};
pub(crate) use meta_pay::WALLETS_META_PAY;
pub(crate) use order_webhooks::ORDER_WEBHOOKS;
pub(crate) use payments::{PAYMENTS, PAYMENTS_MANUAL, PAYMENTS_SANDBOX};
pub(crate) use place::{LIMITS, SERVER, STORE};
pub(crate) use retention::RETENTION;
pub(crate) use selling_plans::{SELLING_PLAN_ADJUSTMENTS, SELLING_PLAN_GROUPS, SELLING_PLANS};
pub(crate) use shop::{CATALOGUE, SHOP, STOREFRONT};
pub(crate) use shop_wallet::SHOP_WALLET;
pub(crate) use tax::{TAX, TAX_CLASSES, TAX_PRODUCT_TYPES};
pub(crate) use tracking::TRACKING;
pub(crate) use wallets::{WALLETS, WALLETS_APPLE_PAY, WALLETS_GOOGLE_PAY, WALLETS_PAYPAL};

/// A section of the file.
pub(crate) struct Section {
    /// The section's name, with dots, e.g. `payments.sandbox`.
    pub(crate) name: &'static str,
    /// How the section is written.
    pub(crate) form: Form,
    /// What the section is for.
    pub(crate) about: &'static str,
    /// The keys, in the order of the documentation.
    pub(crate) keys: &'static [Key],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `[name]`, once.
    Table,
    /// `[[name]]`, any number of times.
    Repeated,
    /// An array of inline tables, the value of a key in another section. The name ends with that key.
    Inline,
    /// `[name]` with keys that the merchant chooses. The value contains lines for the example file.
    OwnKeys(&'static str),
}

/// A key of a section.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// A description of valid values, e.g. `"an address and a port"`.
    pub(crate) expects: &'static str,
    /// The value of an absent key, as TOML. If `None`, the key is required.
    pub(crate) default: Option<&'static str>,
    /// A value for the example file if the default does not explain itself, as TOML.
    pub(crate) example: Option<&'static str>,
    /// What the key does.
    pub(crate) about: &'static str,
}

const fn key(
    name: &'static str,
    expects: &'static str,
    default: &'static str,
    about: &'static str,
) -> Key {
    Key {
        name,
        expects,
        default: Some(default),
        example: None,
        about,
    }
}

const fn required(
    name: &'static str,
    expects: &'static str,
    example: &'static str,
    about: &'static str,
) -> Key {
    Key {
        name,
        expects,
        default: None,
        example: Some(example),
        about,
    }
}

impl Key {
    /// Sets a value for the example file.
    const fn such_as(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }
}

/// Every section in the order of the documentation.
pub(crate) const SECTIONS: &[Section] = &[
    SERVER,
    STORE,
    RETENTION,
    SHOP,
    COMPANY_REGISTER,
    STOREFRONT,
    CATALOGUE,
    TAX,
    TAX_CLASSES,
    TAX_PRODUCT_TYPES,
    DELIVERY,
    DELIVERY_RATES,
    DELIVERY_POINTS,
    DELIVERY_ZONES,
    DELIVERY_CALENDAR,
    CARRIER,
    SELLING_PLAN_GROUPS,
    SELLING_PLANS,
    SELLING_PLAN_ADJUSTMENTS,
    DISCOUNTS,
    GIFT_CARDS,
    GIFT_CARD_CODES,
    GIFT_CARD_CODES_KEYS,
    CART_RULES,
    MARKETS,
    MARKET_TAX_RATES,
    MARKET_PRICES,
    PAYMENTS,
    PAYMENTS_MANUAL,
    PAYMENTS_SANDBOX,
    WALLETS,
    WALLETS_APPLE_PAY,
    WALLETS_GOOGLE_PAY,
    CAPTCHA,
    WALLETS_PAYPAL,
    WALLETS_META_PAY,
    WALLETS_AMAZON_PAY,
    WALLETS_BUY_WITH_PRIME,
    SHOP_WALLET,
    MAIL,
    TRACKING,
    ORDER_WEBHOOKS,
    LIMITS,
];
