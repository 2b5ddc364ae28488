//! An order and what happens to it.

use crate::discount::{Class, Trigger};
use crate::gift_card::{GiftCardId, GiftCardPayment};
use crate::ids::{AttemptKey, CartKey, LineId, OrderNumber, VariantId};
use crate::market::Taxation;
use crate::money::{Currency, MinorUnits, Money};
use crate::order::{
    Mode, Order, OrderDiscount, OrderLine, OrderPayment, OrderSnapshot, TimelineEntry,
};
use crate::order_life::{
    Action, Entry, Life, LifeEvent, LineUnits, Operation, OperationKey, Plan, RefundSize, Refusal,
    SoldCard, decide,
};
use crate::payment::{CardSummary, PaymentMethod};
use crate::refund::{PaymentReport, RefundOutcome};
use crate::tax::{TaxLine, TaxRate};
use crate::time::Timestamp;

pub(super) const NOW: Timestamp = Timestamp(1_760_000_000_000);

pub(super) const fn minor(amount: i64) -> MinorUnits {
    MinorUnits::new(amount)
}

pub(super) fn czk(amount: i64) -> Money {
    Money::new(minor(amount), Currency::CZK)
}

pub(super) fn line(id: u32, quantity: u32, total: i64) -> OrderLine {
    OrderLine {
        id: LineId(id),
        parent: None,
        variant: VariantId(u64::from(id) * 10),
        title: format!("Hrnek {id}"),
        variant_title: None,
        sku: String::new(),
        quantity,
        unit_price: minor(total / i64::from(quantity)),
        total: minor(total),
        tax_rate: TaxRate::of::<2_100>(),
        requires_shipping: true,
        tracked: true,
        attributes: Vec::new(),
        gift_card: None,
        selling_plan: None,
        download: None,
    }
}

pub(super) fn card_paid() -> OrderPayment {
    OrderPayment::Captured {
        card: CardSummary {
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            mandate: None,
            expires: None,
        },
    }
}

pub(super) fn card_held() -> OrderPayment {
    match card_paid() {
        OrderPayment::Captured { card } => OrderPayment::Authorised { card },
        other => other,
    }
}

/// Three mugs (300.00) and a plate (200.00) with 100.00 off and a delivery of 89.00: 489.00.
pub(super) fn order(payment: OrderPayment) -> Order {
    let lines = vec![line(1, 3, 30_000), line(2, 1, 20_000)];
    let off = [(LineId(1), minor(6_000)), (LineId(2), minor(4_000))];
    Order {
        number: OrderNumber(1001),
        cart: CartKey(1),
        attempt: AttemptKey(2),
        created_at: NOW,
        mode: Mode::Test,
        snapshot: OrderSnapshot {
            currency: Currency::CZK,
            market: None,
            taxation: Taxation::Included,
            email: String::new(),
            phone: None,
            delivery_address: None,
            billing_address: None,
            lines,
            delivery: None,
            note: None,
            attributes: Vec::new(),
            visitor_consent: crate::consent::VisitorConsent::default(),
            download_consent: None,
            save_for: None,
            subtotal: minor(50_000),
            discounts: vec![OrderDiscount {
                trigger: Trigger::Automatic("Sleva".to_owned()),
                class: Class::Order,
                amount: minor(10_000),
                lines: off.to_vec(),
            }],
            gift_cards: Vec::new(),
            total: minor(48_900),
            rounding: MinorUnits::ZERO,
            duty: MinorUnits::ZERO,
            taxes: vec![TaxLine {
                rate: TaxRate::of::<2_100>(),
                base: minor(40_413),
                tax: minor(8_487),
            }],
            payment: PaymentMethod::BankTransfer,
        },
        payment,
        transfer_due: None,
    }
}

/// The order above, of which a gift card paid 100.00.
pub(super) fn partly_by_gift_card(payment: OrderPayment) -> Order {
    let mut order = order(payment);
    order.snapshot.total = minor(38_900);
    order.snapshot.gift_cards = vec![GiftCardPayment {
        id: GiftCardId(5),
        last_characters: "2026".to_owned(),
        amount: minor(10_000),
        left: MinorUnits::ZERO,
    }];
    order
}

/// An order with its life, changed by events.
pub(super) struct Story {
    pub(super) order: Order,
    pub(super) sold: Vec<SoldCard>,
    pub(super) timeline: Vec<TimelineEntry>,
    pub(super) entries: Vec<Entry>,
}

impl Story {
    pub(super) fn of(order: Order) -> Self {
        let mut timeline = Vec::new();
        let known = match order.payment {
            OrderPayment::Captured { .. } => "captured",
            OrderPayment::Authorised { .. } => "authorised",
            _ => "placed",
        };
        timeline.push(entry(known, "pay-1"));
        Self {
            order,
            sold: Vec::new(),
            timeline,
            entries: Vec::new(),
        }
    }

    /// The capture succeeds.
    pub(super) fn capture(&mut self) {
        self.order.payment = card_paid();
        self.timeline.push(entry("captured", "pay-1"));
    }

    pub(super) fn life(&self) -> Life {
        Life::of(&self.order, &self.timeline, self.entries.clone())
    }

    pub(super) fn try_event(&mut self, event: &LifeEvent) -> Result<Plan, Refusal> {
        self.try_event_at(event, NOW)
    }

    pub(super) fn try_event_at(
        &mut self,
        event: &LifeEvent,
        now: Timestamp,
    ) -> Result<Plan, Refusal> {
        let plan = decide(&self.order, &self.life(), &self.sold, event, now)?;
        self.entries.extend(plan.entries.iter().cloned());
        self.timeline.extend(plan.timeline.iter().cloned());
        for card in &mut self.sold {
            card.is_disabled |= plan.disabled_cards.contains(&card.id);
        }
        Ok(plan)
    }

    pub(super) fn operate(&mut self, action: Action) -> Result<Plan, Refusal> {
        // A key of its own, so that no operation is a repetition.
        let key = format!("key-{}", self.entries.len());
        self.operate_as(Some(&key), action)
    }

    pub(super) fn operate_as(
        &mut self,
        key: Option<&str>,
        action: Action,
    ) -> Result<Plan, Refusal> {
        self.try_event(&LifeEvent::Operated(Operation {
            key: key.map(|key| OperationKey(key.to_owned())),
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        }))
    }

    pub(super) fn report(&mut self, report: PaymentReport) -> Result<Plan, Refusal> {
        self.try_event(&LifeEvent::Reported(report))
    }

    pub(super) fn answer(&mut self, refund: u32, outcome: RefundOutcome) -> Result<Plan, Refusal> {
        self.try_event(&LifeEvent::Answered {
            refund,
            lease: 1,
            outcome,
        })
    }

    /// Balance, pending, withheld and refundable.
    pub(super) fn sums(&self) -> (i64, i64, i64, i64) {
        let sums = self.life().sums();
        (
            sums.balance.get(),
            sums.pending.get(),
            sums.withheld.get(),
            sums.refundable.get(),
        )
    }
}

fn entry(event: &str, detail: &str) -> TimelineEntry {
    TimelineEntry {
        at: NOW,
        event: event.to_owned(),
        detail: detail.to_owned(),
    }
}

pub(super) fn units(line: u32, units: u32) -> LineUnits {
    LineUnits {
        line: LineId(line),
        units,
    }
}

pub(super) fn refund_lines(lines: &[LineUnits], restock: bool) -> Action {
    Action::Refund {
        size: RefundSize::Lines {
            lines: lines.to_vec(),
            amount: None,
        },
        restock,
    }
}

pub(super) fn refund_amount(amount: i64) -> Action {
    Action::Refund {
        size: RefundSize::Amount(minor(amount)),
        restock: false,
    }
}

pub(super) fn refund_all() -> Action {
    Action::Refund {
        size: RefundSize::Everything,
        restock: true,
    }
}

pub(super) fn fulfil(lines: &[LineUnits]) -> Action {
    Action::Fulfil {
        lines: lines.to_vec(),
        carrier: Some("PPL".to_owned()),
        tracking_number: Some("CZ1".to_owned()),
        before_payment: false,
        despite_dispute: false,
    }
}

pub(super) fn refunded(reference: &str, amount: i64) -> RefundOutcome {
    RefundOutcome::Refunded {
        reference: reference.to_owned(),
        amount: czk(amount),
    }
}

pub(super) fn sold_card(id: u64, line: u32, balance: i64) -> SoldCard {
    SoldCard {
        id: GiftCardId(id),
        line: LineId(line),
        last_characters: format!("000{id}"),
        initial: czk(20_000),
        balance: minor(balance),
        is_disabled: false,
    }
}
