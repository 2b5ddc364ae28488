//! The order's data from which the confirmation starts.

use serde::Serialize;
use zkratka_assets::theme::Theme;
use zkratka_commerce::address::{Address, display_lines};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::order::{Order, OrderLine, OrderPayment, OrderedDelivery};
use zkratka_commerce::order_life::Life;
use zkratka_commerce::payment::{CardSummary, PaymentMethod, Wallet};
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_commerce::time::Timestamp;
use zkratka_config::Shop;
use zkratka_gift_cards::IssuedCard;
use zkratka_texts::{QrPlatba, after_sale, format_rate, transfer_due_text, transfer_expired};

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
    subtotal: String,
    discounts: Vec<DiscountData>,
    gift_cards: Vec<GiftCardData>,
    /// Gift cards that the order sold, with their codes. Only this page shows them.
    sold_gift_cards: Vec<SoldGiftCardData>,
    /// Whether those cards pay nothing now, because somebody contests the order's payment or refunded without naming lines.
    are_cards_withheld: bool,
    /// Absent if there is no duty.
    duty: Option<String>,
    total: String,
    taxes_included: bool,
    taxes: Vec<TaxData>,
    payment: PaymentData,
    /// What has happened to the order's money since the sale, for the buyer. It replaces what the payment said.
    after_sale: Option<&'static str>,
    is_cancelled: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineData {
    title: String,
    variant_title: Option<String>,
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

/// A discount, named by its code or, if it needs no code, by its title.
#[derive(Serialize)]
struct DiscountData {
    name: String,
    amount: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GiftCardData {
    last_characters: String,
    amount: String,
}

#[derive(Serialize)]
struct SoldGiftCardData {
    code: String,
    amount: String,
    currency: String,
}

/// An order, with its state after the sale and the gift cards that it sold.
pub struct ShownOrder {
    pub order: Order,
    pub life: Life,
    pub sold: Vec<IssuedCard>,
}

impl ShownOrder {
    /// What replaces the instructions for the payment.
    fn after_sale(&self, now: Timestamp) -> Option<&'static str> {
        after_sale(&self.life).or_else(|| self.has_expired(now).then(transfer_expired))
    }

    /// Whether the order's time is over, although it still waits for its transfer.
    fn has_expired(&self, now: Timestamp) -> bool {
        let due = self.life.awaited_transfer(&self.order);
        due.is_some_and(|due| due.is_expired(now))
    }

    /// The gift cards that the buyer may use. Their codes are not shown while a person reviews the payment, and no more
    /// once the order is cancelled.
    fn usable(&self) -> &[IssuedCard] {
        match self.order.payment {
            OrderPayment::NeedsReview => &[],
            _ if self.life.cancelled_at.is_some() => &[],
            _ => &self.sold,
        }
    }
}

impl SoldGiftCardData {
    fn new(issued: &IssuedCard) -> Self {
        let amount = issued.amount();
        Self {
            code: issued.code.in_groups(),
            amount: amount.decimal(),
            currency: amount.currency.into(),
        }
    }
}

#[derive(Serialize)]
struct TaxData {
    rate: String,
    base: String,
    tax: String,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum PaymentData {
    #[serde(rename_all = "camelCase")]
    Card {
        network: String,
        last_four: String,
        state: CardState,
        /// The wallet that held the card.
        wallet: Option<Wallet>,
    },
    CashOnDelivery,
    #[serde(rename_all = "camelCase")]
    BankTransfer {
        account: String,
        iban: String,
        variable_symbol: String,
        amount: String,
        /// Until when to pay; absent if the order has no due day.
        due: Option<String>,
        /// The QR code of QR Platba, which supports Czech crowns only.
        qr_svg: Option<String>,
        spayd: Option<String>,
    },
    /// A transfer that the buyer is no longer asked for.
    #[serde(rename_all = "camelCase")]
    BankTransferEnded {
        /// Whether the order still waits for it, although its time is over.
        is_expired: bool,
    },
    Free,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum CardState {
    Authorised,
    Captured,
    /// A person is reviewing the payment.
    InReview,
}

/// The parts of the shop that the page needs.
#[derive(Clone, Copy)]
pub struct ShopParts<'a> {
    pub shop: &'a Shop,
    pub catalogue: &'a Catalogue,
    pub theme: &'a Theme,
}

impl OrderData {
    #[must_use]
    pub fn new(shop: ShopParts<'_>, shown: &ShownOrder, now: Timestamp) -> Self {
        let order = &shown.order;
        let snapshot = &order.snapshot;
        let decimal = |minor| Money::new(minor, snapshot.currency).decimal();
        let lines = |address: &Option<Address>| address.as_ref().map(display_lines);
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
            billing_address: lines(&snapshot.billing_address),
            currency: snapshot.currency.into(),
            subtotal: decimal(snapshot.subtotal),
            duty: (snapshot.duty.is_positive()).then(|| decimal(snapshot.duty)),
            total: decimal(snapshot.total),
            taxes_included: snapshot.taxation == Taxation::Included,
            discounts: snapshot
                .discounts
                .iter()
                .map(|given| DiscountData {
                    name: given.trigger.name().to_owned(),
                    amount: decimal(given.amount),
                })
                .collect(),
            gift_cards: snapshot
                .gift_cards
                .iter()
                .map(|paid| GiftCardData {
                    last_characters: paid.last_characters.clone(),
                    amount: decimal(paid.amount),
                })
                .collect(),
            sold_gift_cards: shown.usable().iter().map(SoldGiftCardData::new).collect(),
            are_cards_withheld: shown.life.withholds_cards(),
            taxes: snapshot
                .taxes
                .iter()
                .map(|line| TaxData {
                    rate: format_rate(line.rate),
                    base: decimal(line.base),
                    tax: decimal(line.tax),
                })
                .collect(),
            payment: payment(shop.shop, shown, now),
            after_sale: shown.after_sale(now),
            is_cancelled: shown.life.cancelled_at.is_some(),
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
            title: line.title.clone(),
            variant_title: line.variant_title.clone(),
            quantity: line.quantity,
            unit_price: Money::new(line.unit_price, currency).decimal(),
            total: Money::new(line.total, currency).decimal(),
            image: image.unwrap_or_else(|| shop.theme.image_url("")),
        }
    }
}

fn payment(shop: &Shop, shown: &ShownOrder, now: Timestamp) -> PaymentData {
    let order = &shown.order;
    let card = |card: &CardSummary, state| PaymentData::Card {
        network: card.network.clone(),
        last_four: card.last_four.clone(),
        state,
        wallet: wallet(&order.snapshot.payment),
    };
    match &order.payment {
        OrderPayment::Authorised { card: summary } => card(summary, CardState::Authorised),
        OrderPayment::Captured { card: summary } => card(summary, CardState::Captured),
        OrderPayment::DueOnDelivery => PaymentData::CashOnDelivery,
        OrderPayment::AwaitingTransfer => transfer(shop, shown, now),
        OrderPayment::Free => PaymentData::Free,
        // A person is reviewing the payment. The buyer has nothing left to do.
        OrderPayment::NeedsReview => match order.snapshot.payment {
            PaymentMethod::Card { .. } | PaymentMethod::Wallet { .. } => PaymentData::Card {
                network: String::new(),
                last_four: String::new(),
                state: CardState::InReview,
                wallet: wallet(&order.snapshot.payment),
            },
            PaymentMethod::CashOnDelivery => PaymentData::CashOnDelivery,
            PaymentMethod::BankTransfer => transfer(shop, shown, now),
            PaymentMethod::Free => PaymentData::Free,
        },
    }
}

const fn wallet(method: &PaymentMethod) -> Option<Wallet> {
    match method {
        PaymentMethod::Wallet { wallet, .. } => Some(*wallet),
        _ => None,
    }
}

/// The page asks for no transfer that has arrived, or that would pay a cancelled order.
fn transfer(shop: &Shop, shown: &ShownOrder, now: Timestamp) -> PaymentData {
    if shown.after_sale(now).is_some() {
        return PaymentData::BankTransferEnded {
            is_expired: shown.has_expired(now),
        };
    }
    let order = &shown.order;
    let snapshot = &order.snapshot;
    let amount = Money::new(snapshot.total, snapshot.currency).decimal();
    let spayd = (snapshot.currency == Currency::CZK).then(|| spayd(shop, order, &amount, now));
    PaymentData::BankTransfer {
        account: shop.bank_account.clone(),
        iban: shop.iban.clone(),
        variable_symbol: order.number.0.to_string(),
        due: order.transfer_due.map(|due| transfer_due_text(&due, now)),
        qr_svg: spayd.as_deref().map(QrPlatba::svg),
        amount,
        spayd,
    }
}

/// The code has no due day once the day is over, because a bank may refuse it.
fn spayd(shop: &Shop, order: &Order, amount: &str, now: Timestamp) -> String {
    let due = order.transfer_due.filter(|due| !due.is_overdue(now));
    let qr = QrPlatba {
        iban: &shop.iban,
        amount,
        currency: order.snapshot.currency.as_str(),
        variable_symbol: order.number.0,
        due: due.map(|due| due.day),
    };
    qr.spayd()
}
