//! Orders: what was bought, exactly as it was shown.

mod claims;

pub use claims::{Claim, claims};

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
use crate::selling_plan::{Allocation, PurchaseType, Schedule, SellingPlans};
use crate::tax::{TaxLine, TaxRate};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What an attempt was begun with; never changes afterwards. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSnapshot {
    /// Currency of every amount.
    pub currency: Currency,
    /// The market's stable name; none: the shop's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market: Option<String>,
    /// Whether the other amounts hold the tax.
    #[serde(default)]
    pub taxation: Taxation,
    /// E-mail address.
    pub email: String,
    /// Telephone.
    pub phone: Option<String>,
    /// Where it goes; none when nothing is shipped.
    pub delivery_address: Option<Address>,
    /// Where the bill goes.
    pub billing_address: Option<Address>,
    pub lines: Vec<OrderLine>,
    /// How it goes; none when nothing is shipped.
    pub delivery: Option<OrderedDelivery>,
    /// The buyer's note.
    pub note: Option<String>,
    /// Cart attributes.
    pub attributes: Vec<Attribute>,
    /// What the visitor had agreed to beside the purchase.
    #[serde(default, skip_serializing_if = "VisitorConsent::is_unknown")]
    pub visitor_consent: VisitorConsent,
    /// Sum of the lines, before any discount.
    pub subtotal: MinorUnits,
    /// What discounts took off, in the order in which they did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<OrderDiscount>,
    /// What gift cards pay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_cards: Vec<GiftCardPayment>,
    /// Sum to pay: less discounts, plus duty and tax where it is added, less what gift cards pay.
    pub total: MinorUnits,
    /// Duty on the goods that are shipped.
    #[serde(default)]
    pub duty: MinorUnits,
    /// Tax on what is paid, by whatever means, by rate.
    pub taxes: Vec<TaxLine>,
    /// How it is paid.
    pub payment: PaymentMethod,
}

/// How an order goes: in one piece, or a subscription by itself beside goods that are bought once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedDelivery {
    /// How it goes; where there is another way for a subscription, how goods that are bought once go.
    #[serde(flatten)]
    pub option: DeliveryOption,
    /// How the subscription goes where it goes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<Box<DeliveryOption>>,
}

impl OrderedDelivery {
    /// How the groups go; none where nothing is shipped, or a way is yet to be chosen.
    #[must_use]
    pub fn of(groups: &DeliveryGroups) -> Option<Self> {
        let mut chosen = groups.selected().filter(|_| groups.is_chosen()).cloned();
        Some(Self {
            option: chosen.next()?,
            subscription: chosen.next().map(Box::new),
        })
    }

    /// The ways, and of which goods where there are two: what is bought once first.
    pub fn ways(&self) -> impl Iterator<Item = (Option<PurchaseType>, &DeliveryOption)> {
        let subscription = self.subscription.as_deref();
        let first = subscription.map(|_| PurchaseType::OneTimePurchase);
        let second = subscription.map(|option| (Some(PurchaseType::Subscription), option));
        std::iter::once((first, &self.option)).chain(second)
    }

    /// What they cost in all, minor units.
    #[must_use]
    pub fn price(&self) -> MinorUnits {
        self.ways().map(|(_, option)| option.price).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// Its number in the cart.
    pub id: LineId,
    /// The line that it stands below, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<LineId>,
    pub variant: VariantId,
    /// The product's title then.
    pub title: String,
    /// The variant's options then, e.g. `M / Modrá`; none for a single variant.
    pub variant_title: Option<String>,
    /// Stock-keeping unit then.
    pub sku: String,
    /// How many.
    pub quantity: u32,
    pub unit_price: MinorUnits,
    /// Price of all, before any discount.
    pub total: MinorUnits,
    pub tax_rate: TaxRate,
    /// Whether it is shipped.
    pub requires_shipping: bool,
    /// Whether the attempt took it off the stock (false: stock is not tracked).
    pub tracked: bool,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// What each unit is worth as a gift card, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gift_card: Option<Money>,
    /// The selling plan it was bought under, as it was agreed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selling_plan: Option<Box<OrderedPlan>>,
}

/// A selling plan as the buyer agreed to it: whoever renews the order needs no configuration of that day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPlan {
    /// The plan's number.
    pub id: SellingPlanId,
    /// Its name then.
    pub name: String,
    /// The group that it was of then; none in orders of programs that did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<OrderedPlanGroup>,
    /// How often it is paid.
    pub billing: Schedule,
    /// How often it is delivered.
    pub delivery: Schedule,
    /// Whether it is delivered again and again.
    pub recurring_deliveries: bool,
    /// What one piece costs in the first and the later orders; the last price has no end.
    pub prices: Vec<OrderedPrice>,
}

/// The group of a selling plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPlanGroup {
    /// Its lasting name in the configuration.
    pub handle: String,
    /// Its name then.
    pub name: String,
}

/// What one piece costs in some orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedPrice {
    /// One payment, minor units, tax included.
    pub price: MinorUnits,
    /// For how many orders, the first one included; none: for all that follow.
    pub order_count: Option<u32>,
}

impl OrderedPlan {
    /// What was agreed to.
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
    /// Whether anything was bought under a selling plan.
    #[must_use]
    pub fn has_selling_plan(&self) -> bool {
        self.lines.iter().any(|line| line.selling_plan.is_some())
    }
}

/// What a discount took off an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDiscount {
    /// What brought it about.
    pub trigger: Trigger,
    /// Its kind.
    pub class: Class,
    /// What it took off in all.
    pub amount: MinorUnits,
    /// What it took off which line; nothing for delivery.
    pub lines: Vec<(LineId, MinorUnits)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub number: OrderNumber,
    /// The cart it came from; at most one order per cart.
    pub cart: CartKey,
    /// The attempt that made it.
    pub attempt: AttemptKey,
    /// When.
    pub created_at: Timestamp,
    /// Whether real money was involved.
    pub mode: Mode,
    /// What was bought.
    pub snapshot: OrderSnapshot,
    /// Where its payment stands.
    pub payment: OrderPayment,
}

/// Whether real money is involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Emulated providers.
    Test,
    /// Real ones.
    Live,
}

/// Where an order's payment stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum OrderPayment {
    /// Money is held on the card.
    Authorised {
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// Money has been taken.
    Captured {
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// To be paid on delivery.
    DueOnDelivery,
    /// To be paid by transfer; the variable symbol is the order's number.
    AwaitingTransfer,
    /// Nothing to pay.
    Free,
    /// A person must look (the timeline says why).
    NeedsReview,
}

/// One entry of the append-only timeline of an attempt and its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineEntry {
    /// When.
    pub at: Timestamp,
    /// What happened, as a stable name: `reserved`, `authorising`, `authorised`, `captured`, `declined`, `released`...
    pub event: String,
    /// Detail without personal data; may be empty.
    pub detail: String,
}
