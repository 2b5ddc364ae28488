//! Orders: what was bought, exactly as it was shown to the buyer.

mod claims;
mod contacts;

pub use claims::{Claim, claims};
pub use contacts::contacts_of;

use crate::account::AccountId;
use crate::address::Address;
use crate::cart::Attribute;
use crate::consent::VisitorConsent;
use crate::delivery::{DeliveryGroups, DeliveryOption};
use crate::discount::{Class, Trigger};
use crate::gift_card::GiftCardPayment;
use crate::ids::{AttemptKey, CartKey, LineId, OrderNumber, SellingPlanId, VariantId};
use crate::market::Taxation;
use crate::money::{Currency, MinorUnits, Money};
use crate::payment::{CardSummary, PaymentMethod};
use crate::selling_plan::{
    Allocation, PurchaseType, RecurringPhase, Renewed, Schedule, SellingPlans,
};
use crate::tax::{TaxLine, TaxRate};
use crate::time::Timestamp;
use crate::transfer::TransferDue;
use serde::{Deserialize, Serialize};

/// What an attempt buys. It never changes after the attempt has started. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSnapshot {
    /// Currency of every amount.
    pub currency: Currency,
    /// The market's stable handle; `None`: the shop's own market.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market: Option<String>,
    /// Whether the other amounts include tax.
    #[serde(default)]
    pub taxation: Taxation,
    pub email: String,
    pub phone: Option<String>,
    /// `None` if nothing is shipped.
    pub delivery_address: Option<Address>,
    /// The invoice address.
    pub billing_address: Option<Address>,
    pub lines: Vec<OrderLine>,
    /// `None` if nothing is shipped.
    pub delivery: Option<OrderedDelivery>,
    pub note: Option<String>,
    /// Attributes of the cart.
    pub attributes: Vec<Attribute>,
    /// The visitor's consents at that time.
    #[serde(default, skip_serializing_if = "VisitorConsent::is_unknown")]
    pub visitor_consent: VisitorConsent,
    /// The version of the text by which the buyer consented, in the checkout, to the immediate delivery of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download_consent: Option<String>,
    /// Sum of the lines, before any discount.
    pub subtotal: MinorUnits,
    /// The applied discounts, in the order in which they were applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<OrderDiscount>,
    /// Payments by gift cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_cards: Vec<GiftCardPayment>,
    /// Amount to pay: after discounts, plus duty and tax if they are added, minus payments by gift cards, plus the rounding.
    pub total: MinorUnits,
    /// What rounding to whole coins has added to the total; negative if it has taken off.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounding: MinorUnits,
    /// Duty on the shipped goods.
    #[serde(default)]
    pub duty: MinorUnits,
    /// Tax by rate. Amounts paid with gift cards are taxed too.
    pub taxes: Vec<TaxLine>,
    pub payment: PaymentMethod,
    /// The account in which the buyer wants the card and the address to be saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_for: Option<AccountId>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(amount: &MinorUnits) -> bool {
    amount.is_zero()
}

/// The delivery of an order: one for all goods, or a separate one for the subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedDelivery {
    /// The delivery; if the subscription is delivered separately, the delivery of the goods bought once.
    #[serde(flatten)]
    pub option: DeliveryOption,
    /// The delivery of the subscription, if it is separate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<Box<DeliveryOption>>,
}

impl OrderedDelivery {
    /// The delivery of these groups; `None` if nothing is shipped, or a group has no selected option.
    #[must_use]
    pub fn of(groups: &DeliveryGroups) -> Option<Self> {
        let mut chosen = groups.selected().filter(|_| groups.is_chosen()).cloned();
        Some(Self {
            option: chosen.next()?,
            subscription: chosen.next().map(Box::new),
        })
    }

    /// The selected options, the one-time purchase first. The purchase type is given only if there are two.
    pub fn ways(&self) -> impl Iterator<Item = (Option<PurchaseType>, &DeliveryOption)> {
        let subscription = self.subscription.as_deref();
        let first = subscription.map(|_| PurchaseType::OneTimePurchase);
        let second = subscription.map(|option| (Some(PurchaseType::Subscription), option));
        std::iter::once((first, &self.option)).chain(second)
    }

    /// Total price, in minor units.
    #[must_use]
    pub fn price(&self) -> MinorUnits {
        self.ways().map(|(_, option)| option.price).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The line's number in the cart.
    pub id: LineId,
    /// The parent line, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<LineId>,
    pub variant: VariantId,
    /// The product's title at that time.
    pub title: String,
    /// The variant's options at that time, e.g. `M / Modrá`; `None` for a single variant.
    pub variant_title: Option<String>,
    /// The stock-keeping unit at that time.
    pub sku: String,
    pub quantity: u32,
    pub unit_price: MinorUnits,
    /// Price of all units, before any discount.
    pub total: MinorUnits,
    pub tax_rate: TaxRate,
    pub requires_shipping: bool,
    /// Whether the attempt took the units off the stock (false: stock is not tracked).
    pub tracked: bool,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// Value of each unit as a gift card, if the line sells gift cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gift_card: Option<Money>,
    /// The selling plan as the buyer agreed to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selling_plan: Option<Box<OrderedPlan>>,
    /// The name of the file that the buyer downloads, at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<String>,
}

/// A selling plan as the buyer agreed to it. A system that renews the order needs nothing from the configuration at
/// that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPlan {
    pub id: SellingPlanId,
    /// The plan's name at that time.
    pub name: String,
    /// The plan's group at that time; `None` in orders of older versions, which did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<OrderedPlanGroup>,
    /// How often it is paid.
    pub billing: Schedule,
    /// How often it is delivered.
    pub delivery: Schedule,
    /// Whether there are repeated deliveries.
    pub recurring_deliveries: bool,
    /// Price of one unit in the first and in later orders; the last price has no end.
    pub prices: Vec<OrderedPrice>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPlanGroup {
    /// The stable handle in the configuration.
    pub handle: String,
    /// The group's name at that time.
    pub name: String,
}

/// Price of one unit in a range of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPrice {
    /// Price of one payment, in minor units. [`OrderSnapshot::taxation`] tells whether it includes tax.
    pub price: MinorUnits,
    /// Number of orders with this price, the first one included; `None`: all following orders.
    pub order_count: Option<u32>,
}

impl Renewed for OrderedPlan {
    fn billing(&self) -> Schedule {
        self.billing
    }

    fn unit_prices(&self) -> impl Iterator<Item = RecurringPhase> {
        self.prices.iter().map(|one| RecurringPhase {
            amount: one.price,
            order_count: one.order_count,
        })
    }
}

impl OrderedPlan {
    /// The plan as agreed to.
    #[must_use]
    pub fn of(allocation: &Allocation, plans: &SellingPlans) -> Self {
        let plan = &allocation.plan;
        let phases = allocation.phases.iter();
        let group = plans.group_of(plan.id);
        Self {
            id: plan.id,
            name: plan.name.clone(),
            group: group.map(|group| OrderedPlanGroup {
                handle: group.handle.clone(),
                name: group.name.clone(),
            }),
            billing: plan.billing,
            delivery: plan.delivery,
            recurring_deliveries: plan.recurring_deliveries,
            prices: phases
                .map(|phase| OrderedPrice {
                    price: phase.price,
                    order_count: phase.order_count,
                })
                .collect(),
        }
    }
}

impl OrderSnapshot {
    /// Whether any line was bought under a selling plan.
    #[must_use]
    pub fn has_selling_plan(&self) -> bool {
        self.lines.iter().any(|line| line.selling_plan.is_some())
    }

    /// Whether the gateway is asked for a mandate: something renews, or the card is to be saved. A saved card has one.
    #[must_use]
    pub fn asks_for_mandate(&self) -> bool {
        match self.payment {
            PaymentMethod::Card { .. } => self.has_selling_plan() || self.save_for.is_some(),
            PaymentMethod::Wallet { .. } => self.has_selling_plan(),
            PaymentMethod::SavedCard { .. }
            | PaymentMethod::CashOnDelivery
            | PaymentMethod::BankTransfer
            | PaymentMethod::Free => false,
        }
    }

    /// Whether an account is to be changed once there is an order: it gets the order, if its card has paid or the buyer wants
    /// card and address saved in it.
    #[must_use]
    pub fn changes_account(&self) -> bool {
        self.save_for.is_some() || self.payment.charged_mandate().is_some()
    }

    /// What discounts take off a line.
    #[must_use]
    pub fn off_line(&self, id: LineId) -> MinorUnits {
        let shares = self.discounts.iter().flat_map(|given| &given.lines);
        let of_line = shares.filter(|(line, _)| *line == id);
        of_line.map(|(_, share)| share).sum()
    }

    /// Whether any line has a file to download.
    #[must_use]
    pub fn has_downloads(&self) -> bool {
        self.lines.iter().any(|line| line.download.is_some())
    }

    /// Whether any line is a gift card.
    #[must_use]
    pub fn sells_gift_cards(&self) -> bool {
        self.lines.iter().any(|line| line.gift_card.is_some())
    }
}

/// A discount applied to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDiscount {
    /// What activated it.
    pub trigger: Trigger,
    pub class: Class,
    /// Total amount taken off.
    pub amount: MinorUnits,
    /// Amount taken off each line; empty for a delivery discount.
    pub lines: Vec<(LineId, MinorUnits)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub number: OrderNumber,
    /// The cart of the order; a cart has at most one order.
    pub cart: CartKey,
    /// The attempt that created the order.
    pub attempt: AttemptKey,
    pub created_at: Timestamp,
    /// Whether real money was involved.
    pub mode: Mode,
    /// What was bought.
    pub snapshot: OrderSnapshot,
    pub payment: OrderPayment,
    /// When the order is to be paid by transfer; `None` if it is paid otherwise, or was made by a version that set no due
    /// day. Such an order is neither reminded nor cancelled automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer_due: Option<TransferDue>,
}

impl Order {
    /// The card that the buyer has typed, and wants to be saved. Mandates of wallets are not cards that could be chosen.
    #[must_use]
    pub const fn card_to_save(&self) -> Option<&CardSummary> {
        match (&self.snapshot.payment, &self.payment) {
            (
                PaymentMethod::Card { .. },
                OrderPayment::Authorised { card } | OrderPayment::Captured { card },
            ) if self.snapshot.save_for.is_some() && card.mandate.is_some() => Some(card),
            _ => None,
        }
    }
}

/// Whether real money is involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Emulated providers.
    Test,
    /// Real providers.
    Live,
}

/// State of an order's payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum OrderPayment {
    /// The money is held on the card.
    Authorised {
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// The money is captured.
    Captured {
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// To be paid on delivery.
    DueOnDelivery,
    /// To be paid by bank transfer; the variable symbol is the order number.
    AwaitingTransfer,
    /// Nothing to pay.
    Free,
    /// A person must review the payment; the timeline gives the reason.
    NeedsReview,
}

impl OrderPayment {
    /// Whether the shop has received the money, or none is due.
    #[must_use]
    pub const fn is_received(&self) -> bool {
        matches!(self, Self::Captured { .. } | Self::Free)
    }

    /// Whether the buyer is still to pay, by a manual payment.
    #[must_use]
    pub const fn is_awaited(&self) -> bool {
        match self {
            Self::DueOnDelivery | Self::AwaitingTransfer => true,
            Self::Authorised { .. } | Self::Captured { .. } | Self::Free | Self::NeedsReview => {
                false
            }
        }
    }
}

/// An entry in the append-only timeline of an attempt and its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineEntry {
    pub at: Timestamp,
    /// The event's stable name: `reserved`, `authorising`, `authorised`, `captured`, `declined`, `released`...
    pub event: String,
    /// Details without personal data; may be empty.
    pub detail: String,
}
