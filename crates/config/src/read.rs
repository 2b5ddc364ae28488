//! Reads a file into a [`Config`]: parses it, checks the names, reads every section, and only then returns a result.

use super::fault::{ConfigError, ConfigFault};
use super::model::{
    Config, GiftCardSettings, OrderWebhook, Server, Shop, TrackingPages, WalletSettings,
};
use super::names::nearest;
use super::reader::Reader;
use super::report::Report;
use super::schema::{self, Form, SECTIONS, Section};
use super::{
    cart_rules, delivery, discounts, gift_card_codes, gift_cards, markets, order_webhooks,
    sections, selling_plans, tax, tracking,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::string::FromUtf8Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use zkratka_commerce::delivery::DeliveryMethod;
use zkratka_commerce::discount::Discount;
use zkratka_commerce::order::Mode;
use zkratka_commerce::rules::{CartRule, ShopRules};
use zkratka_commerce::selling_plan::SellingPlans;
use zkratka_commerce::tax::TaxRules;

impl Config {
    /// Reads and checks a file.
    pub fn load(file: &Path) -> Result<Self, ConfigError> {
        let bytes = std::fs::read(file).map_err(|reason| ConfigError::Unreadable {
            file: file.to_owned(),
            reason,
        })?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let text = String::from_utf8(bytes).map_err(|error| vec![not_utf8(&error)]);
        let config = text.and_then(|text| Self::parse(&text, folder));
        config.map_err(|faults| ConfigError::Faulty {
            file: file.to_owned(),
            faults,
        })
    }

    /// Checks the text of a file. Relative paths in it start at `folder`.
    ///
    /// # Errors
    /// Every fault, ordered by line.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, Vec<ConfigFault>> {
        Self::parse_noting_keys(text, folder).0
    }

    /// Does the same as `parse`, and also returns every key that was read, so that a test can compare them with the schema.
    pub(super) fn parse_noting_keys(
        text: &str,
        folder: &Path,
    ) -> (Result<Self, Vec<ConfigFault>>, BTreeSet<String>) {
        let (root, syntax) = DeTable::parse_recoverable(text);
        let report = Report::new(text);
        for error in &syntax {
            let position = error.span().map_or(0, |span| span.start);
            report.fault(position, "", format!("not TOML: {}", error.message()));
        }
        if !syntax.is_empty() {
            return (Err(report.into_faults()), BTreeSet::new());
        }
        check_section_names(root.get_ref(), &report);
        let config = read(root.get_ref(), &report, folder);
        let asked = report.asked();
        let faults = report.into_faults();
        let result = match config {
            Some(config) if faults.is_empty() => Ok(config),
            _ => Err(faults),
        };
        (result, asked)
    }
}

/// Returns the fault for the line of the first byte that is not valid UTF-8.
fn not_utf8(error: &FromUtf8Error) -> ConfigFault {
    let right = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    ConfigFault {
        line: right.split(|byte| *byte == b'\n').count(),
        key: String::new(),
        message: "the text is not UTF-8: save the file as UTF-8".to_owned(),
    }
}

/// Reads the markets, and adds their countries to those that the shop delivers to.
fn read_markets<'r>(
    readers: &'r [Reader<'r>],
    home: Option<&mut sections::Market>,
) -> Option<Vec<markets::Draft<'r>>> {
    let country = home
        .as_ref()
        .and_then(|home| home.countries.first().cloned());
    let currency = home.as_ref().map(|home| home.currency);
    let markets = markets::read(readers, country.as_deref().zip(currency));
    if let Some(home) = home {
        home.deliver_to(markets.iter().flatten().flat_map(markets::Draft::countries));
    }
    markets
}

/// Reads where parcels are followed, and who hears of orders.
fn read_after_sale(
    root: &DeTable<'_>,
    report: &Report<'_>,
    folder: &Path,
    mode: Option<Mode>,
) -> (Option<TrackingPages>, Option<Vec<OrderWebhook>>) {
    let tracking = tracking::tracking(&repeated(root, report, &schema::TRACKING));
    let readers = repeated(root, report, &schema::ORDER_WEBHOOKS);
    let webhooks = order_webhooks::order_webhooks(&readers, folder, mode);
    (tracking, webhooks)
}

/// Reads every section before returning, so that all faults are reported at once.
fn read(root: &DeTable<'_>, report: &Report<'_>, folder: &Path) -> Option<Config> {
    let table = |section: &'static Section| table(root, report, section);
    let server = sections::server(&table(&schema::SERVER));
    let mode = server.as_ref().map(|server| server.mode);
    let store = sections::store(&table(&schema::STORE), folder);
    let retention = sections::retention(&table(&schema::RETENTION));
    let mut shop = sections::shop(&table(&schema::SHOP));
    let asked = shop.as_ref().map(|(_, market)| market.company_fields);
    let company_register =
        sections::company_register(&table(&schema::COMPANY_REGISTER), mode, asked);
    let market_readers = repeated(root, report, &schema::MARKETS);
    let markets = read_markets(&market_readers, shop.as_mut().map(|(_, home)| home));
    let storefront = sections::storefront(&table(&schema::STOREFRONT), folder, mode);
    let catalogue = sections::catalogue(&table(&schema::CATALOGUE), folder);
    let tax = read_tax(table);
    let countries = shop.as_ref().map(|(_, market)| market.countries.as_slice());
    let delivery = delivery::read(&delivery_sections(root, report), countries, mode);
    let methods = delivery.as_ref().map(|read| read.methods.as_slice());
    let terms = read_terms(root, report, methods, countries, mode);
    let payments_table = table(&schema::PAYMENTS);
    let gift_card_limit = sections::gift_card_limit(&payments_table);
    let manual_payments = sections::manual_payments(&table(&schema::PAYMENTS_MANUAL));
    let transfers = sections::transfers(&payments_table);
    let payments = sections::payments(&payments_table, &table(&schema::PAYMENTS_SANDBOX), folder);
    let shop_itself = shop.as_ref().map(|(shop, _)| shop);
    let (wallets, wallets_right) = read_wallets(table, folder, server.as_ref(), shop_itself);
    let captcha = sections::captcha(&table(&schema::CAPTCHA), folder, store.as_ref(), mode);
    let mail = sections::mail(&table(&schema::MAIL), folder, mode, shop_itself);
    let has_mail = mail.as_ref().ok().map(Option::is_some);
    let around = sections::Around::new(server.as_ref(), shop_itself, store.as_ref(), has_mail);
    let shop_wallet = sections::shop_wallet(&table(&schema::SHOP_WALLET), folder, &around);
    let (tracking, order_webhooks) = read_after_sale(root, report, folder, mode);
    let gift_card_codes = gift_card_codes::keys(&table(&schema::GIFT_CARD_CODES), folder, mode);
    if let (Some(payments), Some(ring)) = (&payments, &gift_card_codes) {
        gift_card_codes::check_takes(&payments_table, payments.gift_cards, ring, mode);
    }
    let limits = sections::limits(&table(&schema::LIMITS));
    let offered = sections::offered_payments(&payments_table, &wallets);
    let readers = sections::Readers {
        server: table(&schema::SERVER),
        shop: table(&schema::SHOP),
        payments: &payments_table,
    };
    let read = sections::Read {
        server: server.as_ref(),
        shop: shop.as_ref().map(|(shop, _)| shop),
        offered,
        payments: payments.as_ref(),
        limits: limits.as_ref().map(|(limits, _)| limits),
    };
    sections::cross_check(&readers, &read);
    let (shop, market) = shop?;
    let (limits, cart_limits) = limits?;
    let delivery = delivery?;
    let mut rules = ShopRules {
        currency: market.currency,
        countries: market.countries,
        tax: tax?,
        discounts: terms.discounts?,
        delivery: delivery.methods,
        calendar: delivery.calendar,
        selling_plans: terms.selling_plans?,
        markets: Vec::new(),
        payments: offered?,
        manual_payments: manual_payments?,
        transfers: transfers?,
        gift_card_limit: gift_card_limit.ok()?,
        sells_gift_cards: gift_card_codes
            .as_ref()
            .is_some_and(|ring| !ring.is_empty()),
        cart_rules: terms.cart_rules?,
        company_fields: market.company_fields,
        max_lines: cart_limits.lines,
        max_quantity: cart_limits.quantity,
    };
    rules.markets = markets::build(markets?, &rules)?;
    cart_rules::spell_amounts(&mut rules);
    Some(Config {
        server: server?,
        store: store?,
        retention: retention?,
        shop,
        storefront: storefront?,
        catalogue: catalogue?,
        carrier: delivery.carrier,
        company_register: company_register.ok()?,
        gift_cards: terms.gift_cards?,
        gift_card_codes: gift_card_codes?,
        payments: payments?,
        captcha: captcha?,
        wallets: wallets_right.then_some(wallets)?,
        shop_wallet: shop_wallet.ok()?,
        mail: mail.ok()?,
        tracking: tracking?,
        order_webhooks: order_webhooks?,
        limits,
        rules,
        goods_names: report.goods(),
    })
}

fn delivery_sections<'r>(root: &'r DeTable<'r>, report: &'r Report<'r>) -> delivery::Sections<'r> {
    delivery::Sections {
        methods: repeated(root, report, &schema::DELIVERY),
        zones: repeated(root, report, &schema::DELIVERY_ZONES),
        calendar: table(root, report, &schema::DELIVERY_CALENDAR),
        carrier: table(root, report, &schema::CARRIER),
    }
}

/// The terms on which the shop sells. A faulty section is `None`.
struct Terms {
    selling_plans: Option<SellingPlans>,
    discounts: Option<Vec<Discount>>,
    gift_cards: Option<Vec<GiftCardSettings>>,
    cart_rules: Option<Vec<CartRule>>,
}

/// Reads the terms. Arguments that come from other sections are `None` if those are faulty.
fn read_terms(
    root: &DeTable<'_>,
    report: &Report<'_>,
    delivery: Option<&[DeliveryMethod]>,
    served: Option<&[String]>,
    mode: Option<Mode>,
) -> Terms {
    let repeated = |section: &'static Section| repeated(root, report, section);
    Terms {
        selling_plans: selling_plans::plans(
            &repeated(&schema::SELLING_PLAN_GROUPS),
            &repeated(&schema::SELLING_PLANS),
        ),
        discounts: discounts::discounts(&repeated(&schema::DISCOUNTS), delivery),
        gift_cards: gift_cards::gift_cards(&repeated(&schema::GIFT_CARDS), mode),
        cart_rules: cart_rules::cart_rules(&repeated(&schema::CART_RULES), served),
    }
}

fn read_tax<'r>(table: impl Fn(&'static Section) -> Reader<'r>) -> Option<TaxRules> {
    tax::rules(
        &table(&schema::TAX),
        &table(&schema::TAX_CLASSES),
        &table(&schema::TAX_PRODUCT_TYPES),
    )
}

/// Reads every wallet, and returns whether all are valid. A faulty wallet is `None` like a disabled one, which has no
/// effect because the file is refused.
fn read_wallets<'r>(
    table: impl Fn(&'static Section) -> Reader<'r>,
    folder: &Path,
    server: Option<&Server>,
    shop: Option<&Shop>,
) -> (WalletSettings, bool) {
    let google_pay =
        sections::google_pay(&table(&schema::WALLETS_GOOGLE_PAY), folder, server, shop);
    let apple_pay = sections::apple_pay(&table(&schema::WALLETS_APPLE_PAY), folder, server, shop);
    let paypal = sections::paypal(&table(&schema::WALLETS_PAYPAL), folder, server, shop);
    let meta_pay = sections::meta_pay(&table(&schema::WALLETS_META_PAY), folder, server, shop);
    let amazon_pay =
        sections::amazon_pay(&table(&schema::WALLETS_AMAZON_PAY), folder, server, shop);
    let buy_with_prime =
        sections::buy_with_prime(&table(&schema::WALLETS_BUY_WITH_PRIME), amazon_pay.as_ref());
    let right = apple_pay.is_ok()
        && google_pay.is_ok()
        && paypal.is_ok()
        && meta_pay.is_ok()
        && amazon_pay.is_ok()
        && buy_with_prime.is_ok();
    let named = sections::recommended_name(&table(&schema::WALLETS));
    let mut wallets = WalletSettings {
        apple_pay: apple_pay.ok().flatten(),
        google_pay: google_pay.ok().flatten(),
        paypal: paypal.ok().flatten(),
        meta_pay: meta_pay.ok().flatten(),
        amazon_pay: amazon_pay.ok().flatten(),
        buy_with_prime: buy_with_prime.ok().flatten(),
        recommended: None,
    };
    if !right {
        // Whether the recommended wallet is enabled is not known.
        return (wallets, false);
    }
    let recommended = named.and_then(|named| {
        sections::recommended(&table(&schema::WALLETS), named, wallets.enabled())
    });
    wallets.recommended = recommended.ok().flatten();
    (wallets, recommended.is_ok())
}

/// Returns the last part of the name of every section directly inside `parent`; `""` is the top level.
fn nested_names(parent: &str) -> Vec<&'static str> {
    SECTIONS
        .iter()
        .filter(|section| section.form != Form::Inline)
        .filter_map(|section| match parent {
            "" => Some(section.name),
            parent => section.name.strip_prefix(parent)?.strip_prefix('.'),
        })
        .filter(|name| !name.contains('.'))
        .collect()
}

fn check_section_names(root: &DeTable<'_>, report: &Report<'_>) {
    let known = nested_names("");
    for name in root.keys() {
        if known.contains(&name.get_ref().as_ref()) {
            continue;
        }
        let advice = match nearest(name.get_ref(), known.iter().copied()) {
            Some(near) => format!("unknown section: did you mean [{near}]?"),
            None => format!("unknown section: there are {}", known.join(", ")),
        };
        report.fault(name.span().start, name.get_ref().to_string(), advice);
    }
}

/// Finds the value at a section's name. A dot in the name leads into a table.
fn find<'r>(root: &'r DeTable<'r>, name: &str) -> Option<&'r Spanned<DeValue<'r>>> {
    let (head, rest) = name
        .split_once('.')
        .map_or((name, None), |(head, rest)| (head, Some(rest)));
    let value = root.get(head)?;
    match rest {
        None => Some(value),
        Some(rest) => find(value.get_ref().as_table()?, rest),
    }
}

/// Returns the reader of a section that occurs once. An absent section is read as an empty one.
fn table<'r>(
    root: &'r DeTable<'r>,
    report: &'r Report<'r>,
    section: &'static Section,
) -> Reader<'r> {
    let value = find(root, section.name);
    let table = value.and_then(|value| value.get_ref().as_table());
    let position = value.map_or(0, |value| value.span().start);
    if value.is_some() && table.is_none() {
        report.fault(
            position,
            section.name,
            format!("write a section [{}]", section.name),
        );
    }
    let reader = Reader::new(report, section, table, position);
    reader.check_names(&nested_names(section.name));
    reader
}

/// Returns a reader for each occurrence of a repeated section.
fn repeated<'r>(
    root: &'r DeTable<'r>,
    report: &'r Report<'r>,
    section: &'static Section,
) -> Vec<Reader<'r>> {
    let Some(value) = find(root, section.name) else {
        return Vec::new();
    };
    let items = value.get_ref().as_array().map(|items| items.iter());
    let mut readers = Vec::new();
    for item in items.into_iter().flatten() {
        if let Some(table) = item.get_ref().as_table() {
            let reader = Reader::new(report, section, Some(table), item.span().start);
            reader.check_names(&[]);
            readers.push(reader);
        }
    }
    let count = value.get_ref().as_array().map(|items| items.len());
    if count != Some(readers.len()) {
        let message = format!("write sections [[{}]], with two brackets", section.name);
        report.fault(value.span().start, section.name, message);
    }
    readers
}
