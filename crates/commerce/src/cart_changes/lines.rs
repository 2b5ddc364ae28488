//! Adds, changes and removes lines.
//!
//! Every operation works on a draft of the lines and stores it in the cart only if there are no faults.

mod draft;
mod nesting;

use crate::cart::{Attribute, Cart, attribute_faults, plain_attributes};
use crate::catalogue::Catalogue;
use crate::error::{Fault, FaultCode, LineFault};
use crate::gift_card;
use crate::ids::{LineId, SellingPlanId, VariantId};
use crate::merchant::keep_to_rules;
use crate::rules::ShopRules;
use crate::stock::CartWarning;
use crate::subject::LinePart;
use draft::Draft;

pub use nesting::ParentReference;

/// A line to add; not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineInput {
    pub variant: VariantId,
    /// The quantity as given.
    pub quantity: i64,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// The selling plan, if any.
    pub selling_plan: Option<SellingPlanId>,
    /// The parent line, if any.
    pub parent: Option<ParentReference>,
}

/// A change of a line. Fields that are `None` stay unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUpdate {
    pub id: LineId,
    /// The quantity as given; 0 removes the line.
    pub quantity: Option<i64>,
    /// The new variant.
    pub variant: Option<VariantId>,
    /// The new line-item properties.
    pub attributes: Option<Vec<Attribute>>,
    pub selling_plan: PlanChange,
}

/// A change of a line's selling plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanChange {
    /// The plan stays unchanged.
    #[default]
    Keep,
    /// The line is bought once, without a plan.
    Once,
    /// The line is bought under this plan.
    Under(SellingPlanId),
}

impl PlanChange {
    /// The plan after the change.
    const fn after(self, present: Option<SellingPlanId>) -> Option<SellingPlanId> {
        match self {
            Self::Keep => present,
            Self::Once => None,
            Self::Under(plan) => Some(plan),
        }
    }
}

/// The result of an operation on lines. If there are faults, nothing was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Faults; each carries the index of its line in the given list.
    pub faults: Vec<Fault>,
    /// Warnings for the buyer about lines of this call.
    pub warnings: Vec<CartWarning>,
}

/// Adds lines. A line is merged into an equal one: same variant, selling plan, attributes, parent line and child lines
/// per unit. If stock is short, the line is lowered to what is left, to 0 if necessary, with a warning. Lines that
/// break a rule of the merchant are refused.
#[must_use]
pub fn add_lines(
    cart: &mut Cart,
    inputs: &[LineInput],
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Changed {
    // Counts duplicates too, so that a request cannot make the server process a list of unlimited length.
    if inputs.len() > rules.max_lines {
        let fault = LineFault::of(FaultCode::CartTooLarge, LinePart::Whole);
        return Changed {
            faults: vec![fault.at(rules.max_lines)],
            ..Changed::default()
        };
    }
    let mut draft = Draft::of(cart, rules);
    let mut faults = Vec::new();
    // A child line may come before its parent line in the same call.
    let (above, below): (Vec<_>, Vec<_>) = inputs
        .iter()
        .enumerate()
        .partition(|(_, input)| input.parent.is_none());
    for (index, input) in above.into_iter().chain(below) {
        let found = add_line(&mut draft, index, input, catalogue, rules);
        faults.extend(found.into_iter().map(|fault| (index, fault)));
    }
    faults.extend(draft.merge_added());
    faults.sort_by_key(|(index, _)| *index);
    let faults = faults.into_iter();
    let faults = faults.map(|(index, fault)| fault.at(index)).collect();
    let touched: Vec<_> = inputs.iter().map(|input| input.variant).collect();
    settle(cart, draft, faults, &touched, catalogue, rules)
}

fn add_line(
    draft: &mut Draft,
    index: usize,
    input: &LineInput,
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Vec<LineFault> {
    let mut found = variant_faults(input.variant, catalogue, rules);
    found.extend(plan_fault(
        input.variant,
        input.selling_plan,
        catalogue,
        rules,
    ));
    let is_too_deep = input
        .parent
        .and_then(|_| nesting::bundle_fault(input.variant, catalogue));
    found.extend(is_too_deep.map(|code| LineFault::of(code, LinePart::Merchandise)));
    let attributes = plain_attributes(input.attributes.clone());
    found.extend(faults_of_attributes(&attributes));
    let quantity = quantity_within(input.quantity, 1, rules);
    if let (Some(quantity), true) = (quantity, found.is_empty()) {
        found.extend(draft.add(index, input, quantity, attributes).err());
    }
    found.extend(quantity.is_none().then(invalid_quantity));
    found
}

/// Changes lines. Lines that become equal are merged.
#[must_use]
pub fn update_lines(
    cart: &mut Cart,
    updates: &[LineUpdate],
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Changed {
    let mut draft = Draft::of(cart, rules);
    let mut faults = Vec::new();
    for (index, update) in updates.iter().enumerate() {
        let mut found = Vec::new();
        if let Some(variant) = update.variant {
            found.extend(variant_faults(variant, catalogue, rules));
            found.extend(draft.exchange_fault(update, variant, catalogue));
        }
        // A line that is being removed need not be for sale any more.
        if let Some((variant, plan)) = draft.wish(update).filter(|_| update.quantity != Some(0)) {
            found.extend(plan_fault(variant, plan, catalogue, rules));
        }
        let attributes = update.attributes.clone().map(plain_attributes);
        if let Some(attributes) = &attributes {
            found.extend(faults_of_attributes(attributes));
        }
        let quantity = update
            .quantity
            .map(|given| quantity_within(given, 0, rules));
        if quantity == Some(None) {
            found.push(invalid_quantity());
        }
        if found.is_empty() {
            found.extend(draft.update(update, attributes, quantity.flatten()).err());
        }
        faults.extend(found.into_iter().map(|fault| fault.at(index)));
    }
    let line = |id: LineId| cart.lines.iter().find(|line| line.id == id);
    let variant = |update: &LineUpdate| update.variant.or(Some(line(update.id)?.variant));
    let touched: Vec<_> = updates.iter().filter_map(variant).collect();
    settle(cart, draft, faults, &touched, catalogue, rules)
}

/// Removes lines and their child lines.
#[must_use]
pub fn remove_lines(cart: &mut Cart, ids: &[LineId]) -> Changed {
    let unknown_line = LineFault::of(FaultCode::InvalidMerchandiseLine, LinePart::Whole);
    let exists = |id: &LineId| cart.lines.iter().any(|line| line.id == *id);
    let unknown = ids.iter().enumerate().filter(|(_, id)| !exists(id));
    let faults: Vec<_> = unknown.map(|(index, _)| unknown_line.at(index)).collect();
    if faults.is_empty() {
        let is_named = |id: LineId| ids.contains(&id);
        cart.lines
            .retain(|line| !is_named(line.id) && !line.parent.is_some_and(is_named));
    }
    Changed {
        faults,
        warnings: Vec::new(),
    }
}

/// Stores a draft without faults in the cart, unless it breaks a rule of the merchant. The changed lines are lowered to
/// the available stock. `touched` are the variants of the given entries.
fn settle(
    cart: &mut Cart,
    draft: Draft,
    faults: Vec<Fault>,
    touched: &[VariantId],
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Changed {
    let refused = |faults| Changed {
        faults,
        warnings: Vec::new(),
    };
    if !faults.is_empty() {
        return refused(faults);
    }
    if rules.cart_rules.is_empty() {
        let warnings = draft.put_into(cart, catalogue);
        return Changed { faults, warnings };
    }
    let before = cart.clone();
    let warnings = draft.put_into(cart, catalogue);
    let broken = keep_to_rules(&before, cart, touched, catalogue, rules);
    if broken.is_empty() {
        return Changed { faults, warnings };
    }
    refused(broken)
}

fn quantity_within(given: i64, least: u32, rules: &ShopRules) -> Option<u32> {
    let quantity = u32::try_from(given).ok()?;
    (least..=rules.max_quantity)
        .contains(&quantity)
        .then_some(quantity)
}

const fn invalid_quantity() -> LineFault {
    LineFault::of(FaultCode::InvalidQuantity, LinePart::Quantity)
}

fn variant_faults(variant: VariantId, catalogue: &Catalogue, rules: &ShopRules) -> Vec<LineFault> {
    let code = match catalogue.variant(variant) {
        Some((product, variant)) if product.published => {
            gift_card::fault(product, variant, rules.gift_card_sales())
        }
        Some(_) => Some(FaultCode::MerchandiseProductNotPublished),
        None => Some(FaultCode::MerchandiseIdInvalid),
    };
    let fault = code.map(|code| LineFault::of(code, LinePart::Merchandise));
    Vec::from_iter(fault)
}

/// Why the variant cannot be bought with this plan, or without one. `None` for an unknown variant.
fn plan_fault(
    variant: VariantId,
    plan: Option<SellingPlanId>,
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Option<LineFault> {
    let (product, _) = catalogue.variant(variant)?;
    let fault = rules.selling_plans.fault(plan, product)?;
    Some(LineFault::of(fault.into(), LinePart::SellingPlan))
}

fn faults_of_attributes(attributes: &[Attribute]) -> impl Iterator<Item = LineFault> {
    let wrong = attribute_faults(attributes).into_iter();
    wrong.map(|(index, part)| LineFault::of(FaultCode::Invalid, LinePart::Attribute(index, part)))
}

#[cfg(test)]
mod tests;
