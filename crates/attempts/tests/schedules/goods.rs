//! The carts, and the shop's rules, which a driver requires although nothing here is priced.

use std::collections::BTreeMap;
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::consent::VisitorConsent;
use zkratka_commerce::delivery::{Date, ShopCalendar};
use zkratka_commerce::ids::{CartKey, LineId, VariantId};
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::{OrderLine, OrderSnapshot};
use zkratka_commerce::payment::{ManualPaymentLimits, OfferedPayments, PaymentMethod, WalletSet};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::selling_plan::SellingPlans;
use zkratka_commerce::tax::{TaxRate, TaxRules};
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::{TransferDue, TransferTerms};
use zkratka_testing::Prng;

const HOUR: i64 = 60 * 60 * 1_000;

/// A cart: lines of one variant, each with its units and the price of one.
pub(crate) struct Basket {
    pub(crate) key: CartKey,
    lines: Vec<(u32, i64)>,
    pays: Pays,
}

/// How the buyer pays.
enum Pays {
    ByCard,
    /// `None`: no due day, as in orders of older versions.
    ByTransfer(Option<Wait>),
}

/// After how many milliseconds an order that waits for its transfer is reminded, overdue and over. Real orders wait for
/// days; these wait for about as long as everything else in a schedule takes.
struct Wait {
    reminder: Option<i64>,
    overdue: i64,
    end: i64,
}

impl Wait {
    fn any(prng: &mut Prng) -> Self {
        // Some orders end while much else happens to them; others are looked at by several servers before they end.
        let longest = *prng.one_of(&[HOUR / 6, 8 * HOUR]);
        let reminder = 1 + prng.millis(longest);
        let overdue = reminder + 1 + prng.millis(longest);
        Self {
            reminder: prng.chance(700).then_some(reminder),
            overdue,
            end: overdue + prng.millis(longest),
        }
    }
}

impl Basket {
    pub(crate) fn new(number: u64, prng: &mut Prng) -> Self {
        let lines = (0..=prng.index(2)).map(|_| {
            let units = 1 + u32::try_from(prng.index(2)).expect("few");
            (units, 1_000 + prng.millis(50_000))
        });
        Self {
            key: CartKey(number),
            lines: lines.collect(),
            pays: if prng.chance(300) {
                Pays::ByTransfer(prng.chance(850).then(|| Wait::any(prng)))
            } else {
                Pays::ByCard
            },
        }
    }

    /// When an order made at `now` is to be paid.
    pub(crate) fn transfer_due(&self, now: Timestamp) -> Option<TransferDue> {
        let Pays::ByTransfer(Some(wait)) = &self.pays else {
            return None;
        };
        Some(TransferDue {
            day: Date::constant(2023, 11, 14),
            remind_at: wait.reminder.map(|after| now.plus(after)),
            overdue_at: now.plus(wait.overdue),
            expires_at: now.plus(wait.end),
        })
    }

    pub(crate) fn units(&self) -> i64 {
        self.lines.iter().map(|(units, _)| i64::from(*units)).sum()
    }
}

pub(crate) fn snapshot(basket: &Basket) -> OrderSnapshot {
    let lines: Vec<OrderLine> = (1..).zip(&basket.lines).map(line).collect();
    let total: MinorUnits = lines.iter().map(|line| line.total).sum();
    OrderSnapshot {
        currency: Currency::CZK,
        market: None,
        taxation: Taxation::Included,
        rounding: MinorUnits::ZERO,
        duty: MinorUnits::ZERO,
        email: String::new(),
        phone: None,
        delivery_address: None,
        billing_address: None,
        lines,
        delivery: None,
        note: None,
        attributes: Vec::new(),
        visitor_consent: VisitorConsent::default(),
        download_consent: None,
        save_for: None,
        subtotal: total,
        discounts: Vec::new(),
        gift_cards: Vec::new(),
        total,
        taxes: Vec::new(),
        payment: match basket.pays {
            Pays::ByTransfer(_) => PaymentMethod::BankTransfer,
            Pays::ByCard => PaymentMethod::Card {
                session: format!("s{}", basket.key.0),
            },
        },
    }
}

fn line((number, &(units, price)): (u32, &(u32, i64))) -> OrderLine {
    OrderLine {
        id: LineId(number),
        parent: None,
        variant: VariantId(1),
        title: String::new(),
        variant_title: None,
        sku: String::new(),
        quantity: units,
        unit_price: MinorUnits::new(price),
        total: MinorUnits::new(price * i64::from(units)),
        tax_rate: TaxRate::of::<2_100>(),
        requires_shipping: true,
        tracked: true,
        attributes: Vec::new(),
        gift_card: None,
        selling_plan: None,
        download: None,
    }
}

pub(crate) fn rules() -> ShopRules {
    ShopRules {
        sells_gift_cards: false,
        transfers: TransferTerms::default(),
        currency: Currency::CZK,
        markets: Vec::new(),
        countries: vec!["CZ".to_owned()],
        tax: TaxRules {
            classes: BTreeMap::from([("standard".to_owned(), TaxRate::of::<2_100>())]),
            default_class: "standard".to_owned(),
            product_types: BTreeMap::new(),
            delivery_class: "standard".to_owned(),
        },
        delivery: Vec::new(),
        discounts: Vec::new(),
        calendar: ShopCalendar::default(),
        selling_plans: SellingPlans::default(),
        gift_card_limit: None,
        payments: OfferedPayments {
            card: true,
            cash_on_delivery: false,
            bank_transfer: true,
            wallets: WalletSet::default(),
        },
        manual_payments: ManualPaymentLimits::default(),
        cart_rules: Vec::new(),
        company_fields: CompanyFields::Off,
        max_lines: 100,
        max_quantity: 1_000,
    }
}
