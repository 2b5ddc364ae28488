//! Decides whether a cart can become an order, and builds the order.

mod faults;
#[cfg(test)]
mod tests;

use crate::account::AccountId;
use crate::address::Address;
use crate::cart::Cart;
use crate::company;
use crate::delivery::DeliveryMethodType;
use crate::download;
use crate::error::Fault;
use crate::gift_card::GiftCardPayment;
use crate::merchant;
use crate::money::Money;
use crate::order::{OrderDiscount, OrderLine, OrderSnapshot, OrderedDelivery, OrderedPlan};
use crate::payment::PaymentMethod;
use crate::pricing::discounts::AppliedDiscount;
use crate::pricing::{PricedCart, PricedLine};
use crate::rules::ShopRules;

/// All faults that stop the cart from becoming an order, except payment faults, in the order in which a buyer would fix
/// them. Field paths start at the cart (`["deliveryAddress", "zip"]`, `["buyerIdentity", "email"]`, `["lines", "0",
/// "quantity"]`).
#[must_use]
pub fn faults_before_payment(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    let mut found = faults::of_lines(cart, priced, rules);
    found.extend(faults::of_buyer(cart));
    found.extend(faults::of_delivery(cart, priced, rules));
    found.extend(faults::of_billing(cart));
    found.extend(company::faults(cart, rules.company_fields));
    found.extend(merchant::completion_faults(cart, priced, rules));
    found
}

/// Builds the order from the cart. Contents, delivery and payment must be present and offered, and the payment must be
/// of the amount due. Otherwise returns every fault found.
pub fn complete(
    cart: &Cart,
    priced: &PricedCart,
    rules: &ShopRules,
) -> Result<OrderSnapshot, Vec<Fault>> {
    let mut found = faults_before_payment(cart, priced, rules);
    found.extend(faults::of_payment(cart, priced, rules));
    match (found.is_empty(), &cart.payment, &cart.buyer.email) {
        (true, Some(payment), Some(email)) => {
            Ok(snapshot(cart, priced, rules, email, &payment.method))
        }
        _ => Err(found),
    }
}

fn snapshot(
    cart: &Cart,
    priced: &PricedCart,
    rules: &ShopRules,
    email: &str,
    payment: &PaymentMethod,
) -> OrderSnapshot {
    let bought = priced.lines.iter().filter(|line| line.quantity > 0);
    let billing = cart
        .billing_address
        .as_ref()
        .or(cart.delivery_address.as_ref());
    OrderSnapshot {
        currency: priced.currency,
        market: priced.market.clone(),
        taxation: priced.taxation,
        email: email.to_owned(),
        phone: phone(cart),
        delivery_address: delivery_address(cart, priced),
        billing_address: billing.cloned(),
        lines: bought.map(|line| order_line(line, rules)).collect(),
        delivery: OrderedDelivery::of(&priced.delivery),
        note: cart.note.clone(),
        attributes: download::without_consent(company::tidied(
            &cart.attributes,
            rules.company_fields,
        )),
        visitor_consent: cart.visitor_consent,
        download_consent: download_consent(cart, priced, payment),
        subtotal: priced.subtotal,
        discounts: discounts(priced),
        gift_cards: gift_cards(priced),
        total: priced.due(payment),
        rounding: priced.rounding(payment),
        duty: priced.duty,
        taxes: priced.taxes.clone(),
        payment: payment.clone(),
        save_for: saves_for(cart, payment),
    }
}

/// Only the browser that types a card has it saved, and the address with it.
fn saves_for(cart: &Cart, payment: &PaymentMethod) -> Option<AccountId> {
    let is_typed = matches!(payment, PaymentMethod::Card { .. });
    cart.save_for.filter(|_| is_typed)
}

/// A consent without a file to download means nothing. Neither does one beside a wallet: its sheet shows no box, and the cart may
/// still have a consent that the buyer took back or gave elsewhere. The order's page asks then.
fn download_consent(cart: &Cart, priced: &PricedCart, payment: &PaymentMethod) -> Option<String> {
    if matches!(payment, PaymentMethod::Wallet { .. }) {
        return None;
    }
    let mut bought = priced.lines.iter().filter(|line| line.quantity > 0);
    let has_files = bought.any(|line| line.variant().download.is_some());
    download::consent_version(&cart.attributes).filter(|_| has_files)
}

fn discounts(priced: &PricedCart) -> Vec<OrderDiscount> {
    let lines = |given: &AppliedDiscount| {
        let shares = priced.lines.iter().zip(&given.shares);
        let lowered = shares.filter(|&(_, &share)| share.is_positive());
        lowered.map(|(line, &share)| (line.id, share)).collect()
    };
    let given = priced.discounts.iter();
    given
        .map(|given| OrderDiscount {
            trigger: given.trigger.clone(),
            class: given.class,
            amount: given.amount,
            lines: lines(given),
        })
        .collect()
}

/// Cards that pay nothing are left out.
fn gift_cards(priced: &PricedCart) -> Vec<GiftCardPayment> {
    let paying = priced
        .gift_cards
        .iter()
        .filter(|paid| paid.amount.is_positive());
    paying.cloned().collect()
}

fn phone(cart: &Cart) -> Option<String> {
    let addresses = [&cart.delivery_address, &cart.billing_address];
    let mut given = addresses
        .into_iter()
        .flatten()
        .filter_map(|a| a.phone.as_ref());
    cart.buyer.phone.as_ref().or_else(|| given.next()).cloned()
}

/// Goods collected in the shop are delivered nowhere, so an entered address is ignored.
fn delivery_address(cart: &Cart, priced: &PricedCart) -> Option<Address> {
    let mut chosen = priced.delivery.selected();
    let goes_there = chosen.any(|option| match option.kind {
        DeliveryMethodType::None | DeliveryMethodType::PickUp => false,
        DeliveryMethodType::Shipping
        | DeliveryMethodType::Local
        | DeliveryMethodType::PickupPoint => true,
    });
    cart.delivery_address.clone().filter(|_| goes_there)
}

fn order_line(line: &PricedLine, rules: &ShopRules) -> OrderLine {
    let variant = line.variant();
    OrderLine {
        id: line.id,
        parent: line.parent,
        variant: variant.id,
        title: line.product.title.clone(),
        variant_title: variant.title(),
        sku: variant.sku.clone(),
        quantity: line.quantity,
        unit_price: line.unit_price,
        total: line.total,
        tax_rate: line.tax_rate,
        requires_shipping: variant.requires_shipping,
        tracked: variant.stock.is_tracked(),
        attributes: line.attributes.clone(),
        // A card always pays in the shop's own currency, whatever it costs in another market.
        gift_card: line
            .product
            .gift_card
            .then(|| Money::new(variant.price, rules.currency)),
        selling_plan: line
            .allocation
            .as_ref()
            .map(|allocation| Box::new(OrderedPlan::of(allocation, &rules.selling_plans))),
        download: variant.download.clone(),
    }
}
