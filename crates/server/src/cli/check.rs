//! `zkratka check`

use super::arguments::Check;
use super::wallet_check::check_wallets;
use crate::gift_cards::check_catalogue;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use zkratka_assets::theme::{TEMPLATES, Theme};
use zkratka_assets::{Manifest, Source};
use zkratka_commands::support::{CliError, load, output};
use zkratka_commerce::catalogue::{Catalogue, Product};
use zkratka_commerce::order::Mode;
use zkratka_commerce::payment::{OrderBound, Wallet};
use zkratka_config::{CaptchaDemand, Config, ConfigFault, GoodsKind, MissingGoods};
use zkratka_gift_cards::key_faults;
use zkratka_import::{AllowedNames, read, why_unreadable};
use zkratka_page_policy::Inventory;
use zkratka_store::OrderPage;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{StorePlace, is_there};

pub(super) async fn run(arguments: Check) -> Result<ExitCode, CliError> {
    let file = &arguments.file.config;
    let config = load(file)?;
    if arguments.json {
        output::line(&output::pretty(&json!(script_inventory(&config))));
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!("{}: right", file.display()));
    describe(&config);
    advise(&config);
    let (feeds, mut all_right) = check_feeds(&config);
    all_right &= check_theme(&config);
    all_right &= check_wallets(&config);
    for script in script_inventory(&config).lines() {
        output::line(&script);
    }
    let stored = check_store(&config).await;
    all_right &= stored.is_some();
    all_right &= check_goods(file, &config, &feeds, &stored.unwrap_or_default());
    if all_right {
        output::line("The shop can start.");
        Ok(ExitCode::SUCCESS)
    } else {
        output::error("The shop cannot work with this configuration.");
        Ok(ExitCode::from(1))
    }
}

fn describe(config: &Config) {
    let rules = &config.rules;
    let offered = [
        ("card", rules.payments.card),
        ("cash on delivery", rules.payments.cash_on_delivery),
        ("bank transfer", rules.payments.bank_transfer),
    ];
    let offered = offered.iter().filter(|(_, on)| *on).map(|(name, _)| *name);
    let offered = offered.chain(rules.payments.wallets.iter().map(Wallet::title));
    let delivery: Vec<&str> = rules
        .delivery
        .iter()
        .map(|method| method.handle.as_str())
        .collect();
    let delivery = if delivery.is_empty() {
        "none: buyers can buy only goods that are not shipped".to_owned()
    } else {
        delivery.join(", ")
    };
    output::line(&format!(
        "shop: {} (mode {})",
        config.shop.name,
        match config.server.mode {
            Mode::Test => "test: the shop takes no money",
            Mode::Live => "live",
        }
    ));
    output::line(&format!(
        "payment: {}",
        offered.collect::<Vec<_>>().join(", ")
    ));
    output::line(&format!("delivery: {delivery}"));
    output::line(&format!("version: {}", env!("CARGO_PKG_VERSION")));
    describe_protection(config);
}

/// What keeps programs from testing cards and from taking the stock.
fn describe_protection(config: &Config) {
    let captcha = &config.captcha;
    let demand = match captcha.demand {
        CaptchaDemand::Never => "never".to_owned(),
        CaptchaDemand::Always => "always".to_owned(),
        CaptchaDemand::Suspicious => format!(
            "suspicious: from an address after {} submissions or {} failed payments in {} minutes",
            bound(captcha.submits),
            bound(captcha.failures),
            captcha.window.as_secs() / 60
        ),
    };
    output::line(&format!("captcha: {demand}"));
    if config.rules.payments.bank_transfer {
        let terms = config.rules.transfers;
        output::line(&format!(
            "transfers: due {} days after the order; unpaid orders are cancelled {} bank days later",
            terms.due_days, terms.grace_days
        ));
    }
    let limits = config.rules.manual_payments;
    let orders = |bound: OrderBound| match (captcha.demand, bound.plain) {
        (CaptchaDemand::Never, plain) | (_, plain @ 0) => self::bound(plain),
        (_, plain) if bound.with_captcha == 0 => format!("{plain} (any number with a captcha)"),
        (_, plain) => format!("{plain} ({} with a captcha)", plain.max(bound.with_captcha)),
    };
    output::line(&format!(
        "orders without a payment in {} hours: {} per contact, {} per address; units in one: {} of a variant, {} in all",
        limits.window_ms / 3_600_000,
        orders(limits.orders_per_contact),
        orders(limits.orders_per_address),
        bound(limits.units_per_variant),
        bound(limits.units_per_order)
    ));
}

/// What a live shop should have, but can start without.
fn advise(config: &Config) {
    let server = &config.server;
    if server.mode == Mode::Live && server.security_contact.is_none() {
        output::error(
            "note: people who find a vulnerability cannot tell you: write security_contact in [server]",
        );
    }
}

/// A bound in words.
fn bound(limit: u32) -> String {
    match limit {
        0 => "any number".to_owned(),
        limit => limit.to_string(),
    }
}

/// Returns the products of all feeds, and whether every feed can be imported. A feed with faulty rows can be imported.
/// A file that is not a feed cannot.
fn check_feeds(config: &Config) -> (Vec<Product>, bool) {
    let mut all_right = true;
    let mut products = Vec::new();
    for file in &config.catalogue.import {
        let name = file.display();
        let feed = std::fs::read(file)
            .map_err(|error| format!("{} ([catalogue] import)", why_unreadable(&error)))
            .and_then(|bytes| read(&bytes, &AllowedNames::of(config)));
        match feed {
            Ok(feed) => {
                for problem in &feed.problems {
                    output::error(&format!("{name}:{problem}"));
                }
                output::line(&format!(
                    "feed {name}: {} products, {} problems",
                    feed.products.len(),
                    feed.problems.len()
                ));
                products.extend(feed.products);
            }
            Err(reason) => {
                all_right = false;
                output::error(&format!("{name}: {reason}"));
            }
        }
    }
    (products, all_right)
}

/// Whether all required goods named in the configuration are in the store or in the feeds.
fn check_goods(file: &Path, config: &Config, feeds: &[Product], stored: &Catalogue) -> bool {
    let stored = stored.products().iter().map(AsRef::as_ref);
    let products = feeds.iter().chain(stored);
    let missing = MissingGoods::of(config, products, GoodsKind::is_single);
    for fault in missing.refused.iter().chain(&missing.told) {
        let ConfigFault { line, key, message } = fault;
        output::error(&format!("{}:{line}: {key}: {message}", file.display()));
    }
    missing.refused.is_empty()
}

/// What may run on pages that take payment.
fn script_inventory(config: &Config) -> Inventory {
    let files = Source::new(config.storefront.theme.clone());
    let manifest = Arc::new(Manifest::load(&files));
    let theme = Theme::new(&files, &manifest, config.rules.currency);
    Inventory::new(config, &manifest, &files, &theme)
}

fn check_theme(config: &Config) -> bool {
    let files = Source::new(config.storefront.theme.clone());
    let manifest = Arc::new(Manifest::load(&files));
    let name = config
        .storefront
        .theme
        .as_ref()
        .map_or("built-in".to_owned(), |folder| folder.display().to_string());
    match Theme::new(&files, &manifest, config.rules.currency).check(TEMPLATES) {
        Ok(()) => {
            output::line(&format!("theme {name}: all templates are valid"));
            true
        }
        Err(error) => {
            output::error(&format!("theme {name}: {error:#}"));
            false
        }
    }
}

/// Checks the store and returns its catalogue; `None` if the check fails. A store that does not exist yet has an empty
/// catalogue.
async fn check_store(config: &Config) -> Option<Catalogue> {
    let database = &config.store.place;
    let found = match is_there(&config.store.place).await {
        Ok(true) => look_into_store(config)
            .await
            .map_err(|error| error.to_string()),
        Ok(false) => could_be_made(&config.store.place).map(|()| {
            let found = "not there yet; the first start creates it".to_owned();
            (found, Catalogue::default())
        }),
        Err(error) => Err(error.to_string()),
    };
    match found {
        Ok((found, catalogue)) => {
            output::line(&format!("database {database}: {found}"));
            Some(catalogue)
        }
        Err(error) => {
            output::error(&format!("database {database}: {error}"));
            None
        }
    }
}

fn could_be_made(place: &StorePlace) -> Result<(), String> {
    match place {
        StorePlace::Sqlite(file) => can_be_made(file)
            .map_err(|reason| format!("cannot be created: {reason} ([store] sqlite)")),
        // The database has answered. Only the shop's tables are missing.
        StorePlace::Postgres { .. } => Ok(()),
    }
}

/// Checks whether the first start could create a file: the nearest existing folder must accept new entries. Creates a
/// folder there and removes it at once, because permissions alone do not tell.
fn can_be_made(file: &Path) -> Result<(), String> {
    let here = Path::new(".");
    let folders = file.ancestors().skip(1);
    let mut folders = folders.map(|folder| {
        if folder.as_os_str().is_empty() {
            here
        } else {
            folder
        }
    });
    let nearest = folders.find(|folder| folder.symlink_metadata().is_ok());
    let nearest = nearest.unwrap_or(here);
    if !nearest.is_dir() {
        return Err(format!("{} is not a folder", nearest.display()));
    }
    let trial = nearest.join(format!(".zkratka-check-{}", std::process::id()));
    std::fs::create_dir(&trial)
        .and_then(|()| std::fs::remove_dir(&trial))
        .map_err(|error| format!("cannot write to {}: {error}", nearest.display()))
}

async fn look_into_store(config: &Config) -> Result<(String, Catalogue), CliError> {
    let store = zkratka_store::open(&config.store.place, config.server.mode).await?;
    store.health().await?;
    for fault in key_faults(&*store, &config.gift_card_codes, SystemClock.now()).await? {
        if fault.stops(config.server.mode) {
            return Err(fault.into());
        }
        output::error(&format!("note: {fault}"));
    }
    let unconfirmed = store.unconfirmed_gift_cards().await?;
    if unconfirmed > 0 {
        output::error(&format!(
            "note: {}",
            crate::gift_cards::unconfirmed(unconfirmed)
        ));
    }
    let catalogue = store.catalogue().await?;
    check_catalogue(&config.rules, &catalogue)
        .map_err(|error| CliError::Input(error.to_string()))?;
    let newest = OrderPage {
        before: None,
        limit: 1,
    };
    let orders = store.orders(newest).await?;
    let newest = orders.first().map_or("no orders yet".to_owned(), |record| {
        format!("newest order {}", record.order.number.0)
    });
    let products = catalogue.products().len();
    Ok((format!("answers; {products} products, {newest}"), catalogue))
}
