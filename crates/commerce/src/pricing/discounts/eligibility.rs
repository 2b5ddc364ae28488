//! Decides whether a cart qualifies for a discount, without regard to other discounts.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::delivery::{DeliveryGroup, DeliveryGroups};
use crate::discount::{Benefit, Discount, Entitlement, Purchase, code_key};
use crate::money::MinorUnits;
use crate::pricing::{Facts, PricedLine};
use crate::selling_plan::PurchaseType;

/// Why a code has no effect (the public `CartWarningCode`s about discounts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The shop has no such code.
    NotFound,
    /// The discount is not valid yet, or not any more.
    CurrentlyInactive,
    /// The discount has reached its usage limit.
    UsageLimitReached,
    /// This buyer has already used the discount.
    BuyerUsageLimitReached,
    /// The discount is for certain buyers, and the cart has no e-mail address.
    EligibleBuyerMissing,
    /// The discount is for other buyers.
    BuyerNotEligible,
    /// The discount is for goods bought once, and these are under a plan, or the reverse.
    IncompatiblePurchaseType,
    /// The cart has no goods that the discount applies to.
    NoEntitledLines,
    /// Nothing is delivered by a method, or to a country, that the discount applies to.
    NoEntitledDelivery,
    /// The goods that the discount applies to cost too little.
    SubtotalNotInRange,
    /// The cart has too few of the goods that the discount applies to.
    QuantityNotInRange,
    /// The discount cannot be combined with one that saves more.
    NotHonoured,
}

impl Refusal {
    /// Every refusal, for tables.
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

/// The data from which eligibility is decided.
pub(crate) struct EligibilityInput<'b> {
    pub(crate) cart: &'b Cart,
    pub(crate) lines: &'b [PricedLine],
    pub(crate) catalogue: &'b Catalogue,
    pub(crate) facts: &'b Facts,
    /// Delivery priced without discounts; empty if no configured discount reduces delivery.
    pub(crate) delivery: &'b DeliveryGroups,
}

impl EligibilityInput<'_> {
    /// For each line, whether the discount applies to it; or why the cart does not qualify.
    pub(super) fn entitled(&self, discount: &Discount) -> Result<Vec<bool>, Refusal> {
        // A closed cart has been priced and agreed to, and its own attempt is already counted as a use.
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
            // A gift card is never discounted.
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

    /// An unknown country or unselected option counts as eligible: there is no delivery price to reduce yet.
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

/// The groups whose delivery the discount reduces. They contain some of its goods, and their selected option is one of
/// its methods or still open.
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

/// Whether the list contains the name; an empty list contains every name.
fn among(names: &[String], name: &str) -> bool {
    names.is_empty() || names.iter().any(|known| known == name)
}

/// Whether the line is bought the way the discount requires.
const fn is_bought_so(purchase: Purchase, line: &PricedLine) -> bool {
    match purchase {
        Purchase::Any => true,
        Purchase::OneTime => line.allocation.is_none(),
        Purchase::Subscription => line.allocation.is_some(),
    }
}
