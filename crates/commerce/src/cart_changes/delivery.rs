//! Selects a delivery option.

use crate::cart::{Cart, ChosenDetails, SelectedDelivery};
use crate::error::{Fault, FaultCode};
use crate::pricing::PricedCart;
use crate::selling_plan::PurchaseType;
use crate::subject::{DeliveryChoicePart, Subject};

/// Selects one of a group's offered options by its handle. `place` is the index of this choice in the request.
#[must_use]
pub fn select_delivery(
    cart: &mut Cart,
    place: usize,
    purchase: PurchaseType,
    handle: &str,
    priced: &PricedCart,
) -> Vec<Fault> {
    let Some(group) = priced.delivery.get(purchase) else {
        return vec![Fault::of(
            FaultCode::InvalidDeliveryGroup,
            Subject::DeliveryChoice(place, DeliveryChoicePart::Group),
        )];
    };
    let Some(option) = group.option(handle) else {
        let code = if group.lacks_stock_at(handle) {
            FaultCode::DeliveryOutOfStockAtOriginLocation
        } else if group.awaits(handle) {
            FaultCode::PendingDeliveryGroups
        } else {
            FaultCode::InvalidDeliveryOption
        };
        let subject = Subject::DeliveryChoice(place, DeliveryChoicePart::Option);
        return vec![Fault::of(code, subject)];
    };
    if priced.delivery.only().is_some() {
        cart.selected_delivery = SelectedDelivery::whole(handle);
        cart.chosen_details = ChosenDetails::whole(option.detail());
    } else {
        cart.selected_delivery.choose(purchase, handle);
        cart.chosen_details.choose(purchase, option.detail());
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart_changes::{add_lines, remove_lines};
    use crate::delivery::{DeliveryMethod, DeliveryMethodType};
    use crate::fixtures::{
        ANVIL, BOOK, SHIRT_M, VOUCHER, WEEKLY, cart_of, catalogue, catalogue_with, planned, priced,
        shop, text,
    };
    use crate::money::MinorUnits;
    use crate::pricing::{Facts, price};
    use crate::rules::ShopRules;
    use PurchaseType::{OneTimePurchase as Once, Subscription};
    use std::slice;

    /// [4.33] A handle selects an offered option. Any other handle is refused and changes nothing.
    #[test]
    fn only_what_is_offered_can_be_chosen() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        assert_eq!(select_delivery(&mut cart, 0, Once, "ppl", &offered), []);
        for handle in ["zasilkovna", "PPL", "", "dron"] {
            let faults = select_delivery(&mut cart, 0, Once, handle, &offered);
            assert_eq!(
                faults[0].code,
                FaultCode::InvalidDeliveryOption,
                "{handle:?}"
            );
        }
        assert_eq!(cart.selected_delivery, SelectedDelivery::whole("ppl"));
        assert_eq!(priced(&cart).total, MinorUnits::new(129_000 + 9_900));
    }

    #[test]
    fn nothing_can_be_chosen_for_what_is_not_shipped() {
        let mut cart = cart_of(&[(VOUCHER, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        let fault = Fault::of(
            FaultCode::InvalidDeliveryGroup,
            Subject::DeliveryChoice(0, DeliveryChoicePart::Group),
        );
        for group in [Once, Subscription] {
            let faults = select_delivery(&mut cart, 0, group, "ppl", &offered);
            assert_eq!(faults, slice::from_ref(&fault));
        }
    }

    /// [4.33] With two groups, the buyer selects an option for each one, from that group's own options.
    #[test]
    fn each_group_goes_its_own_way() {
        let mut cart = cart_of(&[(SHIRT_M, 1), (ANVIL, 1)]);
        cart.lines[0].selling_plan = Some(WEEKLY);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        // The anvil is too heavy for a pick-up point.
        let point = "zasilkovna-brno-stred";
        assert_eq!(
            select_delivery(&mut cart, 0, Once, point, &offered).len(),
            1
        );
        assert_eq!(
            select_delivery(&mut cart, 0, Subscription, point, &offered),
            []
        );
        assert_eq!(cart.selected_delivery.of(Once), None);
        assert_eq!(
            select_delivery(&mut cart, 0, Once, "prodejna", &offered),
            []
        );
        assert_eq!(cart.selected_delivery.of(Once), Some("prodejna"));
        assert_eq!(cart.selected_delivery.of(Subscription), Some(point));
    }

    /// [8.03] If another kind, title or place appears under the same handle, the selection is no longer valid until the
    /// buyer selects again. A new price keeps it valid, and so does a selection from before details were stored.
    #[test]
    fn what_was_chosen_is_noted() {
        let point = "zasilkovna-brno-stred";
        let mut cart = cart_of(&[(BOOK, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        assert_eq!(select_delivery(&mut cart, 0, Once, point, &offered), []);
        let mut changes: Vec<(&str, bool, ShopRules)> = Vec::new();
        let mut with = |what, is_another, change: &dyn Fn(&mut DeliveryMethod)| {
            let mut rules = shop();
            change(&mut rules.delivery[0]);
            changes.push((what, is_another, rules));
        };
        with("nothing", false, &|_| {});
        with("its price", false, &|way| {
            way.rates[0].price += MinorUnits::new(100);
        });
        with("another place", false, &|way| {
            way.points[1].title.push('!');
        });
        with("its title", true, &|way| way.title.push('!'));
        with("the place's name", true, &|way| {
            way.points[0].title.push('!');
        });
        with("the place's address", true, &|way| {
            way.points[0].address.push('!');
        });
        for (what, is_another, rules) in &changes {
            let price = |cart: &Cart| price(cart, &catalogue(), rules, &Facts::default());
            let has_changed = |cart: &Cart| {
                let priced = price(cart);
                let group = priced.delivery.get(Once).unwrap();
                assert!(group.selected().is_some(), "{what}");
                group.has_changed()
            };
            assert_eq!(has_changed(&cart), *is_another, "{what}");
            let mut again = cart.clone();
            assert_eq!(
                select_delivery(&mut again, 0, Once, point, &price(&cart)),
                []
            );
            assert!(!has_changed(&again), "{what}");
            let unnoted = Cart {
                chosen_details: ChosenDetails::default(),
                ..cart.clone()
            };
            assert!(!has_changed(&unnoted), "{what}");
        }
        let mut rules = shop();
        let ppl = rules.delivery.iter_mut().find(|way| way.handle == "ppl");
        let ppl = ppl.unwrap();
        ppl.description = text("Jinak");
        assert_eq!(select_delivery(&mut cart, 0, Once, "ppl", &offered), []);
        let has_changed = |rules: &ShopRules| {
            let priced = price(&cart, &catalogue(), rules, &Facts::default());
            priced.delivery.get(Once).unwrap().has_changed()
        };
        assert!(
            !has_changed(&rules),
            "what is to be known of it is no detail"
        );
        let ppl = rules.delivery.iter_mut().find(|way| way.handle == "ppl");
        ppl.unwrap().kind = DeliveryMethodType::PickUp;
        assert!(has_changed(&rules));
    }

    /// [8.03] Goods can be collected only where all of them are in stock. A place that lacks one of them is not
    /// offered, and is reported if the buyer selects it or had selected it.
    #[test]
    fn goods_are_collected_where_they_are() {
        use crate::completion::faults_before_payment;
        let mut cart = cart_of(&[(SHIRT_M, 1), (BOOK, 1)]);
        cart.lines[0].selling_plan = Some(WEEKLY);
        cart.buyer.country = text("CZ");
        let places = |at: Option<&[&str]>| {
            let owned = |place: &&str| (*place).to_owned();
            let places = at.map(|places| places.iter().map(owned).collect());
            catalogue_with(BOOK, |book| book.pickup_places.clone_from(&places))
        };
        let now = |cart: &Cart, at| price(cart, &places(at), &shop(), &Facts::default());
        let code = FaultCode::DeliveryOutOfStockAtOriginLocation;
        let fault = Fault::of(code, Subject::DeliveryChoice(0, DeliveryChoicePart::Option));
        for (at, is_there) in [
            (None, true),
            (Some(&["prodejna"][..]), true),
            (Some(&["sklad", "prodejna"]), true),
            (Some(&["sklad"]), false),
            (Some(&[]), false),
        ] {
            let offered = now(&cart, at);
            let chosen = select_delivery(&mut cart.clone(), 0, Once, "prodejna", &offered);
            assert_eq!(chosen.is_empty(), is_there, "{at:?}");
            assert!(is_there || chosen == slice::from_ref(&fault), "{at:?}");
            // The shirt is in stock everywhere.
            let mut cart = cart.clone();
            let chosen = select_delivery(&mut cart, 0, Subscription, "prodejna", &offered);
            assert_eq!(chosen, [], "{at:?}");
            for way in ["ppl", "zasilkovna-brno-stred"] {
                let chosen = select_delivery(&mut cart.clone(), 0, Once, way, &offered);
                assert_eq!(chosen, [], "{at:?} {way}");
            }
            cart.selected_delivery.choose(Once, "prodejna");
            let found = faults_before_payment(&cart, &now(&cart, at), &shop());
            assert_eq!(found.iter().any(|fault| fault.code == code), !is_there);
            let unchosen = FaultCode::NoDeliveryGroupSelected;
            assert!(!found.iter().any(|fault| fault.code == unchosen), "{at:?}");
        }
    }

    /// [8.03] If only collection remains and no place has all goods, the fault says so: another address would not help.
    #[test]
    fn goods_that_are_nowhere_together_are_told_of() {
        use crate::completion::faults_before_payment;
        let mut rules = shop();
        let is_collected = |way: &DeliveryMethod| way.kind == DeliveryMethodType::PickUp;
        rules.delivery.retain(is_collected);
        let catalogue = catalogue_with(BOOK, |book| book.pickup_places = Some(Vec::new()));
        let mut cart = cart_of(&[(BOOK, 1)]);
        cart.buyer.country = text("CZ");
        let now = price(&cart, &catalogue, &rules, &Facts::default());
        assert!(now.delivery.is_deliverable());
        let code = FaultCode::DeliveryOutOfStockAtOriginLocation;
        let found = faults_before_payment(&cart, &now, &rules);
        assert!(found.contains(&Fault::of(code, Subject::DeliveryGroups)));
        let none = FaultCode::DeliveryNoDeliveryAvailable;
        assert!(!found.iter().any(|fault| fault.code == none));
        let chosen = select_delivery(&mut cart, 0, Once, "prodejna", &now);
        assert_eq!(
            chosen,
            [Fault::of(
                code,
                Subject::DeliveryChoice(0, DeliveryChoicePart::Option)
            )]
        );
    }

    /// [8.03] A carrier's refusal of a parcel is stored for a while; then the carrier is asked again.
    #[test]
    fn a_carriers_no_does_not_hold_for_ever() {
        use crate::delivery::{CarrierService, QuotedFor, RefusedParcel, WithoutAnswer};
        use crate::time::Timestamp;
        let mut rules = shop();
        rules.delivery.retain(|way| way.handle == "ppl");
        rules.delivery[0].carrier = Some(CarrierService {
            name: "ekonomy".to_owned(),
            without_answer: WithoutAnswer::Pending,
        });
        let mut cart = cart_of(&[(BOOK, 1)]);
        cart.buyer.country = text("CZ");
        let waits = |cart: &Cart, now| {
            let facts = Facts::at(Timestamp(now));
            price(cart, &catalogue(), &rules, &facts).delivery
        };
        let groups = waits(&cart, 0);
        assert!(groups.must_wait());
        let goods = groups.get(Once).unwrap().goods;
        let parcel = QuotedFor::new(cart.destination().unwrap(), goods);
        let until = Timestamp(1_000);
        cart.carrier_unserved = vec![RefusedParcel { parcel, until }];
        assert!(!waits(&cart, 999).must_wait());
        assert!(waits(&cart, 1_000).must_wait());
        let mut stored = serde_json::to_value(&cart).unwrap();
        let no = stored["carrier_unserved"][0].as_object_mut().unwrap();
        no.remove("until");
        let before: Cart = serde_json::from_value(stored).unwrap();
        assert_eq!(
            before.carrier_unserved[0].parcel,
            cart.carrier_unserved[0].parcel
        );
        assert!(waits(&before, 1).must_wait());
    }

    /// A selection for the whole cart also applies to goods added later. A selection for one group stays with that
    /// group.
    #[test]
    fn a_choice_stays_with_what_it_was_made_for() {
        let mut cart = cart_of(&[(SHIRT_M, 1)]);
        cart.buyer.country = text("CZ");
        let offered = priced(&cart);
        assert_eq!(select_delivery(&mut cart, 0, Once, "ppl", &offered), []);
        assert_eq!(
            add_lines(
                &mut cart,
                &[planned(BOOK, 1, WEEKLY)],
                &catalogue(),
                &shop()
            )
            .faults,
            []
        );
        let both = priced(&cart);
        assert!(both.delivery.is_chosen());
        assert_eq!(both.delivery.price(), MinorUnits::new(2 * 9_900));
        assert_eq!(
            select_delivery(&mut cart, 0, Subscription, "prodejna", &both),
            []
        );
        let shirt = cart.lines[0].id;
        assert_eq!(remove_lines(&mut cart, &[shirt]).faults, []);
        let left = priced(&cart);
        let chosen: Vec<_> = left
            .delivery
            .selected()
            .map(|option| &option.handle)
            .collect();
        assert_eq!(chosen, ["prodejna"]);
    }
}
