//! The data that every template gets.

use crate::app::App;
use crate::pages::visitor::Visitor;
use serde::Serialize;
use zkratka_commerce::address::country_name;
use zkratka_commerce::order::Mode;
use zkratka_storefront::{CollectionView, menu};
use zkratka_texts::currency_symbol;

/// The data that every template gets.
#[derive(Serialize)]
pub(in crate::pages) struct Frame<'a> {
    shop: ShopView<'a>,
    /// The largest collections.
    menu: Vec<CollectionView>,
    cart_count: u64,
    test_mode: bool,
    page: PageView<'a>,
    /// The countries to choose from; empty if there is no choice, or if the page is the same for every visitor.
    countries: Vec<CountryChoice<'a>>,
}

#[derive(Serialize)]
struct CountryChoice<'a> {
    code: &'a str,
    name: &'a str,
    currency: String,
    selected: bool,
}

#[derive(Serialize)]
struct ShopView<'a> {
    name: &'a str,
    tagline: &'a str,
    email: &'a str,
    phone: &'a str,
    company: &'a str,
    company_id: &'a str,
    vat_id: &'a str,
    address: &'a str,
    bank_account: &'a str,
    /// The shop's address, without a path.
    origin: &'a str,
}

/// The data that identifies a page.
#[derive(Clone, Copy, Serialize)]
pub(in crate::pages) struct PageView<'a> {
    pub(in crate::pages) title: &'a str,
    #[serde(rename = "type")]
    pub(in crate::pages) kind: &'a str,
    pub(in crate::pages) description: &'a str,
    pub(in crate::pages) path: &'a str,
}

impl<'a> Frame<'a> {
    pub(in crate::pages) fn new(
        app: &'a App,
        page: PageView<'a>,
        visitor: Option<&Visitor>,
    ) -> Self {
        let shop = &app.config.shop;
        Self {
            shop: ShopView {
                name: &shop.name,
                tagline: &shop.tagline,
                email: &shop.email,
                phone: &shop.phone,
                company: &shop.company,
                company_id: &shop.company_id,
                vat_id: &shop.vat_id,
                address: &shop.address,
                bank_account: &shop.bank_account,
                origin: &app.config.server.public_origin,
            },
            menu: menu(&app.catalogue.current()),
            cart_count: visitor.map_or(0, Visitor::cart_count),
            test_mode: app.config.server.mode == Mode::Test,
            page,
            countries: visitor
                .map(|visitor| countries(app, visitor.country(app)))
                .unwrap_or_default(),
        }
    }
}

fn countries<'a>(app: &'a App, present: &str) -> Vec<CountryChoice<'a>> {
    let codes = &app.rules.countries;
    if codes.len() < 2 {
        return Vec::new();
    }
    let choice = |code: &'a String| CountryChoice {
        code,
        name: country_name(code).unwrap_or(code),
        currency: currency_symbol(app.rules.pricing_context_in(Some(code)).currency()),
        selected: code == present,
    };
    codes.iter().map(choice).collect()
}
