//! What stands in the way of an order, subject by subject.

use crate::address::{Address, Purpose, email_fault, faults_for};
use crate::bundle;
use crate::cart::{BoundPayment, Cart, CartLine};
use crate::company;
use crate::delivery::{DeliveryGroup, DeliveryGroups, DeliveryMethodType};
use crate::error::{Fault, FaultCode};
use crate::gift_card;
use crate::money::Money;
use crate::pricing::{PricedCart, PricedLine};
use crate::rules::ShopRules;

/// Lines that cannot be bought as the buyer last agreed to them. A line that the buyer saw at quantity 0 is no obstacle
/// while there is anything else to buy.
pub(super) fn of_lines(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    if cart.lines.is_empty() {
        return vec![Fault::at(FaultCode::InvalidPaymentEmptyCart, ["lines"])];
    }
    let wanted = cart
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.quantity > 0);
    let found: Vec<_> = wanted
        .filter_map(|(index, line)| {
            of_line(line, cart, priced, rules).map(|fault| at_line(fault, index))
        })
        .collect();
    if found.is_empty() && priced.total_quantity == 0 {
        let sold_out = || Fault::at(FaultCode::MerchandiseOutOfStock, ["quantity"]);
        return (0..cart.lines.len())
            .map(|index| at_line(sold_out(), index))
            .collect();
    }
    found
}

fn at_line(fault: Fault, index: usize) -> Fault {
    fault.under(&["lines", &index.to_string()])
}

fn of_line(line: &CartLine, cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Option<Fault> {
    let not_applicable = || Fault::at(FaultCode::MerchandiseNotApplicable, ["merchandiseId"]);
    let Some(found) = priced.line(line.id) else {
        let is_hidden = priced.unpublished.contains(&line.id);
        return Some(if is_hidden {
            Fault::at(FaultCode::MerchandiseProductNotPublished, ["merchandiseId"])
        } else {
            not_applicable()
        });
    };
    match found.quantity {
        0 => Some(Fault::at(FaultCode::MerchandiseOutOfStock, ["quantity"])),
        left if left < line.quantity => Some(Fault::at(
            FaultCode::MerchandiseNotEnoughStockAvailable,
            ["quantity"],
        )),
        _ => of_parent(line, cart)
            .or_else(|| bundle::fault(found, &priced.lines))
            .or_else(|| of_plan(line, found, rules))
            .or_else(|| of_company_plan(line, cart, rules))
            .or_else(|| of_gift_card(found, rules))
            .or_else(|| (!found.is_exact).then(not_applicable)),
    }
}

/// What stands below goods of which the buyer saw that none were left.
fn of_parent(line: &CartLine, cart: &Cart) -> Option<Fault> {
    let parent = line.parent?;
    let mut above = cart.lines.iter();
    let is_there = above.any(|other| other.id == parent && other.quantity > 0);
    (!is_there).then(|| Fault::at(FaultCode::ParentLineNotFound, ["merchandiseId"]))
}

/// A gift card that is worth something must cost something, in every market.
fn of_gift_card(found: &PricedLine, rules: &ShopRules) -> Option<Fault> {
    let is_free = found.product.gift_card && !found.unit_price.is_positive();
    let code = gift_card::price_fault(&found.product, found.variant(), rules.gift_card_limit)
        .or(is_free.then_some(FaultCode::GiftCardPriceNotAboveZero))?;
    Some(Fault::at(code, ["merchandiseId"]))
}

/// What is sold under other plans than when it was put into the cart.
fn of_plan(line: &CartLine, found: &PricedLine, rules: &ShopRules) -> Option<Fault> {
    let fault = rules
        .selling_plans
        .fault(line.selling_plan, &found.product)?;
    Some(Fault::at(fault.into(), ["sellingPlanId"]))
}

/// What is bought again and again by a company, though not sold so to companies.
fn of_company_plan(line: &CartLine, cart: &Cart, rules: &ShopRules) -> Option<Fault> {
    let is_closed = rules
        .selling_plans
        .is_closed_to_companies(line.selling_plan?);
    let closed = FaultCode::SellingPlanClosedToCompanies;
    let is_refused = is_closed && company::buys(cart, rules.company_fields);
    is_refused.then(|| Fault::at(closed, ["sellingPlanId"]))
}

pub(super) fn of_buyer(cart: &Cart) -> Vec<Fault> {
    let code = email_fault(cart.buyer.email.as_deref().unwrap_or_default());
    let fault = code.map(|code| Fault::at(code, ["buyerIdentity", "email"]));
    Vec::from_iter(fault)
}

pub(super) fn of_delivery(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    if !priced.requires_shipping() {
        return Vec::new();
    }
    let Some(country) = cart.destination_country() else {
        return vec![address_required()];
    };
    let is_served = rules.countries.iter().any(|known| known == country);
    let no_delivery = FaultCode::DeliveryNoDeliveryAvailable;
    let cannot_go = |group: &DeliveryGroup| {
        group.options.is_empty() && !group.is_pending() && !group.is_out_of_stock()
    };
    if !is_served || priced.delivery.iter().all(|(_, group)| cannot_go(group)) {
        return vec![Fault::at(no_delivery, ["deliveryAddress", "country"])];
    }
    let stranded = of_groups(no_delivery, priced, cannot_go);
    if !stranded.is_empty() {
        return stranded;
    }
    let mut found = Vec::new();
    for code in [
        FaultCode::DeliveryOutOfStockAtOriginLocation,
        FaultCode::PendingDeliveryGroups,
        FaultCode::NoDeliveryGroupSelected,
        FaultCode::DeliveryLineDetailChanged,
    ] {
        let is_wrong = |group: &DeliveryGroup| of_choice(group) == Some(code);
        found.extend(of_groups(code, priced, is_wrong));
    }
    found.extend(of_destination(
        cart.delivery_address.as_ref(),
        &priced.delivery,
    ));
    found
}

/// What is wrong with what is chosen for a group.
fn of_choice(group: &DeliveryGroup) -> Option<FaultCode> {
    if group.is_out_of_stock() {
        Some(FaultCode::DeliveryOutOfStockAtOriginLocation)
    } else if group.must_wait() {
        Some(FaultCode::PendingDeliveryGroups)
    } else if group.selected().is_none() {
        Some(FaultCode::NoDeliveryGroupSelected)
    } else if group.has_changed() {
        Some(FaultCode::DeliveryLineDetailChanged)
    } else {
        None
    }
}

/// The groups that something is wrong with; where there are two, by their place and by what they were bought as.
fn of_groups(
    code: FaultCode,
    priced: &PricedCart,
    is_wrong: impl Fn(&DeliveryGroup) -> bool,
) -> Vec<Fault> {
    let is_only = priced.delivery.only().is_some();
    let groups = priced.delivery.iter().enumerate();
    let wrong = groups.filter(|(_, (_, group))| is_wrong(group));
    wrong
        .map(|(place, (purchase, _))| {
            if is_only {
                Fault::at(code, ["deliveryGroups"])
            } else {
                let place = place.to_string();
                Fault::at(code, ["deliveryGroups", &place, purchase.as_str()])
            }
        })
        .collect()
}

/// What the chosen ways need to know about where it goes: the one that asks for most.
fn of_destination(address: Option<&Address>, delivery: &DeliveryGroups) -> Vec<Fault> {
    let goes = |kinds: &[DeliveryMethodType]| {
        let mut chosen = delivery.selected();
        chosen.any(|option| kinds.contains(&option.kind))
    };
    let purpose = if goes(&[DeliveryMethodType::Shipping, DeliveryMethodType::Local]) {
        Purpose::Delivery
    } else if goes(&[DeliveryMethodType::PickupPoint]) {
        Purpose::Collection
    } else {
        return Vec::new();
    };
    match address {
        None => vec![address_required()],
        Some(address) => under("deliveryAddress", faults_for(address, purpose)),
    }
}

fn address_required() -> Fault {
    Fault::at(FaultCode::DeliveryAddressRequired, ["deliveryAddress"])
}

/// A billing address may be left out, but not be wrong.
pub(super) fn of_billing(cart: &Cart) -> Vec<Fault> {
    let address = cart.billing_address.as_ref();
    let found = address.map(|address| faults_for(address, Purpose::Billing));
    under("billingAddress", found.unwrap_or_default())
}

fn under(section: &str, faults: Vec<Fault>) -> Vec<Fault> {
    faults
        .into_iter()
        .map(|fault| fault.under(&[section]))
        .collect()
}

/// A payment must be bound, be of the amount due now, and still be a way to pay this.
pub(super) fn of_payment(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    let Some(payment) = &cart.payment else {
        return vec![Fault::at(FaultCode::PaymentsMethodRequired, ["payment"])];
    };
    let amount = wrong_amount(payment, priced).map(|code| Fault::at(code, ["payment", "amount"]));
    let method = payment.method.fault(priced, rules);
    let method = method.map(|code| Fault::at(code, ["payment"]));
    amount.into_iter().chain(method).collect()
}

/// What is wrong with the amount agreed to, if it is not the one due: perhaps only duty or tax on top has become more.
fn wrong_amount(payment: &BoundPayment, priced: &PricedCart) -> Option<FaultCode> {
    if payment.amount == Money::new(priced.total, priced.currency) {
        return None;
    }
    let more = priced.on_top().saturating_sub(payment.on_top);
    let before = Money::new(priced.total.saturating_sub(more), priced.currency);
    Some(if more.is_positive() && payment.amount == before {
        FaultCode::PaymentsNewTaxMustBeAccepted
    } else {
        FaultCode::PaymentsUnacceptablePaymentAmount
    })
}
