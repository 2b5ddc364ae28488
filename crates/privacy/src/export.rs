//! Writes everything that the shop holds about one person as JSON.

use crate::accounts::WalletAccount;
use crate::person::Person;
use serde_json::{Value, json};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::download::consent_at_checkout;
use zkratka_commerce::order::OrderLine;
use zkratka_commerce::time::Timestamp;
use zkratka_order_events::order_json;
use zkratka_store::{
    AccountLetter, DiscountUse, DownloadRecord, OrderRecord, StockAlert, UnpaidOrder,
};

/// Writes what the shop holds about a person. It contains no secret: no key of a cart, and no session of a gateway.
#[must_use]
pub fn person_json(person: &Person) -> Value {
    let list = |values: Vec<Value>| Value::Array(values);
    json!({
        "email": person.email,
        "orders": list(person.orders.iter().map(order_json).collect()),
        "downloads": list(person.orders.iter().zip(&person.downloads).filter_map(downloads).collect()),
        "attempts": list(person.attempts.iter().map(attempt).collect()),
        "carts": list(person.carts.iter().map(cart).collect()),
        "discountUses": list(person.discount_uses.iter().map(discount_use).collect()),
        "unpaidOrders": list(person.unpaid_orders.iter().map(unpaid_order).collect()),
        "stockAlerts": list(person.stock_alerts.iter().map(stock_alert).collect()),
        "accounts": list(person.accounts.iter().map(WalletAccount::json).collect()),
        "codesSent": list(person.codes_sent.iter().map(|sent| json!(sent.at.rfc3339())).collect()),
        "accountLetters": list(person.account_letters.iter().map(account_letter).collect()),
    })
}

/// `None`: the order has no files.
fn downloads((record, found): (&OrderRecord, &DownloadRecord)) -> Option<Value> {
    let order = &record.order;
    let consent = consent_at_checkout(order).or_else(|| found.consent.clone());
    let file = |line: &OrderLine| {
        let name = line.download.as_ref()?;
        let count = found.counts.get(&line.id).copied().unwrap_or(0);
        Some(json!({ "file": name, "count": count }))
    };
    let files: Vec<Value> = order.snapshot.lines.iter().filter_map(file).collect();
    (!files.is_empty()).then(|| {
        json!({
            "order": order.number.0,
            "consent": consent.map(|given| json!({
                "at": given.at.rfc3339(),
                "place": given.place,
                "text": given.version,
            })),
            "files": files,
        })
    })
}

/// Keys are strings, because some JSON parsers lose precision with numbers that large.
fn attempt(attempt: &Attempt) -> Value {
    let snapshot = &attempt.snapshot;
    json!({
        "key": attempt.key.0.to_string(),
        "createdAt": attempt.created_at.rfc3339(),
        "state": attempt.state.name(),
        "gatewayReference": attempt.state.reference(),
        "currency": snapshot.currency,
        "totalMinorUnits": snapshot.total,
        "email": snapshot.email,
        "phone": snapshot.phone,
        "deliveryAddress": snapshot.delivery_address,
        "billingAddress": snapshot.billing_address,
        "note": snapshot.note,
        "attributes": snapshot.attributes,
        "visitorConsent": snapshot.visitor_consent,
        "lines": snapshot.lines.iter().map(|line| json!({
            "title": line.title,
            "quantity": line.quantity,
            "attributes": line.attributes,
        })).collect::<Vec<_>>(),
    })
}

fn cart(cart: &Cart) -> Value {
    json!({
        "key": cart.key.0.to_string(),
        "createdAt": cart.created_at.rfc3339(),
        "updatedAt": cart.updated_at.rfc3339(),
        "email": cart.buyer.email,
        "phone": cart.buyer.phone,
        "country": cart.buyer.country,
        "deliveryAddress": cart.delivery_address,
        "billingAddress": cart.billing_address,
        "preferences": cart.preferences,
        "visitorConsent": cart.visitor_consent,
        "note": cart.note,
        "attributes": cart.attributes,
        "discountCodes": cart.discount_codes,
        "metafields": cart.metafields,
        "lines": cart.lines.iter().map(|line| json!({
            "variant": line.variant,
            "quantity": line.quantity,
            "attributes": line.attributes,
        })).collect::<Vec<_>>(),
    })
}

fn discount_use(found: &DiscountUse) -> Value {
    json!({ "code": found.code, "attempt": found.attempt.0.to_string() })
}

fn unpaid_order(found: &UnpaidOrder) -> Value {
    json!({
        "contactDigest": found.contact,
        "attempt": found.attempt.0.to_string(),
        "at": found.at.rfc3339(),
    })
}

fn stock_alert(found: &StockAlert) -> Value {
    json!({
        "variant": found.variant,
        "email": found.email,
        "createdAt": found.created_at.rfc3339(),
        "sentAt": found.sent_at.map(Timestamp::rfc3339),
    })
}

fn account_letter(waiting: &AccountLetter) -> Value {
    json!({
        "kind": waiting.kind.name(),
        "detail": waiting.detail,
        "createdAt": waiting.created_at.rfc3339(),
    })
}
