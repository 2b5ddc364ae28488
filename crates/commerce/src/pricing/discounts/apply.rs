//! Taking off what discounts take off.

use super::choice::{Candidate, choose};
use super::eligibility::{Basket, Refusal};
use crate::delivery::DeliveryGroups;
use crate::discount::{Benefit, Class, Discount, Trigger, code_key};
use crate::money::MinorUnits;
use crate::pricing::PricedLine;
use crate::selling_plan::ByPurchase;

/// What a discount takes off a cart. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedDiscount {
    /// What brought it about.
    pub trigger: Trigger,
    /// What it promises.
    pub benefit: Benefit,
    /// Its kind.
    pub class: Class,
    /// What it takes off in all; more than nothing.
    pub amount: MinorUnits,
    /// What it takes off each line, in the order of the priced lines; nothing for delivery.
    pub shares: Vec<MinorUnits>,
}

/// What a code of the cart came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeOutcome {
    /// As the buyer entered it.
    pub code: String,
    /// Why it lowers nothing; none: it is honoured.
    pub refusal: Option<Refusal>,
}

/// The discounts of one cart, chosen.
pub(crate) struct Stage<'r> {
    chosen: Vec<Candidate<'r>>,
    /// Every code of the cart, in the order of entering.
    pub(crate) codes: Vec<CodeOutcome>,
}

impl<'r> Stage<'r> {
    /// Chooses among the configured discounts.
    pub(crate) fn new(discounts: &'r [Discount], basket: &Basket<'_>) -> Self {
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

    /// Whether a discount of delivery is among them, whose worth depends on the chosen way.
    pub(crate) fn lowers_delivery(discounts: &[Discount]) -> bool {
        discounts
            .iter()
            .any(|discount| discount.class() == Class::Delivery)
    }

    /// Lowers the lines, whose totals these are: discounts of goods first, those of the order off what they leave.
    /// Discounts that find nothing left are not among what is answered.
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

    /// Lowers the price of delivery: that of each group once.
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

fn judge<'r>(discount: &'r Discount, basket: &Basket<'_>) -> Result<Candidate<'r>, Refusal> {
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
