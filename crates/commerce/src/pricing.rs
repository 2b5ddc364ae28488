//! Prices a cart: a pure function of cart, catalogue, rules and facts.

mod alike;
mod cart_rules;
mod delivery_cost;
pub mod discounts;
mod facts;
mod lines;
mod parcels;
mod payment;

pub use alike::are_priced_alike;
pub(crate) use cart_rules::broken_rules;
pub use delivery_cost::discounted_delivery;
pub use facts::{Facts, Question, Uses, buyer_keys};

use crate::cart::{Attribute, Cart};
use crate::catalogue::{Catalogue, Product, Variant};
use crate::delivery::DeliveryGroups;
use crate::discount::Class;
use crate::gift_card::{self, GiftCardPayment};
use crate::ids::LineId;
use crate::market::Taxation;
use crate::money::{Currency, MinorUnits, Money};
use crate::payment::PaymentMethod;
use crate::rules::PricingContext;
use crate::rules::ShopRules;
use crate::selling_plan::{self, Allocation, PurchaseType, RecurringTotal};
use crate::stock::CartWarning;
use crate::tax::{self, TaxLine, TaxRate, TaxRules};
use discounts::{AppliedDiscount, CodeOutcome, EligibilityInput, Stage};
use parcels::Parcels;
use std::sync::Arc;

/// A cart with all amounts calculated. Amounts are in minor units of `currency`.
#[derive(Clone, Debug)]
pub struct PricedCart {
    /// The currency of the cart's market.
    pub currency: Currency,
    /// The market's stable handle; `None`: the shop's own market.
    pub market: Option<String>,
    /// Whether the other amounts include tax.
    pub taxation: Taxation,
    /// Lines in the cart's order. A line whose variant is no longer sold is missing here and has a warning.
    pub lines: Vec<PricedLine>,
    /// Units in all lines.
    pub total_quantity: u64,
    /// Sum of the lines, before any discount.
    pub subtotal: MinorUnits,
    /// The applied discounts, in the order in which they were applied.
    pub discounts: Vec<AppliedDiscount>,
    /// The outcome of each discount code, in the order the buyer entered them.
    pub codes: Vec<CodeOutcome>,
    pub delivery: DeliveryGroups,
    /// Payments by the cart's gift cards, in the order the buyer added them.
    pub gift_cards: Vec<GiftCardPayment>,
    /// Amount to pay: subtotal plus the selected deliveries, minus discounts, plus duty and tax if they are added,
    /// minus payments by gift cards.
    pub total: MinorUnits,
    /// Duty on the shipped goods.
    pub duty: MinorUnits,
    /// Tax by rate, highest rate first. Amounts paid with gift cards are taxed too.
    pub taxes: Vec<TaxLine>,
    /// Sum of the tax in `taxes`.
    pub total_tax: MinorUnits,
    /// Whether a rule of the merchant allows finishing only in the checkout.
    pub is_for_checkout: bool,
    /// Warnings for the buyer.
    pub warnings: Vec<CartWarning>,
    /// Lines missing because their products are no longer published. Lines whose variants no longer exist are not
    /// included.
    pub unpublished: Vec<LineId>,
}

#[derive(Clone, Debug)]
pub struct PricedLine {
    /// The line's number in the cart.
    pub id: LineId,
    /// The parent line, if any.
    pub parent: Option<LineId>,
    pub product: Arc<Product>,
    pub variant_index: usize,
    pub quantity: u32,
    /// Price of one unit; under a selling plan, its price in the first order.
    pub unit_price: MinorUnits,
    /// Price of one unit before a reduction.
    pub compare_at_price: Option<MinorUnits>,
    /// Price of all units, before any discount.
    pub total: MinorUnits,
    /// Whether the total is exactly price times quantity. False if pricing capped an amount.
    pub is_exact: bool,
    pub tax_rate: TaxRate,
    /// Line-item properties.
    pub attributes: Vec<Attribute>,
    /// The selling plan applied to one unit; `None` if the line is bought once, or its plan is no longer offered.
    pub allocation: Option<Allocation>,
}

impl PricedLine {
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.product.variants[self.variant_index]
    }

    #[must_use]
    pub const fn purchase_type(&self) -> PurchaseType {
        match self.allocation {
            None => PurchaseType::OneTimePurchase,
            Some(_) => PurchaseType::Subscription,
        }
    }

    fn is_shipped(&self) -> bool {
        self.quantity > 0 && self.variant().requires_shipping
    }

    /// Weight of all units, in grams.
    fn grams(&self) -> u64 {
        u64::from(self.quantity) * u64::from(self.variant().grams)
    }
}

impl PricedCart {
    /// What rounding adds to the total if the buyer pays by this method.
    #[must_use]
    pub fn rounding(&self, method: &PaymentMethod) -> MinorUnits {
        method.rounding(Money::new(self.total, self.currency))
    }

    /// Amount to pay by this method.
    #[must_use]
    pub fn due(&self, method: &PaymentMethod) -> MinorUnits {
        self.total.saturating_add(self.rounding(method))
    }

    /// The line with this number, if it is still sold.
    #[must_use]
    pub fn line(&self, id: LineId) -> Option<&PricedLine> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// The goods discounts that apply to this line, with the amount each takes off. Order discounts are not included.
    pub fn line_discounts(
        &self,
        id: LineId,
    ) -> impl Iterator<Item = (&AppliedDiscount, MinorUnits)> {
        let place = self.lines.iter().position(|line| line.id == id);
        let of_goods = self
            .discounts
            .iter()
            .filter(|given| given.class == Class::Goods);
        of_goods.filter_map(move |given| {
            let share = given.shares.get(place?).copied()?;
            share.is_positive().then_some((given, share))
        })
    }

    /// Total of the goods discounts on a line.
    #[must_use]
    pub fn off_line(&self, id: LineId) -> MinorUnits {
        self.line_discounts(id).map(|(_, share)| share).sum()
    }

    /// Total of the goods discounts on all lines.
    #[must_use]
    pub fn off_lines(&self) -> MinorUnits {
        self.off_by(Class::Goods)
    }

    /// Total of the discounts of one class.
    #[must_use]
    pub fn off_by(&self, class: Class) -> MinorUnits {
        let given = self.discounts.iter();
        given
            .filter(|given| given.class == class)
            .map(|given| given.amount)
            .sum()
    }

    /// Total of all discounts.
    #[must_use]
    pub fn off(&self) -> MinorUnits {
        self.discounts.iter().map(|given| given.amount).sum()
    }

    /// Tax added on top of the other amounts.
    #[must_use]
    pub const fn added_tax(&self) -> MinorUnits {
        match self.taxation {
            Taxation::Included => MinorUnits::ZERO,
            Taxation::Added => self.total_tax,
        }
    }

    /// Duty and tax added on top of the other amounts.
    #[must_use]
    pub fn on_top(&self) -> MinorUnits {
        self.duty + self.added_tax()
    }

    /// Total paid by gift cards.
    #[must_use]
    pub fn paid_by_gift_cards(&self) -> MinorUnits {
        self.gift_cards.iter().map(|paid| paid.amount).sum()
    }

    /// Whether any line is bought under a selling plan.
    #[must_use]
    pub fn has_selling_plan(&self) -> bool {
        let mut bought = self.lines.iter().filter(|line| line.quantity > 0);
        bought.any(|line| line.allocation.is_some())
    }

    /// Whether the order will cost nothing, now and later. What is shipped may still cost its delivery.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.total.is_zero() && !self.requires_shipping() && !self.has_selling_plan()
    }

    /// Whether the cart buys a gift card.
    #[must_use]
    pub fn has_gift_card(&self) -> bool {
        let mut bought = self.lines.iter().filter(|line| line.quantity > 0);
        bought.any(|line| line.product.gift_card)
    }

    /// Amounts that the buyer will pay repeatedly (row 5.16).
    #[must_use]
    pub fn recurring_totals(&self) -> Vec<RecurringTotal> {
        let lines = self.lines.iter();
        selling_plan::recurring_totals(lines.filter_map(|line| {
            let allocation = line.allocation.as_ref()?;
            Some((allocation, line.quantity))
        }))
    }

    /// Whether anything is shipped.
    #[must_use]
    pub fn requires_shipping(&self) -> bool {
        !self.delivery.is_empty()
    }

    /// Whether the line belongs to this delivery group, even if none of it is in stock.
    #[must_use]
    pub fn holds(&self, group: PurchaseType, line: &PricedLine) -> bool {
        line.variant().requires_shipping && line.purchase_type() == group
    }
}

/// The lines shown to the buyer: those still sold, in the cart's order, with quantities lowered to the stock.
#[must_use]
pub fn shown_lines(cart: &Cart, catalogue: &Catalogue, rules: &ShopRules) -> Vec<PricedLine> {
    lines::price_lines(cart, catalogue, &rules.pricing_context_of(cart)).0
}

/// Prices a cart. Any cart can be priced: amounts above [`crate::money::MAX_AMOUNT`] are capped so that every total is
/// still the sum of its parts, and [`crate::completion`] then refuses the cart.
#[must_use]
pub fn price(cart: &Cart, catalogue: &Catalogue, rules: &ShopRules, facts: &Facts) -> PricedCart {
    let context = rules.pricing_context_of(cart);
    let rules = context.rules;
    let (lines, warnings) = lines::price_lines(cart, catalogue, &context);
    let subtotal = lines.iter().map(|line| line.total).sum();
    let parcels = Parcels::of(&lines);
    let quotes = context.quotes(&cart.carrier_quotes);
    let groups = |discounts: &[AppliedDiscount]| {
        parcels.groups(cart, rules, &quotes, &lines, discounts, facts.now)
    };
    let before = if Stage::lowers_delivery(&rules.discounts) {
        groups(&[])
    } else {
        DeliveryGroups::default()
    };
    let basket = EligibilityInput {
        cart,
        lines: &lines,
        catalogue,
        facts,
        delivery: &before,
    };
    let stage = Stage::new(&rules.discounts, &basket);
    let mut discounts = stage.of_goods(lines.iter().map(|line| line.total).collect());
    let delivery = groups(&discounts);
    discounts.extend(stage.of_delivery(&lines, &delivery));
    let net = net_amounts(&lines, &discounts, &delivery, context.tax);
    let goods_and_delivery: MinorUnits = net.iter().map(|&(_, amount)| amount).sum();
    let duty = duty(&lines, &net, &context);
    let taxes = taxes(net, context.taxation());
    let total_tax: MinorUnits = taxes.iter().map(|line| line.tax).sum();
    let on_top = match context.taxation() {
        Taxation::Included => MinorUnits::ZERO,
        Taxation::Added => total_tax,
    };
    let value = goods_and_delivery + duty + on_top;
    let balance = |id| facts.gift_cards.get(&id).copied();
    // Gift cards cannot buy gift cards. Otherwise their money could be moved on for ever and would never expire.
    let payable = value - worth_of_gift_cards(&lines);
    let gift_cards = gift_card::payments(&cart.gift_cards, payable, balance, rules.currency);
    let paid_by_cards: MinorUnits = gift_cards.iter().map(|paid| paid.amount).sum();
    PricedCart {
        currency: context.currency(),
        market: context.market.map(|market| market.handle.clone()),
        taxation: context.taxation(),
        duty,
        total_quantity: lines.iter().map(|line| u64::from(line.quantity)).sum(),
        subtotal,
        codes: stage.codes,
        discounts,
        delivery,
        total: value - paid_by_cards,
        gift_cards,
        total_tax,
        taxes,
        is_for_checkout: cart_rules::is_for_checkout(cart, &lines, rules),
        unpublished: lines::unpublished(cart, catalogue),
        lines,
        warnings,
    }
}

/// The amount paid for each line and for delivery after discounts, each with its tax rate.
fn net_amounts(
    lines: &[PricedLine],
    discounts: &[AppliedDiscount],
    delivery: &DeliveryGroups,
    tax: &TaxRules,
) -> Vec<(TaxRate, MinorUnits)> {
    let mut net: Vec<_> = lines
        .iter()
        .map(|line| (line.tax_rate, line.total))
        .collect();
    let mut delivery_price = delivery.price();
    for discount in discounts {
        for ((_, amount), share) in net.iter_mut().zip(&discount.shares) {
            *amount -= *share;
        }
        if discount.class == Class::Delivery {
            delivery_price -= discount.amount;
        }
    }
    net.push((tax.delivery_rate(), delivery_price));
    net
}

/// Duty on the amount paid for shipped goods, after discounts and without included tax: customs charge on the value of
/// goods, not on another tax. Calculated once on the sum.
fn duty(
    lines: &[PricedLine],
    net: &[(TaxRate, MinorUnits)],
    context: &PricingContext<'_>,
) -> MinorUnits {
    if context.duty() == TaxRate::ZERO {
        return MinorUnits::ZERO;
    }
    let shipped = lines.iter().zip(net).filter(|(line, _)| line.is_shipped());
    let paid = shipped.map(|(_, &paid)| paid).collect();
    let worth = taxes(paid, context.taxation());
    tax::added_tax(worth.iter().map(|line| line.base).sum(), context.duty())
}

fn taxes(net: Vec<(TaxRate, MinorUnits)>, taxation: Taxation) -> Vec<TaxLine> {
    match taxation {
        Taxation::Included => tax::recapitulation(net),
        Taxation::Added => tax::added_recapitulation(net),
    }
}

/// Total price of the gift cards among the lines. It is neither discounted nor taxed.
fn worth_of_gift_cards(lines: &[PricedLine]) -> MinorUnits {
    let cards = lines.iter().filter(|line| line.product.gift_card);
    cards.map(|line| line.total).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Strictness;
    use crate::cart::{CartStatus, set_delivery_address};
    use crate::cart_changes::select_delivery;
    use crate::fixtures::{
        ANVIL, BOOK, SAMPLE, SHIRT_L, SHIRT_M, VOUCHER, cart_of, catalogue, catalogue_with, jana,
        pieces, priced, products, shop, text,
    };
    use crate::ids::{AttemptKey, OrderNumber};
    use crate::money::MAX_AMOUNT;
    use crate::stock::WarningCode;

    /// The cart, delivered to Jana with the option `handle`.
    fn sent(mut cart: Cart, handle: &str) -> Cart {
        let faults = set_delivery_address(&mut cart, Some(jana()), Strictness::Strict);
        assert_eq!(faults, []);
        let offered = priced(&cart);
        let group = offered.delivery.only().unwrap();
        assert_eq!(select_delivery(&mut cart, 0, group, handle, &offered), []);
        cart
    }

    /// Handles of all offered options.
    fn ways(priced: &PricedCart) -> Vec<String> {
        let groups = priced.delivery.iter();
        let options = groups.flat_map(|(_, group)| &group.options);
        options.map(|option| option.handle.clone()).collect()
    }

    /// [3.02] Subtotal, total and tax of a cart with three tax rates and delivery.
    #[test]
    fn a_mixed_cart_is_priced() {
        let cart = sent(cart_of(&[(SHIRT_M, 2), (BOOK, 1), (VOUCHER, 1)]), "ppl");
        let priced = priced(&cart);
        assert_eq!(
            priced.subtotal,
            MinorUnits::new(2 * 129_000 + 39_900 + 50_000)
        );
        assert_eq!(priced.total, priced.subtotal + MinorUnits::new(9_900));
        assert_eq!(priced.total_quantity, 4);
        assert_eq!(priced.delivery.grams(), 2 * 300 + 450);
        let taxes: Vec<_> = priced
            .taxes
            .iter()
            .map(|line| (line.rate.basis_points(), line.base.get(), line.tax.get()))
            .collect();
        assert_eq!(
            taxes,
            [
                // Shirts and delivery: 2 679.00 in all.
                (2_100, 221_405, 46_495),
                (1_200, 44_643, 5_357),
                (0, 39_900, 0),
            ]
        );
        assert_eq!(priced.total_tax, MinorUnits::new(46_495 + 5_357));
        assert_eq!(priced.warnings, []);
    }

    #[test]
    fn an_empty_cart_costs_nothing() {
        let priced = priced(&cart_of(&[]));
        assert_eq!(
            (priced.subtotal, priced.total, priced.total_tax),
            (MinorUnits::ZERO, MinorUnits::ZERO, MinorUnits::ZERO)
        );
        assert!(!priced.requires_shipping());
        assert!(priced.taxes.is_empty() && ways(&priced).is_empty());
    }

    #[test]
    fn nothing_is_offered_before_a_country_is_known_or_for_digital_goods() {
        let mut shirt = cart_of(&[(SHIRT_M, 1)]);
        assert!(ways(&priced(&shirt)).is_empty());
        shirt.buyer.country = text("CZ");
        assert_eq!(ways(&priced(&shirt)).len(), 4);
        let mut voucher = cart_of(&[(VOUCHER, 1)]);
        voucher.buyer.country = text("CZ");
        assert!(ways(&priced(&voucher)).is_empty());
        assert!(!priced(&voucher).requires_shipping());
    }

    #[test]
    fn the_delivery_address_decides_before_the_buyers_country() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.buyer.country = text("DE");
        cart.delivery_address = Some(jana());
        assert_eq!(ways(&priced(&cart)).len(), 4);
        cart.buyer.country = text("CZ");
        cart.delivery_address = Some(crate::address::Address {
            country: text("DE"),
            ..jana()
        });
        assert!(ways(&priced(&cart)).is_empty());
    }

    #[test]
    fn a_selection_that_is_no_longer_offered_is_dropped_and_costs_nothing() {
        let mut cart = sent(cart_of(&[(SHIRT_M, 1)]), "ppl");
        let abroad = crate::address::Address {
            country: text("US"),
            ..jana()
        };
        let faults = set_delivery_address(&mut cart, Some(abroad), Strictness::CountryOnly);
        assert_eq!(faults, []);
        let gone = priced(&cart);
        assert!(!gone.delivery.is_chosen());
        assert_eq!(gone.total, gone.subtotal);
        cart.delivery_address = Some(jana());
        assert!(priced(&cart).delivery.is_chosen());
    }

    #[test]
    fn what_is_too_heavy_for_one_way_goes_another() {
        let mut cart = cart_of(&[(ANVIL, 1)]);
        cart.buyer.country = text("CZ");
        let priced = priced(&cart);
        let handles = ways(&priced);
        assert_eq!(handles, ["prodejna"]);
    }

    /// [4.08] After stock fell: remaining stock lowers the line with `NOT_ENOUGH_STOCK`; no stock gives `OUT_OF_STOCK`
    /// and quantity 0.
    #[test]
    fn lines_are_lowered_when_stock_fell() {
        let cart = cart_of(&[(BOOK, 1), (SHIRT_M, 3)]);
        for (left, quantity, warning) in [
            (3, 3, None),
            (2, 2, Some(WarningCode::MerchandiseNotEnoughStock)),
            (0, 0, Some(WarningCode::MerchandiseOutOfStock)),
            (-4, 0, Some(WarningCode::MerchandiseOutOfStock)),
        ] {
            let catalogue = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(left));
            let priced = price(&cart, &catalogue, &shop(), &Facts::default());
            assert_eq!(priced.lines[1].quantity, quantity);
            assert_eq!(
                priced.subtotal,
                MinorUnits::new(39_900 + i64::from(quantity) * 129_000)
            );
            let expected = warning.map(|code| CartWarning {
                code,
                line: Some(cart.lines[1].id),
                variant: SHIRT_M,
            });
            assert_eq!(priced.warnings, Vec::from_iter(expected));
            assert_eq!(cart.lines[1].quantity, 3);
        }
    }

    #[test]
    fn a_closed_cart_does_not_miss_what_its_own_attempt_has_taken() {
        let mut cart = cart_of(&[(SHIRT_M, 5)]);
        let attempt = AttemptKey(7);
        let order = OrderNumber(1001);
        let taken = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(0));
        for status in [
            CartStatus::Completing { attempt },
            CartStatus::Completed { attempt, order },
        ] {
            cart.status = status;
            let priced = price(&cart, &taken, &shop(), &Facts::default());
            assert_eq!(
                (priced.total_quantity, priced.total),
                (5, MinorUnits::new(5 * 129_000))
            );
            assert_eq!(priced.warnings, []);
        }
        cart.status = CartStatus::Open;
        assert_eq!(
            price(&cart, &taken, &shop(), &Facts::default()).total,
            MinorUnits::ZERO
        );
    }

    #[test]
    fn a_sold_out_line_stays_visible_without_weight_or_shipping() {
        let cart = cart_of(&[(SHIRT_L, 2)]);
        let priced = priced(&cart);
        assert_eq!(priced.lines.len(), 1);
        assert_eq!((priced.lines[0].quantity, priced.delivery.grams()), (0, 0));
        assert!(!priced.requires_shipping());
        assert_eq!(priced.warnings[0].code, WarningCode::MerchandiseOutOfStock);
    }

    #[test]
    fn a_line_that_is_sold_no_longer_is_void_with_a_warning() {
        let cart = cart_of(&[(SHIRT_M, 1), (BOOK, 1)]);
        let mut withdrawn = products();
        withdrawn[0].published = false;
        let unpublished = Catalogue::new(withdrawn.clone());
        withdrawn.remove(0);
        let deleted = Catalogue::new(withdrawn);
        for catalogue in [unpublished, deleted] {
            let priced = price(&cart, &catalogue, &shop(), &Facts::default());
            assert_eq!(priced.lines.len(), 1);
            assert_eq!(priced.total, MinorUnits::new(39_900));
            let warning = CartWarning {
                code: WarningCode::MerchandiseOutOfStock,
                line: None,
                variant: SHIRT_M,
            };
            assert_eq!(priced.warnings, [warning]);
        }
    }

    #[test]
    fn what_costs_nothing_can_be_sold_on_when_it_is_gone() {
        let priced = priced(&cart_of(&[(SAMPLE, 3)]));
        assert_eq!((priced.total, priced.total_quantity), (MinorUnits::ZERO, 3));
        assert_eq!(priced.warnings, []);
        assert!(priced.taxes.is_empty());
    }

    #[test]
    fn amounts_beyond_all_measure_are_held_and_still_add_up() {
        let mut cart = sent(cart_of(&[(BOOK, 1), (SHIRT_M, 1), (VOUCHER, 1)]), "ppl");
        cart.lines[0].quantity = u32::MAX;
        let catalogue = catalogue_with(BOOK, |book| book.price = MinorUnits::new(i64::MAX));
        let priced = price(&cart, &catalogue, &shop(), &Facts::default());
        assert_eq!(priced.lines[0].total, MAX_AMOUNT);
        assert_eq!(priced.subtotal, MAX_AMOUNT);
        assert_eq!(priced.total, MAX_AMOUNT);
        assert!(priced.delivery.grams() > u64::from(u32::MAX));
    }

    #[test]
    fn a_price_below_zero_counts_as_nothing() {
        let catalogue = catalogue_with(BOOK, |book| book.price = MinorUnits::new(-100));
        let priced = price(
            &cart_of(&[(BOOK, 2)]),
            &catalogue,
            &shop(),
            &Facts::default(),
        );
        assert_eq!(
            (priced.lines[0].unit_price, priced.total),
            (MinorUnits::ZERO, MinorUnits::ZERO)
        );
    }

    #[test]
    fn the_same_cart_prices_the_same_from_a_fresh_catalogue() {
        let cart = sent(cart_of(&[(SHIRT_M, 2)]), "zasilkovna-brno-stred");
        let once = format!(
            "{:?}",
            price(&cart, &catalogue(), &shop(), &Facts::default())
        );
        let again = format!(
            "{:?}",
            price(&cart, &catalogue(), &shop(), &Facts::default())
        );
        assert_eq!(once, again);
    }
}
