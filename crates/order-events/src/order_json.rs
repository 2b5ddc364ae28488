//! Writes an order as JSON, for `zkratka orders --json` and for the endpoints of `[[order_webhooks]]`.

use crate::life_json::life_json;
use serde_json::{Value, json};
use zkratka_commerce::delivery::DeliveryOption;
use zkratka_commerce::discount::Trigger;
use zkratka_commerce::ids::LineId;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::{Order, OrderPayment, OrderedPlan};
use zkratka_commerce::order_life::gateway_reference;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::selling_plan::Schedule;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;
use zkratka_store::OrderRecord;

/// Writes an order as JSON. Amounts are decimals.
#[must_use]
pub fn order_json(record: &OrderRecord) -> Value {
    let (order, snapshot) = (&record.order, &record.order.snapshot);
    let decimal = |minor| Money::new(minor, snapshot.currency).decimal();
    let lines = snapshot.lines.iter().map(|line| {
        json!({
            "id": line.id,
            "parent": line.parent,
            "variant": line.variant,
            "title": line.title,
            "variantTitle": line.variant_title,
            "sku": line.sku,
            "quantity": line.quantity,
            "unitPrice": decimal(line.unit_price),
            "total": decimal(line.total),
            "taxRateBasisPoints": line.tax_rate,
            "attributes": line.attributes,
            "requiresShipping": line.requires_shipping,
            "giftCard": line.gift_card.map(|worth| json!({ "amount": worth.decimal(), "currency": worth.currency })),
            "sellingPlan": line.selling_plan.as_deref().map(|plan| selling_plan(plan, snapshot.currency)),
        })
    });
    let taxes = snapshot.taxes.iter().map(|tax| {
        json!({
            "rateBasisPoints": tax.rate,
            "base": decimal(tax.base),
            "tax": decimal(tax.tax),
        })
    });
    let discounts = snapshot.discounts.iter().map(|given| {
        let share = |&(line, amount): &(LineId, MinorUnits)| {
            json!({ "line": line, "amount": decimal(amount) })
        };
        json!({
            "code": match &given.trigger { Trigger::Code(code) => Some(code), Trigger::Automatic(_) => None },
            "title": match &given.trigger { Trigger::Code(_) => None, Trigger::Automatic(title) => Some(title) },
            "target": given.class,
            "amount": decimal(given.amount),
            "lines": given.lines.iter().map(share).collect::<Vec<_>>(),
        })
    });
    let gift_cards = snapshot.gift_cards.iter().map(|paid| {
        json!({
            "id": paid.id,
            "lastCharacters": paid.last_characters,
            "amount": decimal(paid.amount),
        })
    });
    let way = |option: &DeliveryOption| {
        json!({
            "type": option.kind,
            "handle": option.handle,
            "title": option.title,
            "price": decimal(option.price),
        })
    };
    let timeline = record.timeline.iter().map(
        |entry| json!({ "at": entry.at.rfc3339(), "event": entry.event, "detail": entry.detail }),
    );
    let mut json = json!({
        "number": order.number,
        "createdAt": order.created_at.rfc3339(),
        "mode": order.mode,
        "currency": snapshot.currency,
        "market": snapshot.market,
        "taxesIncluded": snapshot.taxation == Taxation::Included,
        "duty": decimal(snapshot.duty),
        "subtotal": decimal(snapshot.subtotal),
        "discounts": discounts.collect::<Vec<_>>(),
        "giftCards": gift_cards.collect::<Vec<_>>(),
        "rounding": decimal(snapshot.rounding),
        "total": decimal(snapshot.total),
        "totalMinorUnits": snapshot.total,
        "taxes": taxes.collect::<Vec<_>>(),
        "payment": payment(order),
        "transferDue": order.transfer_due.map(transfer_due),
        "paymentMethod": payment_method(&snapshot.payment),
        "gatewayReference": gateway_reference(&record.timeline),
        "email": snapshot.email,
        "phone": snapshot.phone,
        "deliveryAddress": snapshot.delivery_address,
        "billingAddress": snapshot.billing_address,
        "delivery": snapshot.delivery.as_ref().map(|delivery| way(&delivery.option)),
        "subscriptionDelivery": snapshot.delivery.as_ref().and_then(|delivery| delivery.subscription.as_deref()).map(way),
        "note": snapshot.note,
        "attributes": snapshot.attributes,
        "visitorConsent": (!snapshot.visitor_consent.is_unknown()).then_some(snapshot.visitor_consent),
        "lines": lines.collect::<Vec<_>>(),
        "timeline": timeline.collect::<Vec<_>>(),
    });
    if let (Value::Object(order), Value::Object(life)) = (&mut json, life_json(record)) {
        order.extend(life);
    }
    json
}

/// Writes until when an order is to be paid by transfer.
fn transfer_due(due: TransferDue) -> Value {
    json!({
        "day": due.day.to_string(),
        "remindAt": due.remind_at.map(Timestamp::rfc3339),
        "expiresAt": due.expires_at.rfc3339(),
    })
}

/// Writes a selling plan as the buyer agreed to it.
fn selling_plan(plan: &OrderedPlan, currency: Currency) -> Value {
    let every = |schedule: Schedule| json!({ "interval": schedule.interval, "intervalCount": schedule.count });
    let prices = plan
        .prices
        .iter()
        .map(|one| json!({ "price": Money::new(one.price, currency).decimal(), "orderCount": one.order_count }));
    json!({
        "id": plan.id,
        "name": plan.name,
        "group": plan.group,
        "billing": every(plan.billing),
        "delivery": every(plan.delivery),
        "recurringDeliveries": plan.recurring_deliveries,
        "prices": prices.collect::<Vec<_>>(),
    })
}

/// Writes the payment. The mandate of a card is the merchant's only if something renews; any other is the buyer's, who has
/// saved the card.
fn payment(order: &Order) -> OrderPayment {
    let mut payment = order.payment.clone();
    if let OrderPayment::Authorised { card } | OrderPayment::Captured { card } = &mut payment {
        card.mandate = card
            .mandate
            .take()
            .filter(|_| order.snapshot.has_selling_plan());
        card.expires = None;
    }
    payment
}

/// Writes the payment method, without the gateway's session, which must stay secret.
fn payment_method(method: &PaymentMethod) -> Value {
    match method {
        PaymentMethod::Card { .. } => json!({ "kind": "card" }),
        PaymentMethod::Wallet { wallet, .. } => json!({ "kind": "wallet", "wallet": wallet }),
        PaymentMethod::SavedCard { .. } => json!({ "kind": "saved_card" }),
        PaymentMethod::CashOnDelivery => json!({ "kind": "cash_on_delivery" }),
        PaymentMethod::BankTransfer => json!({ "kind": "bank_transfer" }),
        PaymentMethod::Free => json!({ "kind": "free" }),
    }
}
