//! Discounts in complete carts.

use super::Refusal;
use crate::cart::{Cart, CartStatus, SelectedDelivery, set_discount_codes};
use crate::catalogue::Catalogue;
use crate::completion::complete;
use crate::contact_key::ContactKey;
use crate::discount::{Benefit, Class, Discount, Entitlement, Purchase, Trigger};
use crate::fixtures::{
    BOOK, SAMPLE, SHIRT_M, VOUCHER, WEEKLY, cart_of, catalogue, jana, products, shop, text,
};
use crate::gift_card::{CartGiftCard, GiftCardBalance, GiftCardId};
use crate::ids::{AttemptKey, VariantId};
use crate::money::{Currency, MinorUnits, Money};
use crate::order::claims;
use crate::payment::PaymentMethod;
use crate::pricing::{Facts, PricedCart, Question, Uses, buyer_keys, discounted_delivery, price};
use crate::rules::ShopRules;
use crate::time::Timestamp;
use proptest::prelude::*;

const ALL: [Class; 3] = [Class::Goods, Class::Order, Class::Delivery];

fn discount(trigger: Trigger, benefit: Benefit) -> Discount {
    Discount {
        trigger,
        benefit,
        entitled: Entitlement::All,
        minimum_subtotal: None,
        minimum_quantity: None,
        usage_limit: None,
        once_per_buyer: false,
        buyers: Vec::new(),
        purchase: Purchase::Any,
        starts_at: None,
        ends_at: None,
        combines_with: ALL.to_vec(),
    }
}

fn code(code: &str, benefit: Benefit) -> Discount {
    discount(Trigger::Code(code.to_owned()), benefit)
}

fn automatic(title: &str, benefit: Benefit) -> Discount {
    discount(Trigger::Automatic(title.to_owned()), benefit)
}

fn free_delivery() -> Benefit {
    Benefit::FreeDelivery {
        countries: Vec::new(),
        methods: Vec::new(),
    }
}

fn of_products(handles: &[&str]) -> Entitlement {
    Entitlement::Goods {
        products: handles.iter().map(|&handle| handle.to_owned()).collect(),
        collections: Vec::new(),
    }
}

fn rules(discounts: Vec<Discount>) -> ShopRules {
    ShopRules {
        discounts,
        ..shop()
    }
}

fn with_codes(mut cart: Cart, codes: &[&str]) -> Cart {
    let codes = codes.iter().map(|&code| code.to_owned()).collect();
    assert_eq!(set_discount_codes(&mut cart, codes), []);
    cart
}

fn priced(cart: &Cart, discounts: &[Discount]) -> PricedCart {
    price(
        cart,
        &catalogue(),
        &rules(discounts.to_vec()),
        &Facts::default(),
    )
}

fn sent(mut cart: Cart) -> Cart {
    cart.delivery_address = Some(jana());
    cart.buyer.email = text("jana@example.cz");
    cart.selected_delivery = SelectedDelivery::whole("ppl");
    cart
}

fn numbers(amounts: &[MinorUnits]) -> Vec<i64> {
    amounts.iter().map(|amount| amount.get()).collect()
}

fn amounts(priced: &PricedCart) -> Vec<(Class, i64, Vec<i64>)> {
    let given = priced.discounts.iter();
    given
        .map(|given| (given.class, given.amount.get(), numbers(&given.shares)))
        .collect()
}

/// A discount with the code LETO10, its uses in the store, and why it is refused.
type Case = (Discount, Uses, Option<Refusal>);

const NEVER: Uses = Uses {
    total: 0,
    by_buyer: false,
};

fn summer(change: impl FnOnce(&mut Discount)) -> Discount {
    let mut discount = code("LETO10", Benefit::Percentage(1_000));
    change(&mut discount);
    discount
}

/// Limits of time and use; now is 1 000.
fn cases_of_time_and_use() -> Vec<Case> {
    let between = |starts: i64, ends: i64| {
        summer(|discount| {
            discount.starts_at = Some(Timestamp(starts));
            discount.ends_at = Some(Timestamp(ends));
        })
    };
    let limited = summer(|discount| discount.usage_limit = Some(3));
    let once = summer(|discount| discount.once_per_buyer = true);
    let used = |total, by_buyer| Uses { total, by_buyer };
    let other = code("ZIMA", Benefit::Percentage(1_000));
    vec![
        (summer(|_| {}), NEVER, None),
        (other, NEVER, Some(Refusal::NotFound)),
        (
            between(1_001, 2_000),
            NEVER,
            Some(Refusal::CurrentlyInactive),
        ),
        (between(0, 1_000), NEVER, Some(Refusal::CurrentlyInactive)),
        (between(1_000, 1_001), NEVER, None),
        (limited.clone(), used(2, false), None),
        (limited, used(3, false), Some(Refusal::UsageLimitReached)),
        (once.clone(), used(7, false), None),
        (once, used(7, true), Some(Refusal::BuyerUsageLimitReached)),
    ]
}

/// Limits of buyers and goods.
fn cases_of_buyers_and_goods() -> Vec<Case> {
    let friends = |who: &str| summer(|discount| discount.buyers = text_list(who));
    let bought = |purchase| summer(|discount| discount.purchase = purchase);
    let about = |handles: &[&str]| summer(|discount| discount.entitled = of_products(handles));
    let least = |minor| summer(|discount| discount.minimum_subtotal = Some(minor));
    let books = summer(|discount| {
        discount.entitled = of_products(&["kniha-o-lnu"]);
        discount.minimum_subtotal = Some(MinorUnits::new(39_901));
    });
    let units = |units| summer(|discount| discount.minimum_quantity = Some(units));
    vec![
        (
            friends("@zkratka.example"),
            NEVER,
            Some(Refusal::BuyerNotEligible),
        ),
        (
            friends("ana@example.cz"),
            NEVER,
            Some(Refusal::BuyerNotEligible),
        ),
        (friends("@example.cz"), NEVER, None),
        (friends("jana@example.cz"), NEVER, None),
        (bought(Purchase::OneTime), NEVER, None),
        (
            bought(Purchase::Subscription),
            NEVER,
            Some(Refusal::IncompatiblePurchaseType),
        ),
        (about(&["poukaz"]), NEVER, Some(Refusal::NoEntitledLines)),
        (about(&["poukaz", "kniha-o-lnu"]), NEVER, None),
        (
            least(MinorUnits::new(168_901)),
            NEVER,
            Some(Refusal::SubtotalNotInRange),
        ),
        (least(MinorUnits::new(168_900)), NEVER, None),
        (books, NEVER, Some(Refusal::SubtotalNotInRange)),
        (units(3), NEVER, Some(Refusal::QuantityNotInRange)),
        (units(2), NEVER, None),
    ]
}

/// A discount for one purchase type reduces only goods bought that way, and starts from the plan's price.
#[test]
fn a_discount_may_be_for_subscriptions_or_for_what_is_bought_once() {
    let mut cart = with_codes(cart_of(&[(BOOK, 1), (SHIRT_M, 1)]), &["LETO"]);
    cart.lines[0].selling_plan = Some(WEEKLY);
    let ten_percent = Benefit::Percentage(1_000);
    for (purchase, off) in [
        (Purchase::Any, 3_591 + 12_900),
        (Purchase::OneTime, 12_900),
        (Purchase::Subscription, 3_591),
    ] {
        let leto = Discount {
            purchase,
            ..code("LETO", ten_percent.clone())
        };
        assert_eq!(
            priced(&cart, &[leto]).off(),
            MinorUnits::new(off),
            "{purchase:?}"
        );
    }
}

/// Free delivery to Prague by PPL.
fn cases_of_delivery() -> Vec<Case> {
    let free = |countries: Vec<String>, methods: Vec<String>| {
        code("LETO10", Benefit::FreeDelivery { countries, methods })
    };
    let refused = Some(Refusal::NoEntitledDelivery);
    vec![
        (free(text_list("SK"), Vec::new()), NEVER, refused),
        (free(Vec::new(), text_list("zasilkovna")), NEVER, refused),
        (free(text_list("CZ"), text_list("ppl")), NEVER, None),
    ]
}

/// Every refusal has a cause, and each cause is reported by its own code.
#[test]
fn every_code_that_does_not_apply_says_why() {
    let cases = [
        cases_of_time_and_use(),
        cases_of_buyers_and_goods(),
        cases_of_delivery(),
    ];
    let mut seen = Vec::new();
    for (configured, uses, expected) in cases.concat() {
        let cart = with_codes(sent(cart_of(&[(SHIRT_M, 1), (BOOK, 1)])), &["leto10"]);
        let facts = Facts {
            now: Timestamp(1_000),
            uses: [("leto10".to_owned(), uses)].into(),
            ..Facts::default()
        };
        let now = price(
            &cart,
            &catalogue(),
            &rules(vec![configured.clone()]),
            &facts,
        );
        assert_eq!(now.codes[0].refusal, expected, "{configured:?}");
        assert_eq!(
            now.discounts.is_empty(),
            expected.is_some(),
            "{configured:?}"
        );
        seen.extend(expected);
    }
    // Cases that need another cart.
    let of_nobody = with_codes(cart_of(&[(SHIRT_M, 1)]), &["LETO10"]);
    let friends = summer(|discount| discount.buyers = text_list("@example.cz"));
    seen.extend(priced(&of_nobody, &[friends]).codes[0].refusal);
    let mut better = automatic("Sleva", Benefit::Percentage(2_000));
    better.combines_with.clear();
    seen.extend(priced(&of_nobody, &[better, summer(|_| {})]).codes[0].refusal);
    for refusal in Refusal::ALL {
        assert!(seen.contains(refusal), "{refusal:?} has no cause here");
    }
}

fn text_list(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

/// A delivery code has no effect if nothing is delivered.
#[test]
fn there_is_no_delivery_of_what_is_not_shipped() {
    let cart = with_codes(cart_of(&[(VOUCHER, 1)]), &["DOPRAVA"]);
    let now = priced(&cart, &[code("DOPRAVA", free_delivery())]);
    assert_eq!(now.codes[0].refusal, Some(Refusal::NoEntitledDelivery));
    // Shipped goods may still qualify before destination and option are known.
    let cart = with_codes(cart_of(&[(SHIRT_M, 1)]), &["DOPRAVA"]);
    let now = priced(&cart, &[code("DOPRAVA", free_delivery())]);
    assert_eq!((now.codes[0].refusal, now.off()), (None, MinorUnits::ZERO));
}

/// [3.04] A way of delivery that a discount makes free costs nothing before it is chosen, and so does the chosen one; the
/// others keep their price. Two groups are priced each by itself.
#[test]
fn a_way_of_delivery_costs_what_it_will_when_it_is_chosen() {
    let by_ppl = Benefit::FreeDelivery {
        countries: Vec::new(),
        methods: text_list("ppl"),
    };
    let discounts = rules(vec![automatic("PPL zdarma", by_ppl)]);
    let mut cart = sent(cart_of(&[(SHIRT_M, 1)]));
    for chosen in ["ppl", "zasilkovna", ""] {
        cart.selected_delivery = SelectedDelivery::whole(chosen);
        let facts = Facts::default();
        let now = price(&cart, &catalogue(), &discounts, &facts);
        let (purchase, group) = now.delivery.iter().next().unwrap();
        let mut seen = Vec::new();
        for option in &group.options {
            let cost =
                discounted_delivery(&cart, &catalogue(), &discounts, &facts, (purchase, option));
            let expected = if option.code == "ppl" {
                MinorUnits::ZERO
            } else {
                option.price
            };
            assert_eq!(cost, expected, "{} while {chosen:?} is chosen", option.code);
            seen.push(expected.is_positive());
        }
        assert!(seen.contains(&true) && seen.contains(&false), "{seen:?}");
    }
}

/// [3.02] [3.03] Goods discounts first, then order discounts on the rest, then delivery; tax on the amount paid.
#[test]
fn discounts_lower_goods_then_the_order_then_delivery() {
    let cart = with_codes(
        sent(cart_of(&[(SHIRT_M, 1), (BOOK, 1), (VOUCHER, 1)])),
        &["Sto"],
    );
    let now = priced(
        &cart,
        &[
            automatic("Doprava zdarma", free_delivery()),
            code("STO", Benefit::Amount(MinorUnits::new(10_000))),
            Discount {
                entitled: of_products(&["kniha-o-lnu", "poukaz"]),
                ..automatic("Knihy -10 %", Benefit::Percentage(1_000))
            },
        ],
    );
    // Book 399 and voucher 500: 89.90 off both. Then 100 off 1290 + 359.10 + 450 = 2099.10.
    assert_eq!(
        amounts(&now),
        [
            (Class::Goods, 8_990, vec![0, 3_990, 5_000]),
            (Class::Order, 10_000, vec![6_145, 1_711, 2_144]),
            (Class::Delivery, 9_900, vec![]),
        ]
    );
    assert_eq!(
        (now.subtotal, now.total),
        (
            MinorUnits::new(218_900),
            MinorUnits::new(218_900 - 8_990 - 10_000)
        )
    );
    assert_eq!(
        (now.off(), now.off_lines()),
        (MinorUnits::new(28_890), MinorUnits::new(8_990))
    );
    let gross: Vec<_> = now
        .taxes
        .iter()
        .map(|tax| (tax.rate.basis_points(), (tax.base + tax.tax).get()))
        .collect();
    let (shirt, book, voucher) = (129_000 - 6_145, 39_900 - 5_701, 50_000 - 7_144);
    assert_eq!(gross, [(2_100, shirt), (1_200, voucher), (0, book)]);
    assert_eq!(now.codes[0].refusal, None);
}

/// A fixed amount takes off at most the price; no price becomes negative.
#[test]
fn an_amount_greater_than_the_goods_leaves_nothing_to_pay() {
    let cart = with_codes(sent(cart_of(&[(BOOK, 1), (SAMPLE, 1)])), &["MOC"]);
    let now = priced(
        &cart,
        &[code("MOC", Benefit::Amount(MinorUnits::new(99_999_999)))],
    );
    assert_eq!(amounts(&now), [(Class::Order, 39_900, vec![39_900, 0])]);
    assert_eq!(now.total, MinorUnits::new(9_900));
    let twice = priced(
        &with_codes(cart, &["MOC", "VIC"]),
        &[
            code("MOC", Benefit::Amount(MinorUnits::new(99_999_999))),
            code("VIC", Benefit::Percentage(10_000)),
        ],
    );
    assert_eq!(
        (twice.total, twice.discounts.len()),
        (MinorUnits::new(9_900), 1)
    );
    assert!(twice.codes.iter().all(|code| code.refusal.is_none()));
}

/// Of discounts that do not combine, the one that saves most applies, whichever code was entered first.
#[test]
fn of_discounts_that_do_not_combine_the_best_stays() {
    let alone = |discount: Discount| Discount {
        combines_with: vec![Class::Delivery],
        ..discount
    };
    let configured = [
        alone(code("PET", Benefit::Percentage(500))),
        alone(code("DESET", Benefit::Percentage(1_000))),
        alone(automatic("Sedm", Benefit::Percentage(700))),
        automatic("Doprava zdarma", free_delivery()),
    ];
    for codes in [["PET", "DESET"], ["DESET", "PET"]] {
        let now = priced(
            &with_codes(sent(cart_of(&[(SHIRT_M, 1)])), &codes),
            &configured,
        );
        let given: Vec<_> = now.discounts.iter().map(|given| given.amount).collect();
        assert_eq!(given, [12_900, 9_900].map(MinorUnits::new));
        for outcome in &now.codes {
            let expected = (outcome.code == "PET").then_some(Refusal::NotHonoured);
            assert_eq!(outcome.refusal, expected);
        }
    }
}

/// A collection contains the products with its tag; they are discounted.
#[test]
fn a_discount_can_be_for_a_collection() {
    let mut tagged = products();
    tagged[1].tags = vec!["Na léto".to_owned()];
    let catalogue = crate::catalogue::Catalogue::new(tagged);
    let summer = Discount {
        entitled: Entitlement::Goods {
            products: Vec::new(),
            collections: text_list("na-leto"),
        },
        ..automatic("Léto", Benefit::Percentage(3_333))
    };
    let now = price(
        &cart_of(&[(SHIRT_M, 1), (BOOK, 1)]),
        &catalogue,
        &rules(vec![summer]),
        &Facts::default(),
    );
    assert_eq!(amounts(&now), [(Class::Goods, 13_299, vec![0, 13_299])]);
    let book = now.lines[1].id;
    let shown: Vec<_> = now.line_discounts(book).map(|(_, share)| share).collect();
    assert_eq!(shown, [13_299].map(MinorUnits::new));
    assert_eq!(now.line_discounts(now.lines[0].id).count(), 0);
}

/// The order stores the applied discounts, and their uses are counted from it.
#[test]
fn an_order_keeps_its_discounts_and_claims_their_uses() {
    let configured = vec![
        Discount {
            usage_limit: Some(5),
            ..code("Léto10", Benefit::Percentage(1_000))
        },
        Discount {
            once_per_buyer: true,
            ..code("AHOJ", Benefit::Amount(MinorUnits::new(5_000)))
        },
        automatic("Doprava zdarma", free_delivery()),
    ];
    let rules = rules(configured);
    let mut cart = with_codes(sent(cart_of(&[(SHIRT_M, 1)])), &["LÉTO10", "ahoj"]);
    cart.buyer.email = text("Jana@Example.cz");
    let now = price(&cart, &catalogue(), &rules, &Facts::default());
    let amount = Money::new(now.total, Currency::CZK);
    let method = PaymentMethod::BankTransfer;
    assert_eq!(
        crate::cart_changes::bind_payment(&mut cart, amount, method, &now, &rules),
        []
    );
    let order = complete(&cart, &now, &rules).unwrap();
    assert_eq!(order.total, MinorUnits::new(129_000 - 12_900 - 5_000));
    let kept: Vec<_> = order
        .discounts
        .iter()
        .map(|given| (given.class, given.amount.get()))
        .collect();
    assert_eq!(
        kept,
        [
            (Class::Order, 12_900),
            (Class::Order, 5_000),
            (Class::Delivery, 9_900)
        ]
    );
    let claimed: Vec<_> = claims(&order, &rules.discounts)
        .into_iter()
        .map(|claim| (claim.key, claim.limit, claim.buyer, claim.once))
        .collect();
    let buyer = || ContactKey::of_email("jana@example.cz").as_str().to_owned();
    assert_eq!(
        claimed,
        [
            ("ahoj".to_owned(), None, buyer(), true),
            ("léto10".to_owned(), Some(5), buyer(), false),
        ]
    );
}

/// [B.12] The store is asked about the buyer only if a code of the cart is limited for each buyer.
#[test]
fn the_buyer_matters_only_to_a_code_that_counts_buyers() {
    let mut rules = shop();
    rules.discounts = vec![
        code("VOLNY", Benefit::Percentage(1_000)),
        Discount {
            usage_limit: Some(3),
            ..code("TRIKRAT", Benefit::Percentage(1_000))
        },
        Discount {
            once_per_buyer: true,
            ..code("JEDNOU", Benefit::Percentage(1_000))
        },
    ];
    let mut cart = cart_of(&[(BOOK, 1)]);
    cart.buyer.email = text("jana@example.cz");
    let mut asked = |codes: &[&str]| {
        cart.discount_codes = codes.iter().map(|&code| code.to_owned()).collect();
        let question = Question::about(&cart, &rules);
        (question.codes.join(" "), question.buyers)
    };
    let nobody = Vec::new;
    let jana = buyer_keys("jana@example.cz");
    assert_eq!(asked(&[]), (String::new(), nobody()));
    assert_eq!(asked(&["Volny", "NEZNAMY"]), (String::new(), nobody()));
    assert_eq!(asked(&["Trikrat"]), ("trikrat".to_owned(), nobody()));
    let both = asked(&["TRIKRAT", "VOLNY", "JEDNOU"]);
    assert_eq!(both, ("trikrat jednou".to_owned(), jana));
}

/// A cart with a live attempt shows the agreed discounts, although the attempt itself has used up the code.
#[test]
fn a_closed_cart_does_not_lose_what_its_own_attempt_has_used() {
    let last = Discount {
        usage_limit: Some(1),
        ends_at: Some(Timestamp(500)),
        ..code("POSLEDNI", Benefit::Percentage(1_000))
    };
    let facts = Facts {
        now: Timestamp(1_000),
        uses: [(
            "posledni".to_owned(),
            Uses {
                total: 1,
                by_buyer: true,
            },
        )]
        .into(),
        ..Facts::default()
    };
    let mut cart = with_codes(cart_of(&[(SHIRT_M, 1)]), &["POSLEDNI"]);
    cart.status = CartStatus::Completing {
        attempt: AttemptKey(7),
    };
    let rules = rules(vec![last]);
    assert_eq!(
        price(&cart, &catalogue(), &rules, &facts).total,
        MinorUnits::new(116_100)
    );
    cart.status = CartStatus::Open;
    assert_eq!(
        price(&cart, &catalogue(), &rules, &facts).total,
        MinorUnits::new(129_000)
    );
}

/// Gift cards reduce the amount to pay, but not the tax. A cart fully paid by them needs no other payment.
#[test]
fn gift_cards_lower_what_is_due_after_tax() {
    let mut cart = sent(cart_of(&[(BOOK, 1)]));
    let gift = |id| CartGiftCard {
        id: GiftCardId(id),
        last_characters: "wxyz".to_owned(),
    };
    cart.gift_cards = vec![gift(1), gift(2)];
    let holding = |one, two| Facts {
        gift_cards: [(1, one), (2, two)]
            .map(|(id, balance)| {
                let (balance, currency) = (MinorUnits::new(balance), Currency::CZK);
                (GiftCardId(id), GiftCardBalance { balance, currency })
            })
            .into(),
        ..Facts::default()
    };
    let price = |facts: &Facts| price(&cart, &catalogue(), &shop(), facts);
    let (partly, wholly) = (
        price(&holding(10_000, 500)),
        price(&holding(10_000, 60_000)),
    );
    assert_eq!(
        (partly.total, wholly.total),
        (MinorUnits::new(49_800 - 10_500), MinorUnits::ZERO)
    );
    assert_eq!(
        (partly.total_tax, wholly.total_tax),
        (MinorUnits::new(1_718), MinorUnits::new(1_718))
    );
    assert_eq!(wholly.gift_cards[1].left, MinorUnits::new(60_000 - 39_800));
    assert!(PaymentMethod::Free.applies_to(&wholly) && !PaymentMethod::Free.applies_to(&partly));
}

/// A gift card as goods is money: no discount, no tax, no payment by another gift card, and payment with the order.
#[test]
fn a_gift_card_that_is_bought_is_money() {
    let mut products = products();
    let voucher = &mut products[2];
    voucher.gift_card = true;
    voucher.variants[0].taxable = false;
    let catalogue = Catalogue::new(products);
    let mut cart = sent(cart_of(&[(BOOK, 1), (VOUCHER, 2)]));
    cart.discount_codes = vec!["POLOVINA".to_owned()];
    cart.gift_cards = vec![CartGiftCard {
        id: GiftCardId(1),
        last_characters: "wxyz".to_owned(),
    }];
    let currency = Currency::CZK;
    let balance = MinorUnits::new(1_000_000);
    let facts = Facts {
        gift_cards: [(GiftCardId(1), GiftCardBalance { balance, currency })].into(),
        ..Facts::default()
    };
    let half = code("POLOVINA", Benefit::Percentage(5_000));
    let rules = rules(vec![half]);
    let priced = price(&cart, &catalogue, &rules, &facts);
    assert_eq!(priced.discounts[0].shares, [19_950, 0].map(MinorUnits::new));
    let delivery = priced.delivery.price();
    assert_eq!(
        priced.paid_by_gift_cards(),
        MinorUnits::new(19_950) + delivery
    );
    assert_eq!(priced.total, MinorUnits::new(100_000));
    let taxed: MinorUnits = priced
        .taxes
        .iter()
        .filter(|line| line.rate.basis_points() > 0)
        .map(|line| line.base + line.tax)
        .sum();
    assert_eq!(taxed, delivery);
    assert!(priced.has_gift_card());
    for later in [PaymentMethod::BankTransfer, PaymentMethod::CashOnDelivery] {
        assert!(!later.applies_to(&priced), "{later:?}");
    }
    let session = "s".to_owned();
    assert!(PaymentMethod::Card { session }.applies_to(&priced));

    let only = cart_of(&[(VOUCHER, 1)]);
    let only = Cart {
        discount_codes: cart.discount_codes.clone(),
        ..only
    };
    let priced = price(&only, &catalogue, &rules, &facts);
    assert_eq!(
        (priced.total, priced.off()),
        (MinorUnits::new(50_000), MinorUnits::ZERO)
    );
    assert_eq!(priced.codes[0].refusal, Some(Refusal::NoEntitledLines));
    assert!(!priced.requires_shipping());
}

/// A shirt bought once and a book every week, each sent for 99 crowns.
fn sent_apart() -> Cart {
    let mut cart = sent(cart_of(&[(SHIRT_M, 1), (BOOK, 1)]));
    cart.lines[1].selling_plan = Some(WEEKLY);
    cart
}

/// [3.03] Free delivery applies once to each group that contains its goods and uses one of its methods.
#[test]
fn delivery_is_freed_group_by_group() {
    let only = |purchase| Discount {
        purchase,
        ..code("A", free_delivery())
    };
    let by_ppl = Benefit::FreeDelivery {
        countries: Vec::new(),
        methods: vec!["ppl".to_owned()],
    };
    let of_books = Discount {
        entitled: of_products(&["kniha-o-lnu"]),
        ..code("A", free_delivery())
    };
    let collected = Some("ppl,prodejna".to_owned());
    let whole = Some("ppl".to_owned());
    for (discount, way, amounts) in [
        (only(Purchase::Any), &whole, &[2 * 9_900][..]),
        (only(Purchase::OneTime), &whole, &[9_900]),
        (only(Purchase::Subscription), &whole, &[9_900]),
        (only(Purchase::Subscription), &collected, &[]),
        (of_books, &whole, &[9_900]),
        (code("A", by_ppl.clone()), &collected, &[9_900]),
    ] {
        let mut cart = with_codes(sent_apart(), &["A"]);
        cart.selected_delivery = way.clone().into();
        let now = priced(&cart, std::slice::from_ref(&discount));
        let given = now.discounts.iter().map(|given| given.amount.get());
        assert_eq!(given.collect::<Vec<_>>(), amounts, "{discount:?}");
        let due = now.subtotal + now.delivery.price();
        assert_eq!(
            now.total,
            due - MinorUnits::new(amounts.iter().sum::<i64>())
        );
    }
    // Two combinable discounts reduce no group twice.
    let together = |name: &str, purchase| Discount {
        purchase,
        combines_with: vec![Class::Delivery],
        ..code(name, free_delivery())
    };
    let both = [
        together("A", Purchase::Subscription),
        together("B", Purchase::Any),
    ];
    let now = priced(&with_codes(sent_apart(), &["A", "B"]), &both);
    let given: Vec<_> = now.discounts.iter().map(|given| given.amount).collect();
    assert_eq!(given, [9_900, 9_900].map(MinorUnits::new));
    // No group with its goods uses one of its methods.
    let neither = Discount {
        purchase: Purchase::Subscription,
        ..code("A", by_ppl)
    };
    let mut cart = with_codes(sent_apart(), &["A"]);
    cart.selected_delivery = collected.into();
    let now = priced(&cart, &[neither]);
    assert_eq!(now.codes[0].refusal, Some(Refusal::NoEntitledDelivery));
}

fn any_discount() -> impl Strategy<Value = Discount> {
    let benefit = prop_oneof![
        3 => (0..12_000_u32).prop_map(Benefit::Percentage),
        3 => (0..300_000_i64).prop_map(|amount| Benefit::Amount(MinorUnits::new(amount))),
        1 => Just(free_delivery()),
        1 => Just(Benefit::Amount(MinorUnits::new(i64::MAX))),
    ];
    let entitled = prop_oneof![
        Just(Entitlement::All),
        Just(of_products(&["kniha-o-lnu"])),
        Just(of_products(&["kniha-o-lnu", "lnena-kosile"])),
    ];
    let trigger = prop_oneof![
        prop::sample::select(vec!["A", "B", "C"]).prop_map(|code| Trigger::Code(code.to_owned())),
        Just(Trigger::Automatic("Sleva".to_owned())),
    ];
    let combines = prop::sample::subsequence(ALL.to_vec(), 0..=3);
    let minimum = prop::option::weighted(0.2, 0..200_000_i64);
    (trigger, benefit, entitled, combines, minimum).prop_map(
        |(trigger, benefit, entitled, combines_with, minimum_subtotal)| Discount {
            entitled,
            minimum_subtotal: minimum_subtotal.map(MinorUnits::new),
            combines_with,
            ..discount(trigger, benefit)
        },
    )
}

fn any_cart() -> impl Strategy<Value = Cart> {
    let variant = prop::sample::select(vec![SHIRT_M, BOOK, VOUCHER, SAMPLE]);
    let lines = prop::collection::vec((variant, 1..5_i64), 0..5);
    (lines, any::<bool>()).prop_map(|(lines, goes)| {
        let lines: Vec<(VariantId, i64)> = lines;
        let cart = cart_of(&lines);
        if goes { sent(cart) } else { cart }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    /// [3.02] For any configuration, the total is the sum of its parts, no price is negative, and the order of codes
    /// makes no difference.
    #[test]
    fn any_discounts_add_up(
        cart in any_cart(),
        mut configured in prop::collection::vec(any_discount(), 0..6),
        balance in prop::option::of(0..200_000_i64),
    ) {
        // A code is configured once.
        let mut seen = Vec::new();
        configured.retain(|discount| {
            let new = discount.code().is_none_or(|code| !seen.contains(&code.to_owned()));
            seen.extend(discount.code().map(ToOwned::to_owned));
            new
        });
        let mut cart = with_codes(cart, &["A", "B", "C"]);
        let id = GiftCardId(1);
        cart.gift_cards = vec![CartGiftCard { id, last_characters: String::new() }];
        let balance = balance.map(|balance| (id, GiftCardBalance { balance: MinorUnits::new(balance), currency: Currency::CZK }));
        let facts = Facts { gift_cards: balance.into_iter().collect(), ..Facts::default() };
        let rules = rules(configured);
        let now = price(&cart, &catalogue(), &rules, &facts);

        let delivery = now.delivery.price();
        let paid = now.paid_by_gift_cards();
        prop_assert_eq!(now.total + paid, now.subtotal + delivery - now.off());
        let gross: MinorUnits = now.taxes.iter().map(|tax| tax.base + tax.tax).sum();
        prop_assert_eq!(gross, now.total + paid);
        prop_assert!(!now.total.is_negative() && !paid.is_negative());
        for (place, line) in now.lines.iter().enumerate() {
            let off: MinorUnits = now.discounts.iter().filter_map(|given| given.shares.get(place)).sum();
            prop_assert!((MinorUnits::ZERO..=line.total).contains(&off));
        }
        for given in &now.discounts {
            let expected = if given.class == Class::Delivery { MinorUnits::ZERO } else { given.amount };
            prop_assert_eq!(given.shares.iter().sum::<MinorUnits>(), expected);
            prop_assert!(given.amount.is_positive());
        }
        prop_assert_eq!(now.codes.len(), 3);

        let turned = with_codes(cart.clone(), &["C", "B", "A"]);
        let other = price(&turned, &catalogue(), &rules, &facts);
        prop_assert_eq!(&other.discounts, &now.discounts);
        let again = price(&cart, &catalogue(), &rules, &facts);
        prop_assert_eq!(format!("{again:?}"), format!("{now:?}"));
    }

    /// A discount never makes a cart more expensive.
    #[test]
    fn no_discount_makes_anything_dearer(cart in any_cart(), one in any_discount()) {
        let cart = with_codes(cart, &["A", "B", "C"]);
        let with = priced(&cart, &[one]);
        // Fewer goods can fall below the free delivery limit; the discount is not to blame for that.
        let delivery = |priced: &PricedCart| priced.delivery.price();
        let without = priced(&cart, &[]);
        prop_assert!(with.total - delivery(&with) <= without.total - delivery(&without));
    }
}
