use super::*;
use crate::cart::Cart;
use crate::cart_changes::{LineInput, LineUpdate, PlanChange, add_lines, update_lines};
use crate::completion::faults_before_payment;
use crate::delivery::ZoneCountry;
use crate::error::{Fault, FaultCode};
use crate::fixtures::{BOOK, SHIRT_M, VOUCHER, cart_of, catalogue, jana, place, shop};
use crate::ids::VariantId;
use crate::money::MinorUnits;
use crate::payment::{PaymentMethod, Wallet};
use crate::pricing::{Facts, price};
use crate::rules::{CartRule, Condition, Consequence, RuledGoods, ShopRules};

const MESSAGE: &str = "Takto to bohužel neprodáme.";

fn goods(products: &[&str]) -> RuledGoods {
    RuledGoods {
        products: products.iter().map(|&handle| handle.to_owned()).collect(),
        ..RuledGoods::default()
    }
}

fn shirts() -> RuledGoods {
    goods(&["lnena-kosile"])
}

fn sent_to(country: &str, zips: &[&str]) -> Condition {
    Condition::SentTo(vec![ZoneCountry {
        country: country.to_owned(),
        zips: zips.iter().map(|&zip| zip.to_owned()).collect(),
    }])
}

fn ruled(goods: RuledGoods, condition: Condition) -> ShopRules {
    let message = MESSAGE.to_owned();
    with_rule(goods, condition, Consequence::Refuse { message })
}

fn with_rule(goods: RuledGoods, condition: Condition, consequence: Consequence) -> ShopRules {
    ShopRules {
        cart_rules: vec![CartRule {
            goods,
            condition,
            consequence,
        }],
        ..shop()
    }
}

fn input(variant: VariantId, quantity: i64) -> LineInput {
    LineInput {
        variant,
        quantity,
        attributes: Vec::new(),
        selling_plan: None,
        parent: None,
    }
}

fn refusals(faults: &[Fault]) -> Vec<String> {
    let ours = faults
        .iter()
        .filter(|fault| fault.code == FaultCode::ValidationCustom);
    ours.map(|fault| {
        assert_eq!(fault.message.as_deref(), Some(MESSAGE));
        place(fault)
    })
    .collect()
}

fn completing(cart: &Cart, rules: &ShopRules) -> Vec<String> {
    let priced = price(cart, &catalogue(), rules, &Facts::default());
    refusals(&faults_before_payment(cart, &priced, rules))
}

/// The goods and condition of a rule, the bought goods, and the paths of the faults.
type Case = (
    RuledGoods,
    Condition,
    &'static [(VariantId, i64)],
    &'static [&'static str],
);

/// [8.03] Each condition, with carts on both sides of its limit: whether the rule is broken, and where the checkout
/// reports it.
#[test]
fn a_cart_breaks_a_rule_or_does_not() {
    let books = || goods(&["kniha-o-lnu"]);
    let typed = RuledGoods {
        product_types: vec!["Knihy".to_owned()],
        ..RuledGoods::default()
    };
    let cases: Vec<Case> = vec![
        (shirts(), Condition::MoreThan(2), &[(SHIRT_M, 2)], &[]),
        (
            shirts(),
            Condition::MoreThan(2),
            &[(BOOK, 1), (SHIRT_M, 3)],
            &["lines.1.quantity"],
        ),
        (shirts(), Condition::MoreThan(2), &[(BOOK, 9)], &[]),
        (
            RuledGoods::default(),
            Condition::MoreThan(2),
            &[(BOOK, 1), (SHIRT_M, 2)],
            &["lines.0.quantity"],
        ),
        (
            typed,
            Condition::MoreThan(0),
            &[(SHIRT_M, 1), (BOOK, 1)],
            &["lines.1.quantity"],
        ),
        (shirts(), Condition::FewerThan(2), &[(SHIRT_M, 2)], &[]),
        (
            shirts(),
            Condition::FewerThan(2),
            &[(SHIRT_M, 1)],
            &["lines.0.quantity"],
        ),
        (shirts(), Condition::FewerThan(2), &[(BOOK, 1)], &[]),
        (
            RuledGoods::default(),
            Condition::CostsLessThan(MinorUnits::new(39_900)),
            &[(BOOK, 1)],
            &[],
        ),
        (
            RuledGoods::default(),
            Condition::CostsLessThan(MinorUnits::new(39_901)),
            &[(BOOK, 1)],
            &["lines.0.quantity"],
        ),
        (
            RuledGoods::default(),
            Condition::CostsMoreThan(MinorUnits::new(39_900)),
            &[(BOOK, 1)],
            &[],
        ),
        (
            RuledGoods::default(),
            Condition::CostsMoreThan(MinorUnits::new(39_899)),
            &[(BOOK, 1)],
            &["lines.0.quantity"],
        ),
        (
            shirts(),
            Condition::TogetherWith(books()),
            &[(SHIRT_M, 1)],
            &[],
        ),
        (
            shirts(),
            Condition::TogetherWith(books()),
            &[(BOOK, 1), (SHIRT_M, 1)],
            &["lines.1.merchandiseId"],
        ),
        // With any other goods: the line itself does not count.
        (
            shirts(),
            Condition::TogetherWith(RuledGoods::default()),
            &[(SHIRT_M, 2)],
            &[],
        ),
        (
            shirts(),
            Condition::TogetherWith(RuledGoods::default()),
            &[(SHIRT_M, 1), (BOOK, 1)],
            &["lines.0.merchandiseId"],
        ),
        (
            shirts(),
            sent_to("CZ", &["11"]),
            &[(SHIRT_M, 1)],
            &["deliveryAddress.zip"],
        ),
        (shirts(), sent_to("CZ", &["60"]), &[(SHIRT_M, 1)], &[]),
        (shirts(), sent_to("SK", &[]), &[(SHIRT_M, 1)], &[]),
        (shirts(), sent_to("CZ", &[]), &[(BOOK, 1)], &[]),
        // Goods that are not shipped have no destination.
        (goods(&["poukaz"]), sent_to("CZ", &[]), &[(VOUCHER, 1)], &[]),
    ];
    check(cases);
}

/// [8.03] Goods selected by exact tags, for the rule and for the goods they cannot be bought with.
#[test]
fn goods_are_ruled_by_their_tags() {
    let tagged = |tag: &str| RuledGoods {
        tags: vec![tag.to_owned()],
        ..RuledGoods::default()
    };
    check(vec![
        (
            tagged("len"),
            Condition::MoreThan(1),
            &[(BOOK, 1), (SHIRT_M, 2)],
            &["lines.1.quantity"],
        ),
        (tagged("len"), Condition::MoreThan(1), &[(BOOK, 2)], &[]),
        (tagged("LEN"), Condition::MoreThan(0), &[(SHIRT_M, 2)], &[]),
        (
            goods(&["kniha-o-lnu"]),
            Condition::TogetherWith(tagged("len")),
            &[(BOOK, 1), (SHIRT_M, 1)],
            &["lines.0.merchandiseId"],
        ),
    ]);
}

/// Checks the faults in the checkout for each case.
fn check(cases: Vec<Case>) {
    for (goods, condition, lines, expected) in cases {
        let mut cart = cart_of(lines);
        cart.delivery_address = Some(jana());
        let rules = ruled(goods, condition);
        assert_eq!(
            completing(&cart, &rules),
            expected,
            "{:?} {lines:?}",
            rules.cart_rules
        );
    }
}

/// [8.03] A rule that adding goods can never satisfy refuses the change, at the entry that breaks the rule. The cart
/// stays unchanged.
#[test]
fn lines_that_break_a_rule_are_not_taken() {
    let rules = ruled(shirts(), Condition::MoreThan(2));
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 1)]);
    let before = cart.clone();
    let changed = add_lines(
        &mut cart,
        &[input(SHIRT_M, 2), input(BOOK, 1)],
        &catalogue(),
        &rules,
    );
    assert_eq!(refusals(&changed.faults), ["lines.0.quantity"]);
    assert_eq!(cart, before);
    let raise = |quantity| LineUpdate {
        id: before.lines[1].id,
        quantity: Some(quantity),
        variant: None,
        attributes: None,
        selling_plan: PlanChange::Keep,
    };
    let changed = update_lines(&mut cart, &[raise(3)], &catalogue(), &rules);
    assert_eq!(refusals(&changed.faults), ["lines.0.quantity"]);
    assert_eq!(cart, before);
    assert_eq!(
        update_lines(&mut cart, &[raise(2)], &catalogue(), &rules).faults,
        []
    );
    assert_eq!(cart.lines[1].quantity, 2);
}

/// A rule newer than the cart does not prevent the buyer from reducing the cart; the checkout reports it.
#[test]
fn a_cart_that_broke_the_rule_before_can_be_mended() {
    let rules = ruled(shirts(), Condition::MoreThan(2));
    let mut cart = cart_of(&[(SHIRT_M, 4)]);
    let lower = LineUpdate {
        id: cart.lines[0].id,
        quantity: Some(3),
        variant: None,
        attributes: None,
        selling_plan: PlanChange::Keep,
    };
    assert_eq!(
        update_lines(&mut cart, &[lower], &catalogue(), &rules).faults,
        []
    );
    assert_eq!(completing(&cart, &rules), ["lines.0.quantity"]);
}

/// A rule that more goods can satisfy is reported only when the purchase starts or completes.
#[test]
fn a_minimum_lets_the_cart_be_filled() {
    let rules = ruled(
        RuledGoods::default(),
        Condition::CostsLessThan(MinorUnits::new(100_000)),
    );
    let mut cart = cart_of(&[]);
    let added = add_lines(&mut cart, &[input(BOOK, 1)], &catalogue(), &rules);
    assert_eq!(added.faults, []);
    let opening = opening_faults(&cart, &[BOOK], &catalogue(), &rules, false);
    assert_eq!(refusals(&opening), ["lines.0.quantity"]);
    assert_eq!(completing(&cart, &rules), ["lines.0.quantity"]);
}

/// Goods that may not be sent to a place are refused in any order: address first or goods first.
#[test]
fn a_destination_breaks_a_rule() {
    let rules = ruled(shirts(), sent_to("SK", &[]));
    let before = cart_of(&[(SHIRT_M, 1)]);
    let mut cart = before.clone();
    cart.buyer.country = Some("SK".to_owned());
    let found = destination_faults(&before, &cart, &catalogue(), &rules);
    assert_eq!(refusals(&found), ["deliveryAddress.country"]);
    assert_eq!(destination_faults(&cart, &cart, &catalogue(), &rules), []);
    let mut cart = cart_of(&[]);
    cart.buyer.country = Some("SK".to_owned());
    let added = add_lines(
        &mut cart,
        &[input(BOOK, 1), input(SHIRT_M, 1)],
        &catalogue(),
        &rules,
    );
    assert_eq!(refusals(&added.faults), ["lines.1.merchandiseId"]);
}

/// [8.03] [4.19] A cart that must be finished in the checkout is refused to wallets that bypass it. PayPal's buyers
/// continue there.
#[test]
fn what_is_for_the_checkout_is_refused_to_wallets() {
    let rules = with_rule(shirts(), Condition::Always, Consequence::FinishInCheckout);
    let wallet = PaymentMethod::Wallet {
        wallet: Wallet::GooglePay,
        session: "session".to_owned(),
    };
    let paypal = PaymentMethod::Wallet {
        wallet: Wallet::PayPal,
        session: "paypal:5O190127TN364715T".to_owned(),
    };
    let mut offered = rules.clone();
    offered.payments.wallets = Wallet::ALL.into_iter().collect();
    for (variant, is_for_checkout) in [(SHIRT_M, true), (BOOK, false)] {
        let mut cart = cart_of(&[(variant, 1)]);
        cart.delivery_address = Some(jana());
        let priced = price(&cart, &catalogue(), &offered, &Facts::default());
        assert_eq!(priced.is_for_checkout, is_for_checkout);
        let redirect = is_for_checkout.then_some(FaultCode::RedirectToCheckoutRequired);
        assert_eq!(wallet.fault(&priced, &offered), redirect);
        assert_eq!(paypal.fault(&priced, &offered), None);
        assert_eq!(PaymentMethod::BankTransfer.fault(&priced, &offered), None);
        assert_eq!(completing(&cart, &offered), [""; 0]);
        let in_sheet = opening_faults(&cart, &[variant], &catalogue(), &rules, true);
        assert_eq!(in_sheet.iter().map(|fault| fault.code).next(), redirect);
        assert_eq!(
            opening_faults(&cart, &[variant], &catalogue(), &rules, false),
            []
        );
    }
}
