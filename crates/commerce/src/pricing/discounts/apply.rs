//! Applies discounts to lines and delivery.

use super::choice::{Candidate, choose};
use super::eligibility::{EligibilityInput, Refusal};
use crate::delivery::DeliveryGroups;
use crate::discount::{Benefit, Class, Discount, Trigger, code_key};
use crate::money::MinorUnits;
use crate::pricing::PricedLine;
use crate::selling_plan::ByPurchase;

/// A discount applied to a cart. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedDiscount {
    /// What activated it.
    pub trigger: Trigger,
    pub benefit: Benefit,
    pub class: Class,
    /// Total amount taken off; above zero.
    pub amount: MinorUnits,
    /// Amount taken off each line, in the order of the priced lines; empty for a delivery discount.
    pub shares: Vec<MinorUnits>,
}

/// The outcome of a discount code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeOutcome {
    /// The code as the buyer entered it.
    pub code: String,
    /// Why the code has no effect; `None`: it is applied.
    pub refusal: Option<Refusal>,
}

/// The discounts chosen for one cart.
pub(crate) struct Stage<'r> {
    chosen: Vec<Candidate<'r>>,
    /// Every code of the cart, in the order the buyer entered them.
    pub(crate) codes: Vec<CodeOutcome>,
}

impl<'r> Stage<'r> {
    /// Chooses among the configured discounts.
    pub(crate) fn new(discounts: &'r [Discount], basket: &EligibilityInput<'_>) -> Self {
        let codes = &basket.cart.discount_codes;
        let entered: Vec<_> = codes.iter().map(|code| code_key(code)).collect();
        let is_asked_for = |discount: &Discount| {
            let code = discount.code();
            code.is_none_or(|code| entered.contains(&code_key(code)))
        };
        let asked = discounts.iter().enumerate();
        let asked = asked.filter(|(_, discount)| is_asked_for(discount));
        let judged = asked.map(|(index, discount)| (index, judge(discount, basket)));
        let judged = choose(judged.collect(), basket);
        let outcome = |(code, key): (&String, &String)| CodeOutcome {
            code: code.clone(),
            refusal: refusal_of(key, discounts, &judged),
        };
        Self {
            codes: codes.iter().zip(&entered).map(outcome).collect(),
            chosen: judged
                .into_iter()
                .filter_map(|(_, judged)| judged.ok())
                .collect(),
        }
    }

    /// Whether any discount reduces delivery. Its value depends on the selected options.
    pub(crate) fn lowers_delivery(discounts: &[Discount]) -> bool {
        discounts
            .iter()
            .any(|discount| discount.class() == Class::Delivery)
    }

    /// Applies goods discounts to the given line totals, then order discounts to the rest. A discount that finds
    /// nothing left is not returned.
    pub(crate) fn of_goods(&self, mut left: Vec<MinorUnits>) -> Vec<AppliedDiscount> {
        let mut applied = Vec::new();
        for class in [Class::Goods, Class::Order] {
            for candidate in self.of_class(class) {
                let shares = candidate.shares(&left);
                for (left, share) in left.iter_mut().zip(&shares) {
                    *left -= *share;
                }
                applied.extend(applied_discount(
                    candidate.discount,
                    shares.iter().sum(),
                    shares,
                ));
            }
        }
        applied
    }

    /// Applies delivery discounts. The price of each group is reduced once.
    pub(crate) fn of_delivery(
        &self,
        lines: &[PricedLine],
        delivery: &DeliveryGroups,
    ) -> Vec<AppliedDiscount> {
        let mut lowered = ByPurchase::<bool>::default();
        let candidates = self.of_class(Class::Delivery);
        let applied = candidates.filter_map(|candidate| {
            let off = candidate.off_delivery(lines, delivery);
            let left = off.filter(|&(group, _)| !std::mem::replace(lowered.get_mut(group), true));
            let amount = left.map(|(_, amount)| amount).sum();
            applied_discount(candidate.discount, amount, Vec::new())
        });
        applied.collect()
    }

    fn of_class(&self, class: Class) -> impl Iterator<Item = &Candidate<'r>> {
        let chosen = self.chosen.iter();
        chosen.filter(move |candidate| candidate.discount.class() == class)
    }
}

fn judge<'r>(
    discount: &'r Discount,
    basket: &EligibilityInput<'_>,
) -> Result<Candidate<'r>, Refusal> {
    let entitled = basket.entitled(discount)?;
    Ok(Candidate { discount, entitled })
}

fn refusal_of(
    key: &str,
    discounts: &[Discount],
    judged: &[(usize, Result<Candidate<'_>, Refusal>)],
) -> Option<Refusal> {
    let has_code = |index: usize| {
        discounts[index]
            .code()
            .is_some_and(|code| code_key(code) == key)
    };
    match judged.iter().find(|&&(index, _)| has_code(index)) {
        None => Some(Refusal::NotFound),
        Some((_, judged)) => judged.as_ref().err().copied(),
    }
}

fn applied_discount(
    discount: &Discount,
    amount: MinorUnits,
    shares: Vec<MinorUnits>,
) -> Option<AppliedDiscount> {
    amount.is_positive().then(|| AppliedDiscount {
        trigger: discount.trigger.clone(),
        benefit: discount.benefit.clone(),
        class: discount.class(),
        amount,
        shares,
    })
}
