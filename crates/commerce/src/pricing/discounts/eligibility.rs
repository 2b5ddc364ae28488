//! Whether a discount is for this cart, apart from what else applies to it.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::delivery::{DeliveryGroup, DeliveryGroups};
use crate::discount::{Benefit, Discount, Entitlement, Purchase, code_key};
use crate::money::MinorUnits;
use crate::pricing::{Facts, PricedLine};
use crate::selling_plan::PurchaseType;

/// Why a code lowers nothing (the public `CartWarningCode`s about discounts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The shop has given out no such code.
    NotFound,
    /// It holds not yet, or no more.
    CurrentlyInactive,
    /// It has been used as often as it can be.
    UsageLimitReached,
    /// This buyer has used it.
    BuyerUsageLimitReached,
    /// It is for certain buyers, and it is not known who buys.
    EligibleBuyerMissing,
    /// It is for other buyers.
    BuyerNotEligible,
    /// It is for goods bought once, and these are bought under a plan, or the other way round.
    IncompatiblePurchaseType,
    /// Nothing in the cart is what it is for.
    NoEntitledLines,
    /// Nothing is delivered in a way, or to a place, that it is for.
    NoEntitledDelivery,
    /// The goods it is for cost too little.
    SubtotalNotInRange,
    /// There are too few of the goods it is for.
    QuantityNotInRange,
    /// It cannot be used beside what lowers the price more.
    NotHonoured,
}

impl Refusal {
    /// Every one, for tables.
    pub const ALL: &'static [Self] = &[
        Self::NotFound,
        Self::CurrentlyInactive,
        Self::UsageLimitReached,
        Self::BuyerUsageLimitReached,
        Self::EligibleBuyerMissing,
        Self::BuyerNotEligible,
        Self::IncompatiblePurchaseType,
        Self::NoEntitledLines,
        Self::NoEntitledDelivery,
        Self::SubtotalNotInRange,
        Self::QuantityNotInRange,
        Self::NotHonoured,
    ];

    /// The public `CartWarningCode`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "DISCOUNT_NOT_FOUND",
            Self::CurrentlyInactive => "DISCOUNT_CURRENTLY_INACTIVE",
            Self::UsageLimitReached => "DISCOUNT_USAGE_LIMIT_REACHED",
            Self::BuyerUsageLimitReached => "DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED",
            Self::EligibleBuyerMissing => "DISCOUNT_ELIGIBLE_CUSTOMER_MISSING",
            Self::BuyerNotEligible => "DISCOUNT_CUSTOMER_NOT_ELIGIBLE",
            Self::IncompatiblePurchaseType => "DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE",
            Self::NoEntitledLines => "DISCOUNT_NO_ENTITLED_LINE_ITEMS",
            Self::NoEntitledDelivery => "DISCOUNT_NO_ENTITLED_SHIPPING_LINES",
            Self::SubtotalNotInRange => "DISCOUNT_PURCHASE_NOT_IN_RANGE",
            Self::QuantityNotInRange => "DISCOUNT_QUANTITY_NOT_IN_RANGE",
            Self::NotHonoured => "DISCOUNT_CODE_NOT_HONOURED",
        }
    }
}

/// What discounts look at.
pub(crate) struct Basket<'b> {
    pub(crate) cart: &'b Cart,
    pub(crate) lines: &'b [PricedLine],
    pub(crate) catalogue: &'b Catalogue,
    pub(crate) facts: &'b Facts,
    /// What is delivered, priced as if there were no discounts; left out where no discount is of delivery.
    pub(crate) delivery: &'b DeliveryGroups,
}

impl Basket<'_> {
    /// Which lines the discount is about; or why it is not for this cart.
    pub(super) fn entitled(&self, discount: &Discount) -> Result<Vec<bool>, Refusal> {
        // A closed cart has been priced and agreed to; its own attempt is among those that have used the discount.
        if self.cart.is_open() {
            self.check_time(discount)?;
            self.check_uses(discount)?;
        }
        self.check_buyer(discount)?;
        let entitled = self.entitled_lines(discount)?;
        self.check_minimum(discount, &entitled)?;
        self.check_delivery(discount, &entitled)?;
        Ok(entitled)
    }

    fn check_time(&self, discount: &Discount) -> Result<(), Refusal> {
        let now = self.facts.now;
        let begun = discount.starts_at.is_none_or(|start| start <= now);
        let over = discount.ends_at.is_some_and(|end| end <= now);
        holds(begun && !over, Refusal::CurrentlyInactive)
    }

    fn check_uses(&self, discount: &Discount) -> Result<(), Refusal> {
        let Some(code) = discount.code() else {
            return Ok(());
        };
        let uses = self.facts.uses.get(&code_key(code)).copied();
        let uses = uses.unwrap_or_default();
        let left = discount.usage_limit.is_none_or(|limit| uses.total < limit);
        holds(left, Refusal::UsageLimitReached)?;
        holds(
            !(discount.once_per_buyer && uses.by_buyer),
            Refusal::BuyerUsageLimitReached,
        )
    }

    fn check_buyer(&self, discount: &Discount) -> Result<(), Refusal> {
        if discount.buyers.is_empty() {
            return Ok(());
        }
        let email = self.cart.buyer.email.as_deref();
        let email = email.ok_or(Refusal::EligibleBuyerMissing)?.to_lowercase();
        let is_one =
            |buyer: &String| email == *buyer || buyer.starts_with('@') && email.ends_with(buyer);
        holds(
            discount.buyers.iter().any(is_one),
            Refusal::BuyerNotEligible,
        )
    }

    fn entitled_lines(&self, discount: &Discount) -> Result<Vec<bool>, Refusal> {
        let lines = self.lines.iter();
        let goods: Vec<_> = lines
            // A gift card costs what it is worth.
            .map(|line| {
                line.quantity > 0 && !line.product.gift_card && self.is_about(discount, line)
            })
            .collect();
        holds(goods.contains(&true), Refusal::NoEntitledLines)?;
        let lines = goods.iter().zip(self.lines);
        let entitled: Vec<_> = lines
            .map(|(&is_about, line)| is_about && is_bought_so(discount.purchase, line))
            .collect();
        holds(entitled.contains(&true), Refusal::IncompatiblePurchaseType)?;
        Ok(entitled)
    }

    fn is_about(&self, discount: &Discount, line: &PricedLine) -> bool {
        match &discount.entitled {
            Entitlement::All => true,
            Entitlement::Goods {
                products,
                collections,
            } => {
                products.contains(&line.product.handle)
                    || collections
                        .iter()
                        .any(|handle| self.catalogue.is_in_collection(line.product.id, handle))
            }
        }
    }

    fn check_minimum(&self, discount: &Discount, entitled: &[bool]) -> Result<(), Refusal> {
        let counted = || {
            let lines = self.lines.iter().zip(entitled);
            lines
                .filter(|&(_, &entitled)| entitled)
                .map(|(line, _)| line)
        };
        let subtotal: MinorUnits = counted().map(|line| line.total).sum();
        let quantity: u64 = counted().map(|line| u64::from(line.quantity)).sum();
        let enough = discount
            .minimum_subtotal
            .is_none_or(|least| subtotal >= least);
        holds(enough, Refusal::SubtotalNotInRange)?;
        let enough = discount
            .minimum_quantity
            .is_none_or(|least| quantity >= least);
        holds(enough, Refusal::QuantityNotInRange)
    }

    /// What is not known yet (the country, the chosen way) is given the benefit of the doubt: there is nothing to lower.
    fn check_delivery(&self, discount: &Discount, entitled: &[bool]) -> Result<(), Refusal> {
        let Benefit::FreeDelivery { countries, .. } = &discount.benefit else {
            return Ok(());
        };
        let country = self.cart.destination_country();
        let there = country.is_none_or(|country| among(countries, country));
        let mut groups = lowered_groups(discount, entitled, self.lines, self.delivery);
        holds(
            there && groups.next().is_some(),
            Refusal::NoEntitledDelivery,
        )
    }
}

/// The groups whose delivery the discount is about: some of its goods are theirs, and they go, or may still go, one of its
/// ways.
pub(super) fn lowered_groups<'g>(
    discount: &'g Discount,
    entitled: &'g [bool],
    lines: &'g [PricedLine],
    delivery: &'g DeliveryGroups,
) -> impl Iterator<Item = (PurchaseType, &'g DeliveryGroup)> {
    let methods: &[String] = match &discount.benefit {
        Benefit::FreeDelivery { methods, .. } => methods,
        Benefit::Percentage(_) | Benefit::Amount(_) => &[],
    };
    let has_goods = move |group: PurchaseType| {
        let mut lines = lines
            .iter()
            .zip(entitled)
            .filter(|&(_, &entitled)| entitled);
        lines.any(|(line, _)| delivery.group_of(line.purchase_type()) == Some(group))
    };
    let goes_so = |group: &DeliveryGroup| {
        let option = group.selected();
        option.is_none_or(|option| among(methods, &option.code))
    };
    let groups = delivery.iter();
    groups.filter(move |&(purchase, group)| has_goods(purchase) && goes_so(group))
}

fn holds(condition: bool, refusal: Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal) }
}

/// Whether the name is in the list; an empty list means all.
fn among(names: &[String], name: &str) -> bool {
    names.is_empty() || names.iter().any(|known| known == name)
}

/// Whether the line is bought once, or under a selling plan, as the discount wants it.
const fn is_bought_so(purchase: Purchase, line: &PricedLine) -> bool {
    match purchase {
        Purchase::Any => true,
        Purchase::OneTime => line.allocation.is_none(),
        Purchase::Subscription => line.allocation.is_some(),
    }
}
