//! What every template gets.

use crate::app::App;
use serde::Serialize;
use zkratka_commerce::order::Mode;

/// What every template gets.
#[derive(Serialize)]
pub(in crate::pages) struct Frame<'a> {
    shop: ShopView<'a>,
    cart_count: u64,
    test_mode: bool,
    page: PageView<'a>,
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
}

/// What the page is.
#[derive(Clone, Copy, Serialize)]
pub(in crate::pages) struct PageView<'a> {
    pub(in crate::pages) title: &'a str,
    #[serde(rename = "type")]
    pub(in crate::pages) kind: &'a str,
    pub(in crate::pages) description: &'a str,
    pub(in crate::pages) path: &'a str,
}

impl<'a> Frame<'a> {
    pub(in crate::pages) fn new(app: &'a App, page: PageView<'a>, cart_count: u64) -> Self {
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
            },
            cart_count,
            test_mode: app.config.server.mode == Mode::Test,
            page,
        }
    }
}
