//! Decides which payment methods a priced cart allows.

use super::PricedCart;
use crate::error::FaultCode;
use crate::ids::VariantId;
use crate::money::MinorUnits;
use crate::payment::{PaymentMethod, costs_nothing};
use crate::rules::ShopRules;

/// Maximum length of a gateway's session id.
const MAX_SESSION: usize = 255;

impl PaymentMethod {
    /// Why the priced cart cannot be paid this way: the shop does not offer the method, or it is not applicable. An
    /// order that costs nothing needs no payment. Dobírka needs a delivery that collects money; Google Pay needs
    /// something to deliver (row 5.10). Goods under a selling plan need a method that can be charged again, even if
    /// they cost nothing now (row 5.15).
    #[must_use]
    pub fn fault(&self, priced: &PricedCart, rules: &ShopRules) -> Option<FaultCode> {
        if !self.is_offered(rules.payments) {
            return Some(FaultCode::PaymentsMethodUnavailable);
        }
        if priced.is_for_checkout && self.passes_the_checkout_by() {
            return Some(FaultCode::RedirectToCheckoutRequired);
        }
        if priced.has_selling_plan() && !self.can_be_charged_again() {
            return Some(FaultCode::InvalidPaymentDeferredPaymentRequired);
        }
        if !self.applies_to(priced) {
            return Some(FaultCode::PaymentMethodNotApplicable);
        }
        if let Some(fault) = self.units_fault(priced, rules) {
            return Some(fault);
        }
        (!self.is_well_formed()).then_some(FaultCode::PaymentsCreditCardSessionId)
    }

    /// The fault of too many units that nobody pays for: all units if the method takes them before anybody has paid, and
    /// otherwise those that cost nothing beside others.
    fn units_fault(&self, priced: &PricedCart, rules: &ShopRules) -> Option<FaultCode> {
        let unpaid = match self {
            Self::CashOnDelivery | Self::BankTransfer => Some(FaultCode::TooManyUnitsUnpaid),
            Self::Free if !is_paid_by_cards(priced) => Some(FaultCode::TooManyUnitsFree),
            Self::Free | Self::Card { .. } | Self::Wallet { .. } | Self::SavedCard { .. } => None,
        };
        let limits = &rules.manual_payments;
        match unpaid {
            Some(fault) => (!limits.allow_units(units(priced))).then_some(fault),
            None => {
                (!limits.allow_units(free_units(priced))).then_some(FaultCode::TooManyUnitsFree)
            }
        }
    }

    /// Whether the buyer orders in the wallet's sheet instead of the checkout.
    const fn passes_the_checkout_by(&self) -> bool {
        matches!(self, Self::Wallet { wallet, .. } if !wallet.orders_in_checkout())
    }

    const fn can_be_charged_again(&self) -> bool {
        match self {
            Self::Card { .. } | Self::Wallet { .. } | Self::SavedCard { .. } => true,
            Self::CashOnDelivery | Self::BankTransfer | Self::Free => false,
        }
    }

    /// Whether the method fits the priced cart, without regard to the shop's configuration.
    #[must_use]
    pub fn applies_to(&self, priced: &PricedCart) -> bool {
        // Every selected delivery must collect money.
        let collects = || {
            let mut chosen = priced.delivery.selected();
            priced.requires_shipping()
                && priced.delivery.is_chosen()
                && chosen.all(|option| option.cash_on_delivery)
        };
        let renews = priced.has_selling_plan();
        match self {
            Self::Free => priced.total.is_zero() && !renews,
            Self::Card { .. } => priced.total.is_positive() || renews,
            // Nothing can be charged for nothing by a mandate, so the first order of a subscription must cost something.
            Self::SavedCard { .. } => priced.total.is_positive(),
            Self::Wallet { wallet, .. } => {
                let fits = !wallet.ships_only() || priced.requires_shipping();
                fits && (priced.total.is_positive() || renews)
            }
            // A gift card is money as soon as it is ordered, so it must be paid with the order.
            Self::BankTransfer => priced.total.is_positive() && !renews && !priced.has_gift_card(),
            // Less than half a crown rounds to nothing, which nobody collects.
            Self::CashOnDelivery => {
                let due = priced.due(self);
                due.is_positive() && !renews && !priced.has_gift_card() && collects()
            }
        }
    }

    fn is_well_formed(&self) -> bool {
        self.gateway_session()
            .is_none_or(|session| (1..=MAX_SESSION).contains(&session.len()))
    }
}

/// Whether gift cards pay everything.
fn is_paid_by_cards(priced: &PricedCart) -> bool {
    let mut cards = priced.gift_cards.iter();
    priced.total.is_zero() && cards.any(|card| card.amount.is_positive())
}

/// What is bought, line by line.
fn units(priced: &PricedCart) -> impl Iterator<Item = (VariantId, u32)> {
    let lines = priced.lines.iter();
    lines.map(|line| (line.variant().id, line.quantity))
}

/// What costs nothing, line by line.
fn free_units(priced: &PricedCart) -> impl Iterator<Item = (VariantId, u32)> {
    let lines = priced.lines.iter().enumerate();
    let free = lines.filter(|&(place, line)| {
        let shares = priced.discounts.iter().map(|given| given.shares.get(place));
        let off: MinorUnits = shares.flatten().sum();
        costs_nothing(line.total, off, line.allocation.is_some())
    });
    free.map(|(_, line)| (line.variant().id, line.quantity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::SelectedDelivery;
    use crate::discount::{Benefit, Discount, Entitlement, Purchase, Trigger};
    use crate::fixtures::{
        BOOK, SAMPLE, SHIRT_M, VOUCHER, WEEKLY, cart_of, catalogue, catalogue_with, priced, shop,
        text,
    };
    use crate::gift_card::{GiftCardId, GiftCardPayment};
    use crate::ids::{SellingPlanId, VariantId};
    use crate::payment::Wallet;
    use crate::pricing::{Facts, price as price_of};

    fn card(session: &str) -> PaymentMethod {
        PaymentMethod::Card {
            session: session.to_owned(),
        }
    }

    fn saved_card() -> PaymentMethod {
        PaymentMethod::SavedCard {
            mandate: "m".to_owned(),
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            confirmation: String::new(),
        }
    }

    fn apple_pay(session: &str) -> PaymentMethod {
        PaymentMethod::Wallet {
            wallet: Wallet::ApplePay,
            session: session.to_owned(),
        }
    }

    fn google_pay(session: &str) -> PaymentMethod {
        PaymentMethod::Wallet {
            wallet: Wallet::GooglePay,
            session: session.to_owned(),
        }
    }

    fn paypal() -> PaymentMethod {
        PaymentMethod::Wallet {
            wallet: Wallet::PayPal,
            session: "paypal:5O190127TN364715T".to_owned(),
        }
    }

    fn going(variant: VariantId, handle: &str) -> PricedCart {
        let mut cart = cart_of(&[(variant, 1)]);
        cart.buyer.country = text("CZ");
        cart.selected_delivery = SelectedDelivery::whole(handle);
        priced(&cart)
    }

    /// [4.12] [5.10] For example, goods that are not shipped cannot be paid with Google Pay even if they cost
    /// something, but can with Apple Pay.
    #[test]
    fn each_way_to_pay_has_its_carts() {
        use FaultCode::PaymentMethodNotApplicable as NotApplicable;
        use PaymentMethod::{BankTransfer, CashOnDelivery, Free};
        let by_point = going(SHIRT_M, "zasilkovna-brno-stred");
        let by_ppl = going(SHIRT_M, "ppl");
        let nowhere = going(SHIRT_M, "");
        let collected_sample = going(SAMPLE, "prodejna");
        let digital = priced(&cart_of(&[(VOUCHER, 1)]));
        for (method, priced, fault) in [
            (card("s"), &by_ppl, None),
            (saved_card(), &by_ppl, None),
            (saved_card(), &digital, None),
            (saved_card(), &collected_sample, Some(NotApplicable)),
            (google_pay("s"), &by_ppl, None),
            (google_pay("s"), &by_point, None),
            (BankTransfer, &by_ppl, None),
            (CashOnDelivery, &by_point, None),
            (CashOnDelivery, &by_ppl, Some(NotApplicable)),
            (CashOnDelivery, &nowhere, Some(NotApplicable)),
            (Free, &by_ppl, Some(NotApplicable)),
            (Free, &collected_sample, None),
            (card("s"), &collected_sample, Some(NotApplicable)),
            (google_pay("s"), &collected_sample, Some(NotApplicable)),
            (BankTransfer, &collected_sample, Some(NotApplicable)),
            (CashOnDelivery, &collected_sample, Some(NotApplicable)),
            (card("s"), &digital, None),
            (BankTransfer, &digital, None),
            (google_pay("s"), &digital, Some(NotApplicable)),
            (apple_pay("s"), &by_ppl, None),
            (apple_pay("s"), &digital, None),
            (apple_pay("s"), &collected_sample, Some(NotApplicable)),
            (paypal(), &by_ppl, None),
            (paypal(), &digital, None),
            (paypal(), &collected_sample, Some(NotApplicable)),
            (CashOnDelivery, &digital, Some(NotApplicable)),
        ] {
            assert_eq!(method.fault(priced, &shop()), fault, "{method:?}");
        }
    }

    /// [8.03] Many units are paid online, whatever lines they stand in.
    #[test]
    fn many_units_are_not_sold_before_they_are_paid() {
        let mut rules = shop();
        rules.manual_payments.units_per_variant = 3;
        for (lines, allowed) in [(vec![3], true), (vec![4], false), (vec![2, 2], false)] {
            let lines: Vec<_> = lines.into_iter().map(|units| (SHIRT_M, units)).collect();
            let mut cart = cart_of(&lines);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = SelectedDelivery::whole("zasilkovna-brno-stred");
            let priced = priced(&cart);
            let fault = (!allowed).then_some(FaultCode::TooManyUnitsUnpaid);
            for method in [PaymentMethod::BankTransfer, PaymentMethod::CashOnDelivery] {
                assert_eq!(method.fault(&priced, &rules), fault, "{method:?} {lines:?}");
            }
            assert_eq!(card("s").fault(&priced, &rules), None);
        }
    }

    /// [B.12] Of what costs nothing a buyer takes no more either, also if gift cards pay for the delivery.
    #[test]
    fn many_units_are_not_given_away() {
        let mut rules = shop();
        rules.manual_payments.units_per_variant = 3;
        let taking = |units: i64| {
            let mut cart = cart_of(&[(SAMPLE, units)]);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = SelectedDelivery::whole("prodejna");
            priced(&cart)
        };
        assert_eq!(PaymentMethod::Free.fault(&taking(3), &rules), None);
        let mut four = taking(4);
        let fault = PaymentMethod::Free.fault(&four, &rules);
        assert_eq!(fault, Some(FaultCode::TooManyUnitsFree));
        four.gift_cards = vec![spent(100)];
        assert_eq!(PaymentMethod::Free.fault(&four, &rules), fault);
    }

    /// What a gift card pays.
    fn spent(amount: i64) -> GiftCardPayment {
        GiftCardPayment {
            id: GiftCardId(1),
            last_characters: "ABCD".to_owned(),
            amount: MinorUnits::new(amount),
            left: MinorUnits::ZERO,
        }
    }

    /// [B.12] A crown, by gift card or by card, does not lift the bounds for what costs nothing beside it. What was paid for
    /// has no bound.
    #[test]
    fn many_free_units_are_not_given_away_beside_paid_ones() {
        let mut rules = shop();
        rules.manual_payments.units_per_variant = 3;
        for (samples, shirts, allowed) in [(3, 9, true), (4, 1, false)] {
            let mut cart = cart_of(&[(SAMPLE, samples), (SHIRT_M, shirts)]);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = SelectedDelivery::whole("prodejna");
            let mut priced = priced(&cart);
            let fault = (!allowed).then_some(FaultCode::TooManyUnitsFree);
            assert_eq!(card("s").fault(&priced, &rules), fault, "{samples}");
            priced.gift_cards = vec![spent(1_161_000)];
            priced.total = MinorUnits::ZERO;
            assert_eq!(
                PaymentMethod::Free.fault(&priced, &rules),
                fault,
                "{samples}"
            );
        }
    }

    /// [B.12] Goods that a discount makes free cost nothing, whoever pays for the delivery and for the other goods. A discount
    /// that leaves a price does not.
    #[test]
    fn goods_free_by_a_discount_cost_nothing() {
        let mut rules = shop();
        rules.manual_payments.units_per_variant = 3;
        let to_all = Entitlement::All;
        let to_shirts = Entitlement::Goods {
            products: vec!["lnena-kosile".to_owned()],
            collections: Vec::new(),
        };
        for (entitled, percentage, units, allowed) in [
            (&to_all, 10_000, 3, true),
            (&to_all, 10_000, 4, false),
            (&to_shirts, 10_000, 4, false),
            (&to_all, 9_999, 4, true),
        ] {
            rules.discounts = vec![automatic(entitled.clone(), percentage)];
            let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, units)]);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = SelectedDelivery::whole("ppl");
            let mut priced = price_of(&cart, &catalogue(), &rules, &Facts::default());
            let fault = (!allowed).then_some(FaultCode::TooManyUnitsFree);
            assert_eq!(card("s").fault(&priced, &rules), fault, "{units}");
            priced.gift_cards = vec![spent(9_900)];
            priced.total = MinorUnits::ZERO;
            let free = PaymentMethod::Free.fault(&priced, &rules);
            assert_eq!(free, fault, "{units}");
        }
    }

    fn automatic(entitled: Entitlement, percentage: u32) -> Discount {
        Discount {
            trigger: Trigger::Automatic("Zdarma".to_owned()),
            benefit: Benefit::Percentage(percentage),
            entitled,
            minimum_subtotal: None,
            minimum_quantity: None,
            usage_limit: None,
            once_per_buyer: false,
            buyers: Vec::new(),
            purchase: Purchase::Any,
            starts_at: None,
            ends_at: None,
            combines_with: Vec::new(),
        }
    }

    /// [5.15] [8.03] A cart that costs nothing is free, unless it renews: then a method must exist to charge later.
    #[test]
    fn what_renews_is_paid_by_what_can_be_charged_again() {
        use FaultCode::InvalidPaymentDeferredPaymentRequired as Deferred;
        use PaymentMethod::{BankTransfer, CashOnDelivery, Free};
        let going = |plan: SellingPlanId, price: MinorUnits| {
            let mut cart = cart_of(&[(SHIRT_M, 1)]);
            cart.lines[0].selling_plan = Some(plan);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = SelectedDelivery::whole("zasilkovna-brno-stred");
            let catalogue = catalogue_with(SHIRT_M, |shirt| shirt.price = price);
            price_of(&cart, &catalogue, &shop(), &Facts::default())
        };
        for (method, fault) in [
            (card("s"), None),
            (google_pay("s"), None),
            (paypal(), None),
            (BankTransfer, Some(Deferred)),
            (CashOnDelivery, Some(Deferred)),
            (Free, Some(Deferred)),
        ] {
            for price in [129_000, 0] {
                let found = method.fault(&going(WEEKLY, MinorUnits::new(price)), &shop());
                assert_eq!(found, fault, "{method:?} at {price}");
            }
        }
    }

    /// Every selected delivery must collect money.
    #[test]
    fn cash_is_taken_where_every_chosen_way_takes_it() {
        let point = "zasilkovna-brno-stred";
        for (one_time, subscription, collected) in [
            (point, point, true),
            (point, "ppl", false),
            ("ppl", point, false),
            (point, "", false),
        ] {
            let mut cart = cart_of(&[(SHIRT_M, 1), (BOOK, 1)]);
            cart.lines[1].selling_plan = Some(WEEKLY);
            cart.buyer.country = text("CZ");
            cart.selected_delivery = Some(format!("{one_time},{subscription}")).into();
            let mut priced = priced(&cart);
            // Goods that renew are never paid this way; this test is only about delivery.
            for line in &mut priced.lines {
                line.allocation = None;
            }
            let applies = PaymentMethod::CashOnDelivery.applies_to(&priced);
            assert_eq!(applies, collected, "{one_time}, {subscription}");
        }
    }

    #[test]
    fn what_the_shop_does_not_offer_is_unavailable() {
        let mut rules = shop();
        rules.payments.card = false;
        rules.payments.bank_transfer = false;
        rules.payments.cash_on_delivery = false;
        rules.payments.wallets = [Wallet::ApplePay].into_iter().collect();
        let priced = going(SHIRT_M, "zasilkovna-brno-stred");
        for method in [
            card("s"),
            google_pay("s"),
            paypal(),
            PaymentMethod::BankTransfer,
            PaymentMethod::CashOnDelivery,
        ] {
            assert_eq!(
                method.fault(&priced, &rules),
                Some(FaultCode::PaymentsMethodUnavailable)
            );
        }
    }

    #[test]
    fn a_card_needs_a_session_of_sane_length() {
        let priced = going(SHIRT_M, "ppl");
        for session in [String::new(), "s".repeat(256)] {
            for method in [card(&session), google_pay(&session)] {
                assert_eq!(
                    method.fault(&priced, &shop()),
                    Some(FaultCode::PaymentsCreditCardSessionId)
                );
            }
        }
    }
}
