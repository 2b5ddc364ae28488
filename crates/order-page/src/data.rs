//! The order's data from which the confirmation starts.

use crate::cards::SoldGiftCardData;
use crate::downloads::{DownloadsData, Surroundings};
use crate::invoice::invoice_lines;
use crate::shown::ShownOrder;
use crate::sums::{OrderSum, SumKind, order_sums};
use crate::tracking::{ParcelLink, parcel_links};
use crate::transfer::{AskedTransfer, CodeStandard};
use serde::Serialize;
use zkratka_assets::theme::Theme;
use zkratka_commerce::address::{Address, display_lines};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::delivery::ShopTime;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::order::{OrderLine, OrderedDelivery};
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{Shop, TrackingPages};
use zkratka_texts::{format_money, format_rate, how_to_keep, typographic};

/// An order as the confirmation shows it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderData {
    number: u64,
    created_at: String,
    email: String,
    lines: Vec<LineData>,
    /// The delivery of each group of goods, one-time purchases first; empty if nothing is shipped.
    deliveries: Vec<DeliveryData>,
    delivery_address: Option<Vec<String>>,
    billing_address: Option<Vec<String>>,
    currency: String,
    /// The sums, without taxes that prices include: those have a table of their own.
    sums: Vec<OrderSum>,
    /// Gift cards that the order sold, with their codes. Their e-mail shows them, too (decision 115).
    sold_gift_cards: Vec<SoldGiftCardData>,
    /// How to keep and use those codes; absent if no code is of use.
    gift_card_hint: Option<String>,
    /// Absent if the order has no files to download.
    downloads: Option<DownloadsData>,
    total: String,
    taxes_included: bool,
    taxes: Vec<TaxData>,
    /// The transfer that the buyer is asked for; absent if there is none, or none any more.
    transfer: Option<TransferData>,
    /// How the order was paid, what went back, and what becomes of the goods: a sentence or two each.
    next_steps: Vec<String>,
    /// Where the buyer follows the parcels.
    parcels: Vec<ParcelLink>,
    /// The heading of an order that came to nothing; absent while there is something to thank for.
    standing: Option<&'static str>,
    #[serde(skip)]
    is_cancelled: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineData {
    title: String,
    variant_title: Option<String>,
    /// The name of the selling plan.
    plan: Option<String>,
    quantity: u32,
    unit_price: String,
    total: String,
    image: String,
}

#[derive(Serialize)]
struct DeliveryData {
    /// The group of goods; absent if the whole order has one delivery.
    group: Option<PurchaseType>,
    title: String,
    cost: String,
    description: Option<String>,
}

#[derive(Serialize)]
struct TaxData {
    rate: String,
    base: String,
    tax: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TransferData {
    /// Absent if the account is known as IBAN only.
    account: Option<String>,
    iban: String,
    variable_symbol: String,
    /// The text for the payee; absent if the transfer has a field for the variable symbol.
    message: Option<String>,
    amount: String,
    /// The amount in Czech form.
    #[serde(skip)]
    amount_text: String,
    /// Until when to pay; absent if the order has no due day.
    due: Option<String>,
    /// A QR code: QR Platba in Czech crowns, the European one in euros. Other currencies have none.
    qr_svg: Option<String>,
    /// What the code of QR Platba says.
    spayd: Option<String>,
    /// What the European code says.
    epc: Option<String>,
}

/// What the page says without a script.
#[derive(Serialize)]
pub struct OrderText<'a> {
    number: u64,
    is_cancelled: bool,
    steps: &'a [String],
    parcels: &'a [ParcelLink],
    transfer: Option<TransferText<'a>>,
    downloads: Option<&'a DownloadsData>,
}

#[derive(Serialize)]
struct TransferText<'a> {
    amount: &'a str,
    account: Option<&'a str>,
    iban: &'a str,
    variable_symbol: &'a str,
    message: Option<&'a str>,
    due: Option<&'a str>,
}

/// The parts of the shop that the page needs.
#[derive(Clone, Copy)]
pub struct ShopParts<'a> {
    pub shop: &'a Shop,
    pub catalogue: &'a Catalogue,
    pub theme: &'a Theme,
    /// The shop's time zone.
    pub time: &'a ShopTime,
    /// The carriers' pages about parcels.
    pub tracking: &'a TrackingPages,
}

impl OrderData {
    #[must_use]
    pub fn new(shop: ShopParts<'_>, shown: &ShownOrder, now: Timestamp) -> Self {
        let order = &shown.order;
        let snapshot = &order.snapshot;
        let decimal = |minor| Money::new(minor, snapshot.currency).decimal();
        let lines = |address: &Option<Address>| address.as_ref().map(display_lines);
        let cards = shown.listed();
        let of_use = cards
            .iter()
            .filter(|one| one.card.pays_or_will(now))
            .count();
        let sold_on = shop.time.day(order.created_at);
        let pays_now = cards.iter().any(|one| one.card.pays(now));
        Self {
            number: order.number.0,
            created_at: order.created_at.rfc3339(),
            email: snapshot.email.clone(),
            lines: snapshot
                .lines
                .iter()
                .map(|line| LineData::new(shop, line, snapshot.currency))
                .collect(),
            deliveries: snapshot
                .delivery
                .iter()
                .flat_map(OrderedDelivery::ways)
                .map(|(group, option)| DeliveryData {
                    group,
                    title: option.title.clone(),
                    cost: decimal(option.price),
                    description: option.description.clone(),
                })
                .collect(),
            delivery_address: lines(&snapshot.delivery_address),
            billing_address: invoice_lines(snapshot),
            currency: snapshot.currency.into(),
            sums: order_sums(snapshot)
                .into_iter()
                .filter(|sum| sum.kind != SumKind::IncludedTax)
                .collect(),
            total: decimal(snapshot.total),
            taxes_included: snapshot.taxation == Taxation::Included,
            gift_card_hint: how_to_keep(of_use, pays_now),
            downloads: DownloadsData::new(
                shown,
                Surroundings {
                    email: &shop.shop.email,
                    time: shop.time,
                    now,
                },
            ),
            sold_gift_cards: cards
                .iter()
                .map(|issued| SoldGiftCardData::new(issued, &shown.life, now))
                .collect(),
            taxes: snapshot
                .taxes
                .iter()
                .map(|line| TaxData {
                    rate: format_rate(line.rate),
                    base: decimal(line.base),
                    tax: decimal(line.tax),
                })
                .collect(),
            transfer: transfer(shop, shown, now),
            next_steps: shown
                .at(now)
                .next_steps((!cards.is_empty()).then_some(of_use), sold_on),
            parcels: parcel_links(shop.tracking, shown.at(now)),
            standing: shown.at(now).came_to_nothing(),
            is_cancelled: shown.life.cancelled_at.is_some(),
        }
    }

    /// The same in short, for browsers without scripts.
    #[must_use]
    pub fn text(&self) -> OrderText<'_> {
        OrderText {
            number: self.number,
            is_cancelled: self.is_cancelled,
            steps: &self.next_steps,
            parcels: &self.parcels,
            downloads: self.downloads.as_ref(),
            transfer: self.transfer.as_ref().map(|transfer| TransferText {
                amount: &transfer.amount_text,
                account: transfer.account.as_deref(),
                iban: &transfer.iban,
                variable_symbol: &transfer.variable_symbol,
                message: transfer.message.as_deref(),
                due: transfer.due.as_deref(),
            }),
        }
    }
}

impl LineData {
    fn new(shop: ShopParts<'_>, line: &OrderLine, currency: Currency) -> Self {
        let image = shop
            .catalogue
            .variant(line.variant)
            .and_then(|(product, variant)| {
                let own = variant.image.and_then(|index| product.images.get(index));
                let image = own.or(product.images.first())?;
                Some(shop.theme.image_url(&image.source))
            });
        Self {
            title: typographic(&line.title),
            variant_title: line.variant_title.as_deref().map(typographic),
            plan: line
                .selling_plan
                .as_deref()
                .map(|plan| typographic(&plan.name)),
            quantity: line.quantity,
            unit_price: Money::new(line.unit_price, currency).decimal(),
            total: Money::new(line.total, currency).decimal(),
            image: image.unwrap_or_else(|| shop.theme.image_url("")),
        }
    }
}

fn transfer(parts: ShopParts<'_>, shown: &ShownOrder, now: Timestamp) -> Option<TransferData> {
    let asked = AskedTransfer::of(parts.shop, parts.time, shown.at(now))?;
    let says = |standard| {
        let code = asked.code.as_ref().filter(|code| code.standard == standard);
        code.map(|code| code.payload.clone())
    };
    Some(TransferData {
        variable_symbol: asked.variable_symbol.to_string(),
        amount: asked.amount.decimal(),
        amount_text: format_money(asked.amount.minor, asked.amount.currency),
        qr_svg: asked.code.as_ref().map(|code| code.qr.svg()),
        spayd: says(CodeStandard::QrPlatba),
        epc: says(CodeStandard::European),
        account: asked.account,
        iban: asked.iban,
        message: asked.message,
        due: asked.due,
    })
}
