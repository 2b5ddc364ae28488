//! A small test shop: Lněná dílna sells shirts, books, vouchers and an anvil.

use crate::address::Address;
use crate::cart::Cart;
use crate::cart_changes::{LineInput, add_lines};
use crate::catalogue::{Catalogue, Image, Product, Stock, Variant};
use crate::company::CompanyFields;
use crate::delivery::{
    DeliveryMethod, DeliveryMethodType, DeliveryRate, PickupPoint, ShopCalendar,
};
use crate::error::Fault;
use crate::ids::{CartKey, ProductId, Secret, SellingPlanId, VariantId};
use crate::money::{Currency, MinorUnits};
use crate::payment::{ManualPaymentLimits, OfferedPayments, Wallet};
use crate::pricing::{Facts, PricedCart, price};
use crate::rules::ShopRules;
use crate::selling_plan::{
    Adjustment, Interval, PlanOption, PriceAdjustment, Schedule, SellingPlan, SellingPlanGroup,
    SellingPlans,
};
use crate::subject::{AddressField, AttributePart, BuyerField, LinePart, Subject};
use crate::tax::{TaxRate, TaxRules};
use crate::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A shirt, 1 290 Kč, 5 in stock.
pub(crate) const SHIRT_M: VariantId = VariantId(11);
/// A sold-out shirt.
pub(crate) const SHIRT_L: VariantId = VariantId(12);
/// A book, 399 Kč, untaxed, stock not tracked.
pub(crate) const BOOK: VariantId = VariantId(21);
/// A voucher, 500 Kč, reduced tax, not shipped.
pub(crate) const VOUCHER: VariantId = VariantId(31);
/// A variant of an unpublished product.
pub(crate) const UNPUBLISHED: VariantId = VariantId(41);
/// A free sample, one in stock, sold even when out of stock.
pub(crate) const SAMPLE: VariantId = VariantId(51);
/// An anvil: 40 kg.
pub(crate) const ANVIL: VariantId = VariantId(61);

/// Shirts and books every week, 10 % off.
pub(crate) const WEEKLY: SellingPlanId = SellingPlanId(1);
/// Shirts and books every month, paid three months ahead, 20 Kč off each delivery.
pub(crate) const QUARTERLY: SellingPlanId = SellingPlanId(2);
/// Shirts and books every month: the first three for 199 Kč, then 5 % off.
pub(crate) const INTRODUCTORY: SellingPlanId = SellingPlanId(3);
/// Vouchers once a year, at the normal price. Only in [`shop_with_members`] is this plan required.
pub(crate) const YEARLY: SellingPlanId = SellingPlanId(4);

/// The value of a text field.
pub(crate) fn text<T: From<String>>(text: &str) -> T {
    T::from(text.to_owned())
}

pub(crate) fn jana() -> Address {
    Address {
        first_name: text("Jana"),
        last_name: text("Nováková"),
        address1: text("Dlouhá 12"),
        city: text("Praha 1"),
        zip: text("110 00"),
        country: text("CZ"),
        ..Address::default()
    }
}

fn product(id: u64, handle: &str, title: &str, variants: Vec<Variant>) -> Product {
    Product {
        id: ProductId(id),
        handle: handle.to_owned(),
        title: title.to_owned(),
        description_html: String::new(),
        vendor: "Lněná dílna".to_owned(),
        product_type: String::new(),
        tags: Vec::new(),
        published: true,
        gift_card: false,
        options: Vec::new(),
        images: Vec::<Image>::new(),
        variants,
    }
}

/// A variant that is shipped, taxed at the standard rate, with untracked stock.
pub(crate) fn variant(id: VariantId, price: MinorUnits, grams: u32) -> Variant {
    Variant {
        id,
        option_values: Vec::new(),
        sku: format!("SKU-{}", id.0),
        price,
        compare_at_price: None,
        stock: Stock::Untracked,
        grams,
        requires_shipping: true,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
        download: None,
    }
}

pub(crate) const fn pieces(available: i64) -> Stock {
    Stock::Tracked {
        available,
        oversell: false,
    }
}

pub(crate) fn products() -> Vec<Product> {
    let shirt = |id, size: &str, stock| Variant {
        option_values: vec![size.to_owned(), "Bílá".to_owned()],
        stock,
        ..variant(id, MinorUnits::new(129_000), 300)
    };
    let voucher = Variant {
        requires_shipping: false,
        tax_class: text("reduced"),
        ..variant(VOUCHER, MinorUnits::new(50_000), 0)
    };
    let sample = Variant {
        stock: Stock::Tracked {
            available: 1,
            oversell: true,
        },
        ..variant(SAMPLE, MinorUnits::ZERO, 20)
    };
    vec![
        Product {
            options: vec!["Velikost".to_owned(), "Barva".to_owned()],
            tags: vec!["len".to_owned()],
            ..product(
                1,
                "lnena-kosile",
                "Lněná košile",
                vec![
                    shirt(SHIRT_M, "M", pieces(5)),
                    shirt(SHIRT_L, "L", pieces(0)),
                ],
            )
        },
        Product {
            product_type: "Knihy".to_owned(),
            ..product(
                2,
                "kniha-o-lnu",
                "Kniha o lnu",
                vec![variant(BOOK, MinorUnits::new(39_900), 450)],
            )
        },
        product(3, "poukaz", "Dárkový poukaz", vec![voucher]),
        Product {
            published: false,
            ..product(
                4,
                "koncept",
                "Koncept",
                vec![variant(UNPUBLISHED, MinorUnits::new(100), 1)],
            )
        },
        product(5, "vzorek", "Vzorek látky", vec![sample]),
        product(
            6,
            "kovadlina",
            "Kovadlina",
            vec![variant(ANVIL, MinorUnits::new(990_000), 40_000)],
        ),
    ]
}

pub(crate) fn catalogue() -> Catalogue {
    Catalogue::new(products())
}

/// The catalogue with one variant changed.
pub(crate) fn catalogue_with(id: VariantId, change: impl Fn(&mut Variant)) -> Catalogue {
    let mut products = products();
    for variant in products
        .iter_mut()
        .flat_map(|product| &mut product.variants)
    {
        if variant.id == id {
            change(variant);
        }
    }
    Catalogue::new(products)
}

fn tax() -> TaxRules {
    let class = |name: &str, rate| (name.to_owned(), TaxRate::new(rate).unwrap());
    TaxRules {
        classes: BTreeMap::from([
            class("standard", 2100),
            class("reduced", 1200),
            class("zero", 0),
        ]),
        default_class: "standard".to_owned(),
        product_types: BTreeMap::from([("Knihy".to_owned(), "zero".to_owned())]),
        delivery_class: "standard".to_owned(),
    }
}

fn method(handle: &str, title: &str, kind: DeliveryMethodType) -> DeliveryMethod {
    DeliveryMethod {
        handle: handle.to_owned(),
        title: title.to_owned(),
        description: None,
        kind,
        zones: Vec::new(),
        rates: vec![DeliveryRate::default()],
        carrier: None,
        free_from: None,
        points: Vec::new(),
        cash_on_delivery: false,
        promise: None,
    }
}

pub(crate) fn rate(up_to_grams: u64, price: MinorUnits) -> DeliveryRate {
    DeliveryRate {
        up_to_grams: Some(up_to_grams),
        price,
        ..DeliveryRate::default()
    }
}

fn point(handle: &str, title: &str, address: &str) -> PickupPoint {
    PickupPoint {
        handle: handle.to_owned(),
        title: title.to_owned(),
        address: address.to_owned(),
        coordinates: None,
    }
}

/// Zásilkovna (two points, dobírka, free from 1 500 Kč), PPL by weight, collection in the shop.
pub(crate) fn shop() -> ShopRules {
    let zasilkovna = DeliveryMethod {
        rates: vec![rate(5_000, MinorUnits::new(7_900))],
        free_from: Some(MinorUnits::new(150_000)),
        points: vec![
            point("brno-stred", "Brno, střed", "Masarykova 1, Brno"),
            point("praha-andel", "Praha, Anděl", "Nádražní 2, Praha"),
        ],
        cash_on_delivery: true,
        ..method("zasilkovna", "Zásilkovna", DeliveryMethodType::PickupPoint)
    };
    let ppl = DeliveryMethod {
        rates: vec![
            rate(5_000, MinorUnits::new(9_900)),
            rate(30_000, MinorUnits::new(14_900)),
        ],
        ..method("ppl", "PPL", DeliveryMethodType::Shipping)
    };
    let collection = method("prodejna", "Osobní odběr", DeliveryMethodType::PickUp);
    ShopRules {
        currency: Currency::CZK,
        countries: vec!["CZ".to_owned(), "SK".to_owned()],
        tax: tax(),
        delivery: vec![zasilkovna, ppl, collection],
        discounts: Vec::new(),
        calendar: ShopCalendar::default(),
        selling_plans: selling_plans(),
        markets: Vec::new(),
        gift_card_limit: None,
        sells_gift_cards: true,
        payments: OfferedPayments {
            card: true,
            cash_on_delivery: true,
            bank_transfer: true,
            wallets: Wallet::ALL.into_iter().collect(),
        },
        manual_payments: ManualPaymentLimits::default(),
        transfers: crate::transfer::TransferTerms::default(),
        cart_rules: Vec::new(),
        company_fields: CompanyFields::Off,
        max_lines: 5,
        max_quantity: 20,
    }
}

pub(crate) fn plan(
    id: SellingPlanId,
    name: &str,
    schedule: (Interval, u32),
    adjustments: &[(Adjustment, Option<u32>)],
) -> SellingPlan {
    let (interval, count) = schedule;
    let schedule = Schedule { interval, count };
    let adjustments = adjustments.iter();
    SellingPlan {
        id,
        name: name.to_owned(),
        description: None,
        options: vec![PlanOption {
            name: "Doručení".to_owned(),
            value: name.to_owned(),
        }],
        billing: schedule,
        delivery: schedule,
        recurring_deliveries: true,
        adjustments: adjustments
            .map(|&(value, order_count)| PriceAdjustment { value, order_count })
            .collect(),
    }
}

fn group(handle: &str, product: &[&str], plans: Vec<SellingPlan>) -> SellingPlanGroup {
    SellingPlanGroup {
        handle: handle.to_owned(),
        name: "Předplatné".to_owned(),
        options: vec!["Doručení".to_owned()],
        plans: plans.into_iter().map(Arc::new).collect(),
        products: product.iter().map(|&handle| handle.to_owned()).collect(),
        ..SellingPlanGroup::default()
    }
}

/// Plans for shirts and books, and one for vouchers.
pub(crate) fn selling_plans() -> SellingPlans {
    let monthly = (Interval::Month, 1);
    let quarterly = SellingPlan {
        billing: Schedule {
            interval: Interval::Month,
            count: 3,
        },
        ..plan(
            QUARTERLY,
            "Na čtvrt roku",
            monthly,
            &[(Adjustment::Amount(MinorUnits::new(2_000)), None)],
        )
    };
    let introductory = [
        (Adjustment::Price(MinorUnits::new(19_900)), Some(3)),
        (Adjustment::Percentage(500), None),
    ];
    let weekly = plan(
        WEEKLY,
        "Každý týden",
        (Interval::Week, 1),
        &[(Adjustment::Percentage(1_000), None)],
    );
    let yearly = SellingPlan {
        recurring_deliveries: false,
        ..plan(YEARLY, "Každý rok", (Interval::Year, 1), &[])
    };
    SellingPlans {
        groups: vec![
            group(
                "predplatne",
                &["lnena-kosile", "kniha-o-lnu"],
                vec![
                    weekly,
                    quarterly,
                    plan(INTRODUCTORY, "Každý měsíc", monthly, &introductory),
                ],
            ),
            group("clenstvi", &["poukaz"], vec![yearly]),
        ],
    }
}

/// The shop, but vouchers are sold only with a plan.
pub(crate) fn shop_with_members() -> ShopRules {
    let mut rules = shop();
    rules.selling_plans.groups[1].required = true;
    rules
}

pub(crate) fn empty_cart() -> Cart {
    Cart::new(
        CartKey(1),
        Secret([1; 16]),
        Secret([2; 16]),
        Timestamp(1_000),
    )
}

pub(crate) fn input(variant: VariantId, quantity: i64) -> LineInput {
    LineInput {
        variant,
        quantity,
        attributes: Vec::new(),
        selling_plan: None,
        parent: None,
    }
}

/// A line input under a plan.
pub(crate) fn planned(variant: VariantId, quantity: i64, plan: SellingPlanId) -> LineInput {
    LineInput {
        selling_plan: Some(plan),
        ..input(variant, quantity)
    }
}

pub(crate) fn cart_of(lines: &[(VariantId, i64)]) -> Cart {
    let mut cart = empty_cart();
    let inputs: Vec<_> = lines
        .iter()
        .map(|&(id, quantity)| input(id, quantity))
        .collect();
    let changed = add_lines(&mut cart, &inputs, &catalogue(), &shop());
    assert_eq!(changed.faults, []);
    cart
}

/// The cart priced in the small shop.
pub(crate) fn priced(cart: &Cart) -> PricedCart {
    price(cart, &catalogue(), &shop(), &Facts::default())
}

/// The subject of a fault as a path from the cart, short for test tables.
pub(crate) fn place(fault: &Fault) -> String {
    let attribute = |part| match part {
        AttributePart::Whole => "",
        AttributePart::Key => ".key",
        AttributePart::Value => ".value",
    };
    let line = |part| match part {
        LinePart::Whole => String::new(),
        LinePart::Id => ".id".to_owned(),
        LinePart::Quantity => ".quantity".to_owned(),
        LinePart::Merchandise => ".merchandiseId".to_owned(),
        LinePart::SellingPlan => ".sellingPlanId".to_owned(),
        LinePart::Attribute(index, part) => format!(".attributes.{index}{}", attribute(part)),
        LinePart::Parent => ".parent".to_owned(),
        LinePart::ParentLine => ".parent.lineId".to_owned(),
        LinePart::ParentMerchandise => ".parent.merchandiseId".to_owned(),
    };
    match fault.subject {
        Subject::Line(index, part) => format!("lines.{index}{}", line(part)),
        Subject::Attribute(index, part) => format!("attributes.{index}{}", attribute(part)),
        Subject::DiscountCode(index) => format!("discountCodes.{index}"),
        Subject::GiftCard(index) => format!("giftCardCodes.{index}"),
        Subject::DeliveryGroup(index, purchase) => {
            format!("deliveryGroups.{index}.{}", purchase.as_str())
        }
        Subject::DeliveryAddressField(field) => format!("deliveryAddress.{}", field_name(field)),
        Subject::BillingAddressField(field) => format!("billingAddress.{}", field_name(field)),
        Subject::Lines => "lines".to_owned(),
        Subject::Attributes => "attributes".to_owned(),
        Subject::Buyer(BuyerField::Email) => "buyerIdentity.email".to_owned(),
        Subject::DeliveryAddress => "deliveryAddress".to_owned(),
        Subject::DeliveryGroups => "deliveryGroups".to_owned(),
        Subject::Payment | Subject::PaymentMethod => "payment".to_owned(),
        Subject::PaymentAmount => "payment.amount".to_owned(),
        other => format!("{other:?}"),
    }
}

pub(crate) fn field_name(field: AddressField) -> &'static str {
    match field {
        AddressField::FirstName => "firstName",
        AddressField::LastName => "lastName",
        AddressField::Company => "company",
        AddressField::Address1 => "address1",
        AddressField::Address2 => "address2",
        AddressField::City => "city",
        AddressField::Zip => "zip",
        AddressField::Province => "province",
        AddressField::Country => "country",
        AddressField::Phone => "phone",
    }
}
