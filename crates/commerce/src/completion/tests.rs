use super::*;
use crate::account::AccountId;
use crate::address::Strictness;
use crate::cart::{
    BuyerIdentity, SelectedDelivery, set_billing_address, set_buyer, set_delivery_address,
};
use crate::cart_changes::{add_lines, bind_payment};
use crate::catalogue::Catalogue;
use crate::delivery::DeliveryOption;
use crate::discount::{Class, Trigger};
use crate::error::FaultCode;
use crate::fixtures::{
    ANVIL, BOOK, SAMPLE, SHIRT_L, SHIRT_M, VOUCHER, WEEKLY, cart_of, catalogue, catalogue_with,
    empty_cart, input, jana, pieces, place, priced, products, shop, text,
};
use crate::gift_card::{GiftCardId, GiftCardPayment};
use crate::ids::VariantId;
use crate::money::{Currency, MinorUnits, Money};
use crate::order::{OrderDiscount, OrderLine};
use crate::pricing::{Facts, price};
use crate::selling_plan::PurchaseType;
use crate::unpaid_orders::is_bounded;

/// A cart with Jana's data, without a payment.
fn filled(lines: &[(VariantId, i64)], delivery: Option<&str>) -> Cart {
    let mut cart = cart_of(lines);
    let buyer = BuyerIdentity {
        email: text("jana@example.cz"),
        phone: text("777 123 456"),
        country: text("CZ"),
    };
    assert_eq!(set_buyer(&mut cart, buyer), []);
    let faults = set_delivery_address(&mut cart, Some(jana()), Strictness::Strict);
    assert_eq!(faults, []);
    cart.selected_delivery = delivery.map(str::to_owned).into();
    cart
}

fn paid(mut cart: Cart, method: PaymentMethod) -> Cart {
    let now = priced(&cart);
    let amount = Money::new(now.total, Currency::CZK);
    assert_eq!(bind_payment(&mut cart, amount, method, &now, &shop()), []);
    cart
}

fn outcome(cart: &Cart, catalogue: &Catalogue) -> Result<OrderSnapshot, Vec<(String, FaultCode)>> {
    complete(
        cart,
        &price(cart, catalogue, &shop(), &Facts::default()),
        &shop(),
    )
    .map_err(|faults| pairs(&faults))
}

fn pairs(faults: &[Fault]) -> Vec<(String, FaultCode)> {
    let pair = |fault: &Fault| (place(fault), fault.code);
    faults.iter().map(pair).collect()
}

fn before_payment(cart: &Cart) -> Vec<(String, FaultCode)> {
    pairs(&faults_before_payment(cart, &priced(cart), &shop()))
}

fn one(field: &str, code: FaultCode) -> Vec<(String, FaultCode)> {
    vec![(field.to_owned(), code)]
}

#[test]
fn a_paid_cart_becomes_an_order_that_says_what_was_shown() {
    let cart = filled(&[(SHIRT_M, 2), (BOOK, 1), (SHIRT_L, 1)], Some("ppl"));
    let cart = paid(cart, PaymentMethod::BankTransfer);
    let order = outcome(&cart, &catalogue()).unwrap();
    assert_eq!(order.subtotal, MinorUnits::new(2 * 129_000 + 39_900));
    assert_eq!(order.total, order.subtotal + MinorUnits::new(9_900));
    assert_eq!(order.email, "jana@example.cz");
    assert_eq!(order.phone.as_deref(), Some("+420777123456"));
    assert_eq!(order.delivery_address, Some(jana()));
    assert_eq!(order.billing_address, Some(jana()));
    assert_eq!(order.payment, PaymentMethod::BankTransfer);
    let lines: Vec<_> = order
        .lines
        .iter()
        .map(|l| {
            (
                l.title.as_str(),
                l.variant_title.as_deref(),
                l.quantity,
                l.total.get(),
                l.tracked,
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("Lněná košile", Some("M / Bílá"), 2, 258_000, true),
            ("Kniha o lnu", None, 1, 39_900, false),
        ]
    );
    let paid: MinorUnits = order.taxes.iter().map(|line| line.base + line.tax).sum();
    assert_eq!(paid, order.total);
}

#[test]
fn an_empty_cart_says_everything_that_is_missing_in_the_order_of_mending() {
    assert_eq!(
        before_payment(&empty_cart()),
        [
            ("lines".to_owned(), FaultCode::InvalidPaymentEmptyCart),
            (
                "buyerIdentity.email".to_owned(),
                FaultCode::BuyerIdentityEmailRequired
            ),
        ]
    );
    assert_eq!(
        before_payment(&cart_of(&[(SHIRT_M, 1)])),
        [
            (
                "buyerIdentity.email".to_owned(),
                FaultCode::BuyerIdentityEmailRequired
            ),
            (
                "deliveryAddress".to_owned(),
                FaultCode::DeliveryAddressRequired
            ),
        ]
    );
}

#[test]
fn an_unpaid_cart_is_ready_but_makes_no_order() {
    let cart = filled(&[(SHIRT_M, 1)], Some("ppl"));
    assert_eq!(before_payment(&cart), []);
    assert_eq!(
        outcome(&cart, &catalogue()),
        Err(one("payment", FaultCode::PaymentsMethodRequired))
    );
}

#[test]
fn shipped_goods_need_a_way_that_is_offered() {
    let mut cart = filled(&[(SHIRT_M, 1)], None);
    assert_eq!(
        before_payment(&cart),
        one("deliveryGroups", FaultCode::NoDeliveryGroupSelected)
    );
    cart.selected_delivery = SelectedDelivery::whole("dron");
    assert_eq!(
        before_payment(&cart),
        one("deliveryGroups", FaultCode::NoDeliveryGroupSelected)
    );
    cart.delivery_address = Some(Address {
        zip: text("SW1A 1AA"),
        country: text("GB"),
        ..jana()
    });
    assert_eq!(
        before_payment(&cart),
        one(
            "deliveryAddress.country",
            FaultCode::DeliveryNoDeliveryAvailable
        )
    );
}

/// A shirt bought once and a book delivered every week.
fn filled_with_both(one_time: &str, subscription: &str) -> Cart {
    let mut cart = filled(&[(SHIRT_M, 1), (BOOK, 1)], None);
    cart.lines[1].selling_plan = Some(WEEKLY);
    cart.selected_delivery = Some(format!("{one_time},{subscription}")).into();
    cart
}

/// [8.03] Each of two groups needs its own option. The fault's index and purchase type tell which group lacks one or
/// cannot be delivered.
#[test]
fn every_group_needs_a_way() {
    const ONE_TIME: &str = "0.ONE_TIME_PURCHASE";
    const SUBSCRIPTION: &str = "1.SUBSCRIPTION";
    let missing = |places: &[&str]| -> Vec<_> {
        let fault = |place| {
            (
                format!("deliveryGroups.{place}"),
                FaultCode::NoDeliveryGroupSelected,
            )
        };
        places.iter().map(fault).collect()
    };
    for (one_time, subscription, expected) in [
        ("ppl", "ppl", missing(&[])),
        ("ppl", "prodejna", missing(&[])),
        ("", "ppl", missing(&[ONE_TIME])),
        ("ppl", "", missing(&[SUBSCRIPTION])),
        ("dron", "", missing(&[ONE_TIME, SUBSCRIPTION])),
    ] {
        let cart = filled_with_both(one_time, subscription);
        let found = before_payment(&cart);
        assert_eq!(found, expected, "{one_time}, {subscription}");
    }
    let mut heavy = filled_with_both("prodejna", "ppl");
    heavy.lines[0].variant = ANVIL;
    assert_eq!(before_payment(&heavy), []);
    let mut rules = shop();
    rules.delivery.retain(|method| method.handle == "ppl");
    let now = price(&heavy, &catalogue(), &rules, &Facts::default());
    assert_eq!(
        pairs(&faults_before_payment(&heavy, &now, &rules)),
        one(
            &format!("deliveryGroups.{ONE_TIME}"),
            FaultCode::DeliveryNoDeliveryAvailable
        )
    );
    rules.delivery.clear();
    let now = price(&heavy, &catalogue(), &rules, &Facts::default());
    assert_eq!(
        pairs(&faults_before_payment(&heavy, &now, &rules)),
        one(
            "deliveryAddress.country",
            FaultCode::DeliveryNoDeliveryAvailable
        )
    );
}

/// The strictest of the selected options decides which data is required and where the order is delivered.
#[test]
fn one_group_that_is_sent_needs_the_address() {
    let mut cart = filled_with_both("prodejna", "ppl");
    cart.delivery_address = None;
    let required = one("deliveryAddress", FaultCode::DeliveryAddressRequired);
    assert_eq!(before_payment(&cart), required);
    let collected = Cart {
        selected_delivery: SelectedDelivery::whole("prodejna"),
        ..cart
    };
    assert_eq!(before_payment(&collected), []);
}

/// [3.10] An order stores the delivery of each group.
#[test]
fn an_order_goes_as_its_groups_go() {
    let session = "s".to_owned();
    let cart = paid(
        filled_with_both("prodejna", "ppl"),
        PaymentMethod::Card { session },
    );
    let order = outcome(&cart, &catalogue()).unwrap();
    let delivery = order.delivery.as_ref().unwrap();
    let ways: Vec<_> = delivery
        .ways()
        .map(|(group, option)| (group, option.handle.as_str(), option.price.get()))
        .collect();
    assert_eq!(
        ways,
        [
            (Some(PurchaseType::OneTimePurchase), "prodejna", 0),
            (Some(PurchaseType::Subscription), "ppl", 9_900),
        ]
    );
    assert_eq!(order.delivery_address, cart.delivery_address);
    let stored = serde_json::to_value(&order).unwrap();
    let read: OrderSnapshot = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(read, order);
    // A reader that supports one delivery only reads that of the goods bought once.
    let first: DeliveryOption = serde_json::from_value(stored["delivery"].clone()).unwrap();
    assert_eq!(first.handle, "prodejna");
}

/// An order with one delivery is stored as before.
#[test]
fn an_order_with_one_way_is_stored_as_before() {
    let cart = paid(
        filled(&[(SHIRT_M, 1)], Some("ppl")),
        PaymentMethod::BankTransfer,
    );
    let order = outcome(&cart, &catalogue()).unwrap();
    let stored = serde_json::to_value(&order.delivery).unwrap();
    let old = serde_json::json!({
        "handle": "ppl", "code": "ppl", "title": "PPL", "description": null, "kind": "SHIPPING",
        "price": 9_900, "cash_on_delivery": false,
    });
    assert_eq!(stored, old);
    let read: Option<OrderedDelivery> = serde_json::from_value(old).unwrap();
    assert_eq!(read, order.delivery);
}

#[test]
fn each_way_needs_to_know_so_much_of_the_address() {
    let who = Address {
        first_name: text("Jana"),
        last_name: text("Nováková"),
        country: text("CZ"),
        ..Address::default()
    };
    let where_only = Address {
        country: text("CZ"),
        ..Address::default()
    };
    for (delivery, address, fields) in [
        ("ppl", Some(jana()), &[][..]),
        (
            "ppl",
            Some(who.clone()),
            &[
                "deliveryAddress.address1",
                "deliveryAddress.city",
                "deliveryAddress.zip",
            ],
        ),
        ("ppl", None, &["deliveryAddress"]),
        ("zasilkovna-brno-stred", Some(who), &[]),
        (
            "zasilkovna-brno-stred",
            Some(where_only.clone()),
            &["deliveryAddress.firstName", "deliveryAddress.lastName"],
        ),
        ("zasilkovna-brno-stred", None, &["deliveryAddress"]),
        ("prodejna", Some(where_only), &[]),
        ("prodejna", None, &[]),
    ] {
        let mut cart = filled(&[(SHIRT_M, 1)], Some(delivery));
        cart.delivery_address = address;
        let found: Vec<_> = before_payment(&cart)
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        assert_eq!(found, fields, "{delivery}");
    }
}

#[test]
fn collection_in_the_shop_goes_nowhere() {
    let cart = paid(
        filled(&[(SHIRT_M, 1)], Some("prodejna")),
        PaymentMethod::BankTransfer,
    );
    let order = outcome(&cart, &catalogue()).unwrap();
    assert_eq!(order.delivery_address, None);
    assert_eq!(order.billing_address, Some(jana()));
    assert_eq!(order.total, MinorUnits::new(129_000));
}

#[test]
fn digital_goods_need_no_delivery() {
    let mut cart = filled(&[(VOUCHER, 1)], Some("ppl"));
    cart.delivery_address = None;
    let order = outcome(&paid(cart, PaymentMethod::BankTransfer), &catalogue()).unwrap();
    assert_eq!((order.delivery, order.delivery_address), (None, None));
    assert_eq!(order.total, MinorUnits::new(50_000));
}

#[test]
fn a_billing_address_may_be_missing_but_not_wrong() {
    let mut cart = filled(&[(SHIRT_M, 1)], Some("ppl"));
    let redacted = Address {
        country: text("CZ"),
        company: text("Lněná dílna s.r.o."),
        address1: text("Krátká 1"),
        ..Address::default()
    };
    let faults = set_billing_address(&mut cart, Some(redacted), Strictness::CountryOnly);
    assert_eq!(faults, []);
    assert_eq!(
        before_payment(&cart),
        [
            (
                "billingAddress.city".to_owned(),
                FaultCode::AddressFieldIsRequired
            ),
            (
                "billingAddress.zip".to_owned(),
                FaultCode::AddressFieldIsRequired
            ),
        ]
    );
}

/// If stock falls after the payment was bound, the order is refused with the code of the cause.
#[test]
fn stock_that_fell_refuses_the_order() {
    use FaultCode as C;
    let cart = paid(
        filled(&[(BOOK, 1), (SHIRT_M, 3)], Some("ppl")),
        PaymentMethod::BankTransfer,
    );
    for (left, code) in [
        (2, C::MerchandiseNotEnoughStockAvailable),
        (0, C::MerchandiseOutOfStock),
    ] {
        let fewer = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(left));
        assert_eq!(
            outcome(&cart, &fewer),
            Err(vec![
                ("lines.1.quantity".to_owned(), code),
                (
                    "payment.amount".to_owned(),
                    C::PaymentsUnacceptablePaymentAmount
                ),
            ])
        );
    }
    let mut withdrawn = products();
    withdrawn[0].published = false;
    let found = outcome(&cart, &Catalogue::new(withdrawn)).unwrap_err();
    assert_eq!(
        found[0],
        (
            "lines.1.merchandiseId".to_owned(),
            C::MerchandiseProductNotPublished
        )
    );
    let rest: Vec<_> = products().into_iter().skip(1).collect();
    let found = outcome(&cart, &Catalogue::new(rest)).unwrap_err();
    let gone = (
        "lines.1.merchandiseId".to_owned(),
        C::MerchandiseNotApplicable,
    );
    assert_eq!(found[0], gone);
}

#[test]
fn a_buyer_who_pays_the_lowered_cart_gets_the_order() {
    let mut cart = filled(&[(BOOK, 1), (SHIRT_M, 3)], Some("ppl"));
    let fewer = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(0));
    let now = price(&cart, &fewer, &shop(), &Facts::default());
    let amount = Money::new(now.total, Currency::CZK);
    let faults = bind_payment(
        &mut cart,
        amount,
        PaymentMethod::BankTransfer,
        &now,
        &shop(),
    );
    assert_eq!(faults, []);
    let order = outcome(&cart, &fewer).unwrap();
    assert_eq!(order.total, MinorUnits::new(39_900 + 9_900));
    assert_eq!(order.lines.len(), 1);
}

#[test]
fn a_cart_of_sold_out_lines_makes_no_order() {
    let cart = filled(&[(SHIRT_L, 1)], Some("ppl"));
    assert_eq!(
        before_payment(&cart),
        one("lines.0.quantity", FaultCode::MerchandiseOutOfStock)
    );
}

#[test]
fn a_priced_change_invalidates_the_payment() {
    let cart = paid(
        filled(&[(SHIRT_M, 1)], Some("ppl")),
        PaymentMethod::BankTransfer,
    );
    let expected = Err(one(
        "payment.amount",
        FaultCode::PaymentsUnacceptablePaymentAmount,
    ));

    let mut more = cart.clone();
    let changed = add_lines(&mut more, &[input(BOOK, 1)], &catalogue(), &shop());
    assert_eq!(changed.faults, []);
    assert_eq!(outcome(&more, &catalogue()), expected);

    let dearer = catalogue_with(SHIRT_M, |shirt| shirt.price += MinorUnits::new(1));
    assert_eq!(outcome(&cart, &dearer), expected);

    let mut otherwise = cart.clone();
    otherwise.selected_delivery = SelectedDelivery::whole("prodejna");
    assert_eq!(outcome(&otherwise, &catalogue()), expected);

    let mut noted = cart;
    noted.note = text("Zvoňte dvakrát");
    assert!(outcome(&noted, &catalogue()).is_ok());
}

#[test]
fn cash_on_delivery_is_refused_when_the_way_no_longer_collects() {
    let mut cart = filled(&[(SHIRT_M, 2)], Some("zasilkovna-brno-stred"));
    cart = paid(cart, PaymentMethod::CashOnDelivery);
    assert!(outcome(&cart, &catalogue()).is_ok());
    // Zásilkovna is free from 1 500 Kč, and so is collection in the shop: the amount stays, the payment method is no
    // longer valid.
    cart.selected_delivery = SelectedDelivery::whole("prodejna");
    assert_eq!(
        outcome(&cart, &catalogue()),
        Err(one("payment", FaultCode::PaymentMethodNotApplicable))
    );
}

/// [3.12] [8.03] Cash on delivery is bound and ordered in whole crowns; the tax stays that of the exact sum. A transfer is not
/// rounded.
#[test]
fn cash_on_delivery_is_ordered_in_whole_crowns() {
    for (goods, rounded) in [(200_040, -40), (200_050, 50), (200_000, 0)] {
        let catalogue = catalogue_with(SHIRT_M, |shirt| shirt.price = MinorUnits::new(goods));
        let mut cart = filled(&[(SHIRT_M, 1)], Some("zasilkovna-brno-stred"));
        let now = price(&cart, &catalogue, &shop(), &Facts::default());
        let exact = now.total;
        let due = exact + MinorUnits::new(rounded);
        let crowns = |minor| Money::new(minor, Currency::CZK);
        let mut bind =
            |method, minor| bind_payment(&mut cart, crowns(minor), method, &now, &shop());
        if rounded != 0 {
            let wrong = bind(PaymentMethod::CashOnDelivery, exact);
            assert_eq!(
                pairs(&wrong),
                [("payment.amount".to_owned(), FaultCode::InvalidPayment)]
            );
        }
        assert_eq!(bind(PaymentMethod::CashOnDelivery, due), []);
        let order = outcome(&cart, &catalogue).unwrap();
        assert_eq!(
            (order.total, order.rounding),
            (due, MinorUnits::new(rounded))
        );
        assert_eq!(order.taxes, now.taxes);

        let transfer = PaymentMethod::BankTransfer;
        let faults = bind_payment(&mut cart, crowns(exact), transfer, &now, &shop());
        assert_eq!(faults, []);
        let order = outcome(&cart, &catalogue).unwrap();
        assert_eq!((order.total, order.rounding), (exact, MinorUnits::ZERO));
    }
}

/// [8.03] What rounds to nothing is not collected.
#[test]
fn less_than_half_a_crown_is_not_paid_in_cash() {
    let cart = filled(&[(SHIRT_M, 2)], Some("zasilkovna-brno-stred"));
    let mut now = priced(&cart);
    assert!(PaymentMethod::CashOnDelivery.applies_to(&now));
    for (total, applies) in [(49, false), (50, true)] {
        now.total = MinorUnits::new(total);
        assert_eq!(PaymentMethod::CashOnDelivery.applies_to(&now), applies);
    }
}

/// An order that costs nothing needs no payment.
#[test]
fn a_free_cart_becomes_a_free_order() {
    let cart = paid(
        filled(&[(SAMPLE, 1)], Some("prodejna")),
        PaymentMethod::Free,
    );
    let order = outcome(&cart, &catalogue()).unwrap();
    assert_eq!(
        (order.total, order.payment),
        (MinorUnits::ZERO, PaymentMethod::Free)
    );
    assert!(order.taxes.is_empty());
}

#[test]
fn figures_beyond_all_measure_make_no_order() {
    for wrong in [-1, i64::MAX, i64::MAX / 2] {
        let catalogue = catalogue_with(BOOK, |book| book.price = MinorUnits::new(wrong));
        let mut cart = filled(&[(BOOK, 2)], Some("ppl"));
        let now = price(&cart, &catalogue, &shop(), &Facts::default());
        let amount = Money::new(now.total, Currency::CZK);
        let faults = bind_payment(
            &mut cart,
            amount,
            PaymentMethod::BankTransfer,
            &now,
            &shop(),
        );
        assert_eq!(faults, []);
        assert_eq!(
            outcome(&cart, &catalogue),
            Err(one(
                "lines.0.merchandiseId",
                FaultCode::MerchandiseNotApplicable
            )),
            "{wrong}"
        );
    }
}

/// [B.12] An order that gift cards pay counts as one of its buyer's unpaid orders if it has goods that cost nothing besides:
/// the cards may have paid a crown. A discount may be why they cost nothing.
#[test]
fn free_goods_beside_a_gift_card_are_counted() {
    for (lines, cards, off, expected) in [
        (&[(SAMPLE, 1)][..], 0, 0, true),
        (&[(SHIRT_M, 1)], 1, 0, false),
        (&[(SHIRT_M, 1), (SAMPLE, 1)], 1, 0, true),
        (&[(SHIRT_M, 1)], 1, 129_000, true),
        (&[(SHIRT_M, 1)], 1, 128_999, false),
    ] {
        let cart = filled(&[(SHIRT_M, 1), (SAMPLE, 1)], Some("prodejna"));
        let cart = paid(
            cart,
            PaymentMethod::Card {
                session: "s".to_owned(),
            },
        );
        let mut order = outcome(&cart, &catalogue()).unwrap();
        let is_wanted =
            |line: &OrderLine| lines.iter().any(|(variant, _)| *variant == line.variant);
        order.lines.retain(is_wanted);
        order.payment = PaymentMethod::Free;
        let halves = [off / 2, off - off / 2];
        order.discounts = halves
            .into_iter()
            .map(|off| OrderDiscount {
                trigger: Trigger::Code("ZDARMA".to_owned()),
                class: Class::Order,
                amount: MinorUnits::new(off),
                lines: vec![(order.lines[0].id, MinorUnits::new(off))],
            })
            .collect();
        order.gift_cards = (0..cards)
            .map(|id| GiftCardPayment {
                id: GiftCardId(id),
                last_characters: "2026".to_owned(),
                amount: MinorUnits::new(100),
                left: MinorUnits::ZERO,
            })
            .collect();
        assert_eq!(is_bounded(&order), expected, "{lines:?} {off}");
    }
}

/// [3.13] An order takes over the account in which to save. Only a typed card is saved, and only with it the address.
#[test]
fn an_order_knows_for_whom_to_save() {
    let typed = PaymentMethod::Card {
        session: "s".to_owned(),
    };
    let saved = PaymentMethod::SavedCard {
        mandate: "m".to_owned(),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        confirmation: String::new(),
    };
    let jana = Some(AccountId([7; 32]));
    for (method, save_for, asks, changes) in [
        (&typed, jana, true, true),
        (&typed, None, false, false),
        (&saved, jana, false, true),
        (&saved, None, false, true),
        (&PaymentMethod::BankTransfer, jana, false, false),
    ] {
        let mut cart = paid(filled(&[(SHIRT_M, 1)], Some("ppl")), method.clone());
        cart.save_for = save_for;
        let order = outcome(&cart, &catalogue()).unwrap();
        let kept = save_for.filter(|_| asks);
        assert_eq!(order.save_for, kept, "{method:?}");
        assert_eq!(order.asks_for_mandate(), asks, "{method:?}");
        assert_eq!(order.changes_account(), changes, "{method:?}");
        let written = serde_json::to_string(&order).unwrap();
        assert_eq!(written.contains("save_for"), kept.is_some());
        let read: OrderSnapshot = serde_json::from_str(&written).unwrap();
        assert_eq!(read, order);
    }
}
