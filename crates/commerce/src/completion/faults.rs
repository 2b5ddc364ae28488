//! Faults that stop a cart from becoming an order, subject by subject.

use crate::address::{Address, Purpose, email_fault, faults_for};
use crate::bundle;
use crate::cart::{BoundPayment, Cart, CartLine};
use crate::company;
use crate::delivery::{DeliveryGroup, DeliveryGroups, DeliveryMethodType};
use crate::error::{Fault, FaultCode, LineFault};
use crate::gift_card;
use crate::money::{MinorUnits, Money};
use crate::pricing::{PricedCart, PricedLine};
use crate::rules::ShopRules;
use crate::subject::{AddressField, BuyerField, LinePart, Subject};

/// Lines that cannot be bought as the buyer last agreed. A line that the buyer saw at quantity 0 is ignored while
/// another line can be bought.
pub(super) fn of_lines(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    if cart.lines.is_empty() {
        return vec![Fault::of(
            FaultCode::InvalidPaymentEmptyCart,
            Subject::Lines,
        )];
    }
    let wanted = cart
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.quantity > 0);
    let found: Vec<_> = wanted
        .filter_map(|(index, line)| of_line(line, cart, priced, rules).map(|fault| fault.at(index)))
        .collect();
    if found.is_empty() && priced.total_quantity == 0 {
        return (0..cart.lines.len())
            .map(|index| SOLD_OUT.at(index))
            .collect();
    }
    found
}

const SOLD_OUT: LineFault = LineFault::of(FaultCode::MerchandiseOutOfStock, LinePart::Quantity);
const NOT_APPLICABLE: LineFault = of_goods(FaultCode::MerchandiseNotApplicable);

const fn of_goods(code: FaultCode) -> LineFault {
    LineFault::of(code, LinePart::Merchandise)
}

fn of_line(
    line: &CartLine,
    cart: &Cart,
    priced: &PricedCart,
    rules: &ShopRules,
) -> Option<LineFault> {
    let Some(found) = priced.line(line.id) else {
        let is_hidden = priced.unpublished.contains(&line.id);
        return Some(if is_hidden {
            of_goods(FaultCode::MerchandiseProductNotPublished)
        } else {
            NOT_APPLICABLE
        });
    };
    match found.quantity {
        0 => Some(SOLD_OUT),
        left if left < line.quantity => Some(LineFault::of(
            FaultCode::MerchandiseNotEnoughStockAvailable,
            LinePart::Quantity,
        )),
        _ => of_parent(line, cart)
            .or_else(|| bundle::fault(found, &priced.lines))
            .or_else(|| of_plan(line, found, rules))
            .or_else(|| of_company_plan(line, cart, rules))
            .or_else(|| of_gift_card(found, rules))
            .or_else(|| (!found.is_exact).then_some(NOT_APPLICABLE)),
    }
}

/// A child line whose parent line is missing or was shown to the buyer at quantity 0.
fn of_parent(line: &CartLine, cart: &Cart) -> Option<LineFault> {
    let parent = line.parent?;
    let mut above = cart.lines.iter();
    let is_there = above.any(|other| other.id == parent && other.quantity > 0);
    (!is_there).then_some(of_goods(FaultCode::ParentLineNotFound))
}

/// A gift card must have a price above zero in every market.
fn of_gift_card(found: &PricedLine, rules: &ShopRules) -> Option<LineFault> {
    let is_free = found.product.gift_card && !found.unit_price.is_positive();
    let code = gift_card::fault(&found.product, found.variant(), rules.gift_card_sales())
        .or(is_free.then_some(FaultCode::GiftCardPriceNotAboveZero))?;
    Some(of_goods(code))
}

/// A line whose selling plan is no longer offered, or that now needs one.
fn of_plan(line: &CartLine, found: &PricedLine, rules: &ShopRules) -> Option<LineFault> {
    let fault = rules
        .selling_plans
        .fault(line.selling_plan, &found.product)?;
    Some(LineFault::of(fault.into(), LinePart::SellingPlan))
}

/// A line under a plan that is closed to companies, in the cart of a company.
fn of_company_plan(line: &CartLine, cart: &Cart, rules: &ShopRules) -> Option<LineFault> {
    let is_closed = rules
        .selling_plans
        .is_closed_to_companies(line.selling_plan?);
    let closed = FaultCode::SellingPlanClosedToCompanies;
    let is_refused = is_closed && company::buys(cart, rules.company_fields);
    is_refused.then_some(LineFault::of(closed, LinePart::SellingPlan))
}

pub(super) fn of_buyer(cart: &Cart) -> Vec<Fault> {
    let code = email_fault(cart.buyer.email.as_deref().unwrap_or_default());
    let fault = code.map(|code| Fault::of(code, Subject::Buyer(BuyerField::Email)));
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
        let subject = Subject::DeliveryAddressField(AddressField::Country);
        return vec![Fault::of(no_delivery, subject)];
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

/// The fault of a group's selected option.
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

/// Faults for the matching groups. If there are two groups, a fault names the group by index and purchase type.
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
            let subject = if is_only {
                Subject::DeliveryGroups
            } else {
                Subject::DeliveryGroup(place, purchase)
            };
            Fault::of(code, subject)
        })
        .collect()
}

/// Faults of the delivery address. Of all selected options, the one with the strictest needs decides what is checked.
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
        Some(address) => faults_for(address, purpose),
    }
}

fn address_required() -> Fault {
    Fault::of(FaultCode::DeliveryAddressRequired, Subject::DeliveryAddress)
}

/// The billing address is optional but must be valid.
pub(super) fn of_billing(cart: &Cart) -> Vec<Fault> {
    let address = cart.billing_address.as_ref();
    let found = address.map(|address| faults_for(address, Purpose::Billing));
    found.unwrap_or_default()
}

/// A payment must be bound, have the amount due now, and use an applicable payment method.
pub(super) fn of_payment(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    let Some(payment) = &cart.payment else {
        return vec![Fault::of(
            FaultCode::PaymentsMethodRequired,
            Subject::Payment,
        )];
    };
    let amount = wrong_amount(payment, priced).map(|code| Fault::of(code, Subject::PaymentAmount));
    let method = payment.method.fault(priced, rules);
    let method = method.map(|code| Fault::of(code, Subject::PaymentMethod));
    amount.into_iter().chain(method).collect()
}

/// The fault of a bound amount that is not the amount due. There is a separate code for the case that only duty or tax
/// on top has increased.
fn wrong_amount(payment: &BoundPayment, priced: &PricedCart) -> Option<FaultCode> {
    let due = |total: MinorUnits| {
        let exact = Money::new(total, priced.currency);
        let rounding = payment.method.rounding(exact);
        Money::new(total.saturating_add(rounding), priced.currency)
    };
    if payment.amount == due(priced.total) {
        return None;
    }
    let more = priced.on_top().saturating_sub(payment.on_top);
    let before = due(priced.total.saturating_sub(more));
    Some(if more.is_positive() && payment.amount == before {
        FaultCode::PaymentsNewTaxMustBeAccepted
    } else {
        FaultCode::PaymentsUnacceptablePaymentAmount
    })
}
