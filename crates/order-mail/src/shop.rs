//! What every e-mail says about the seller.

use serde::Serialize;
use zkratka_commerce::delivery::ShopTime;
use zkratka_commerce::order::Mode;
use zkratka_config::{Config, Shop, TrackingPages};
use zkratka_texts::{company_number, vat_number};

/// The seller, as e-mails name it.
#[derive(Clone, Debug, Serialize)]
pub struct ShopFacts {
    pub name: String,
    /// The shop's address on the web, without a slash at the end.
    pub origin: String,
    /// Name, address and numbers of the seller, without empty ones.
    seller: Vec<String>,
    /// How to reach the shop, without empty ones.
    contacts: Vec<String>,
    /// The owner of the account for transfers.
    #[serde(skip)]
    pub(crate) payee: Shop,
    #[serde(skip)]
    pub(crate) tracking: TrackingPages,
    /// The shop's time zone.
    #[serde(skip)]
    pub(crate) time: ShopTime,
    /// Whether the shop moves no money, so that nobody takes an e-mail of a trial for an order.
    is_test: bool,
}

impl ShopFacts {
    #[cfg(test)]
    pub(crate) fn sample(name: &str, origin: &str) -> Self {
        Self {
            name: name.to_owned(),
            origin: origin.to_owned(),
            seller: vec![
                "Sojka a vnučka s.r.o.".to_owned(),
                company_number("99100525"),
            ],
            contacts: vec!["obchod@example.com".to_owned()],
            payee: Shop {
                id: 1,
                name: name.to_owned(),
                tagline: String::new(),
                email: String::new(),
                phone: String::new(),
                company: "Sojka a vnučka s.r.o.".to_owned(),
                company_id: String::new(),
                vat_id: String::new(),
                address: String::new(),
                bank_account: "1991052008/9990".to_owned(),
                iban: "CZ3299900000001991052008".to_owned(),
                iban_eur: "SK3112000000198742637541".to_owned(),
            },
            tracking: zkratka_config::TrackingPage::new(
                "PPL".to_owned(),
                "https://ppl.example/?z={number}",
            )
            .into_iter()
            .collect(),
            time: ShopTime::named("Europe/Prague").expect("a time zone"),
            is_test: false,
        }
    }

    #[must_use]
    pub fn of(config: &Config) -> Self {
        let shop = &config.shop;
        let numbers = [
            (!shop.company_id.is_empty()).then(|| company_number(&shop.company_id)),
            (!shop.vat_id.is_empty()).then(|| vat_number(&shop.vat_id)),
        ];
        let numbers: Vec<String> = numbers.into_iter().flatten().collect();
        let filled = |lines: Vec<String>| lines.into_iter().filter(|line| !line.is_empty());
        Self {
            name: shop.name.clone(),
            origin: config.server.public_origin.clone(),
            seller: filled(vec![
                shop.company.clone(),
                shop.address.clone(),
                numbers.join(", "),
            ])
            .collect(),
            contacts: filled(vec![shop.email.clone(), shop.phone.clone()]).collect(),
            payee: shop.clone(),
            tracking: config.tracking.clone(),
            time: config.rules.calendar.time.clone(),
            is_test: config.server.mode == Mode::Test,
        }
    }
}
