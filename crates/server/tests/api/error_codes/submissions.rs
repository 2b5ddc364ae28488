//! Tests the errors of prepare and submit.

use super::{PREPARE, SUBMIT, SeenErrors, open};
use crate::support::{BOOK, EBOOK, GIFT, MUG, SHIRT, Shop, billing, codes};
use serde_json::{Value, json};
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::money::MinorUnits;

/// The emulated bank accepts this card.
const GOOD: &str = "4111111111111111";
/// The emulated bank declines this card.
const DECLINED: &str = "4000000000000002";
/// The emulated bank challenges the buyer for this card.
const CHALLENGED: &str = "4000000000003220";

/// Asserts that preparing this cart returns this code, perhaps among others, and records it.
pub(super) async fn unprepared(
    shop: &Shop,
    caused: &mut SeenErrors,
    cart: &Value,
    (cause, code): (&str, &str),
) {
    let prepared = shop.prepare(cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert!(found.contains(&code), "{cause}: {found:?}");
    caused.note(cause, code, PREPARE);
}

/// Asserts that submitting this cart returns exactly this code, and records it.
pub(super) async fn unsubmitted(
    shop: &Shop,
    caused: &mut SeenErrors,
    cart: &Value,
    (cause, code): (&str, &str),
) {
    let payload = shop.submit(cart, &format!("pokus-{code}")).await;
    let found = codes(&payload["result"]["errors"]);
    assert_eq!(found, [code], "{cause}: {}", payload["result"]);
    caused.note(cause, code, SUBMIT);
}

pub(super) async fn of_carts() -> SeenErrors {
    let shop = open("").await;
    let shop = &shop;
    let mut caused = SeenErrors::default();
    let preference = |address| super::preference(address, "STRICT");
    let country = super::preference(&json!({ "country": "JP" }), "COUNTRY_CODE_ONLY");
    for (cart, cause, code) in [
        (
            shop.cart(&[(BOOK, 0, 1)]).await,
            "no e-mail",
            "BUYER_IDENTITY_EMAIL_REQUIRED",
        ),
        (
            identified(shop, json!({ "email": "jana@example.cz" })).await,
            "no address",
            "DELIVERY_ADDRESS_REQUIRED",
        ),
        (
            identified(shop, country).await,
            "not served",
            "DELIVERY_NO_DELIVERY_AVAILABLE",
        ),
        (
            identified(shop, preference(&billing())).await,
            "no way chosen",
            "NO_DELIVERY_GROUP_SELECTED",
        ),
        (shop.cart(&[]).await, "empty", "MERCHANDISE_NOT_APPLICABLE"),
    ] {
        unprepared(shop, &mut caused, &cart, (cause, code)).await;
    }
    let unpaid = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    unsubmitted(
        shop,
        &mut caused,
        &unpaid,
        ("not paid", "PAYMENTS_METHOD_REQUIRED"),
    )
    .await;
    cards(shop, &mut caused).await;
    bundles(shop, &mut caused).await;
    imports(shop, &mut caused).await;
    completing(shop, &mut caused).await;
    caused
}

/// A book in a cart with this identity.
async fn identified(shop: &Shop, identity: Value) -> Value {
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    cart
}

async fn cards(shop: &Shop, caused: &mut SeenErrors) {
    let declined = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&declined, DECLINED).await;
    let expected = ("declined", "PAYMENTS_CREDIT_CARD_GENERIC");
    unsubmitted(shop, caused, &declined, expected).await;
    let unknown = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let method =
        json!({ "directPaymentMethod": { "sessionId": "ses_neni", "billingAddress": billing() } });
    let payload = shop.pay(&unknown, "199.00", method).await;
    assert_eq!(payload["userErrors"], json!([]));
    let expected = ("no such session", "PAYMENTS_CREDIT_CARD_SESSION_ID");
    unsubmitted(shop, caused, &unknown, expected).await;
}

/// Goods become a bundle that is sold only with its parts; with a part they can be bought.
async fn bundles(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, GOOD).await;
    let flag = |needs: bool| move |book: &mut Product| book.variants[0].requires_components = needs;
    shop.reimport(EBOOK, flag(true)).await;
    let expected = (
        "a bundle without parts",
        "MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS",
    );
    unprepared(shop, caused, &cart, expected).await;
    unsubmitted(shop, caused, &cart, expected).await;
    let (bundle, part) = (shop.variant(EBOOK, 0).await, shop.variant(GIFT, 0).await);
    let line = json!({ "merchandiseId": part, "parent": { "merchandiseId": bundle } });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let payload = shop.mutate("cartLinesAdd", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"]["__typename"], "CartStatusReady");
    shop.reimport(EBOOK, flag(false)).await;
}

/// An import changes goods between the payment and the order.
async fn imports(shop: &Shop, caused: &mut SeenErrors) {
    let left = |available: i64| {
        move |product: &mut Product| {
            product.variants[0].stock = Stock::Tracked {
                available,
                oversell: false,
            };
        }
    };
    let paid = async |handle: &str, pieces: i64| {
        let cart = shop.ready_cart(&[(handle, 0, pieces)]).await;
        shop.pay_on_delivery(&cart).await;
        cart
    };
    let mugs = paid(MUG, 2).await;
    shop.reimport(MUG, left(1)).await;
    let expected = ("one is left", "MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE");
    unsubmitted_amid(shop, caused, &mugs, expected).await;
    shop.reimport(MUG, left(0)).await;
    unsubmitted_amid(
        shop,
        caused,
        &mugs,
        ("none is left", "MERCHANDISE_OUT_OF_STOCK"),
    )
    .await;
    let shirt = paid(SHIRT, 1).await;
    shop.reimport(SHIRT, |shirt| {
        shirt.variants[0].price += MinorUnits::new(1_000);
    })
    .await;
    let expected = ("a higher price", "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT");
    unsubmitted(shop, caused, &shirt, expected).await;
    // The feed no longer has the variant that was paid.
    let small = paid(SHIRT, 1).await;
    shop.reimport(SHIRT, |shirt| {
        shirt.variants.remove(0);
    })
    .await;
    let expected = ("sold no more", "MERCHANDISE_NOT_APPLICABLE");
    unsubmitted_amid(shop, caused, &small, expected).await;
    collected_elsewhere(shop, caused).await;
    let book = paid(BOOK, 1).await;
    shop.reimport(BOOK, |book| book.published = false).await;
    let expected = ("not published", "MERCHANDISE_PRODUCT_NOT_PUBLISHED");
    unsubmitted_amid(shop, caused, &book, expected).await;
}

/// The goods are no longer at the selected pick-up place; they can still be shipped.
async fn collected_elsewhere(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let cart = select(shop, &cart, "odber").await["cart"].clone();
    shop.pay_on_delivery(&cart).await;
    let at = |places: Option<Vec<String>>| {
        move |book: &mut Product| book.variants[0].pickup_places = places
    };
    shop.reimport(BOOK, at(Some(Vec::new()))).await;
    let expected = (
        "no more at that place",
        "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
    );
    unprepared(shop, caused, &cart, expected).await;
    unsubmitted_amid(shop, caused, &cart, expected).await;
    let is_told = |cart: &Value| cart["deliveryGroups"]["nodes"][0]["isOutOfStock"].clone();
    assert_eq!(is_told(&shop.read(&cart["id"]).await), true);
    let cart = select(shop, &cart, "rozvoz").await["cart"].clone();
    assert_eq!(is_told(&cart), false);
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"]["__typename"], "CartStatusReady");
    shop.reimport(BOOK, at(None)).await;
}

/// Selects an option for the only group.
async fn select(shop: &Shop, cart: &Value, handle: &str) -> Value {
    let option = json!({
        "deliveryGroupId": cart["deliveryGroups"]["nodes"][0]["id"], "deliveryOptionHandle": handle,
    });
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
    shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await
}

/// Like `unsubmitted`, for a cause that also changes the amount: other codes may stand beside this one.
pub(super) async fn unsubmitted_amid(
    shop: &Shop,
    caused: &mut SeenErrors,
    cart: &Value,
    (cause, code): (&str, &str),
) {
    let payload = shop.submit(cart, &format!("pokus-{code}")).await;
    let found = codes(&payload["result"]["errors"]);
    assert!(found.contains(&code), "{cause}: {found:?}");
    caused.note(cause, code, SUBMIT);
}

/// A cart whose attempt is under way: the bank waits for the buyer.
async fn completing(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, CHALLENGED).await;
    let payload = shop.submit(&cart, "pokus-completing").await;
    assert_eq!(payload["result"]["__typename"], "SubmitSuccess");
    unprepared(shop, caused, &cart, ("being bought", "ERROR")).await;
}

/// Errors of the shop's own rules, company numbers and delivery options.
pub(super) async fn of_configuration() -> SeenErrors {
    let mut caused = SeenErrors::default();
    let rule = "[[cart_rules]]\nmessage = \"Nejmenší objednávka je za 500 Kč.\"\nminimum_subtotal = \"500\"\n";
    let shop = open(rule).await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    unprepared(
        &shop,
        &mut caused,
        &cart,
        ("too little", "VALIDATION_CUSTOM"),
    )
    .await;

    let asks = |text: String| {
        text.replace(
            "country = \"CZ\"",
            "country = \"CZ\"\ncompany_fields = \"required\"",
        )
    };
    let shop = Shop::open_with(asks).await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let mut company = billing();
    company["company"] = json!("Lněná dílna");
    let variables = json!({ "cartId": cart["id"], "billingAddress": company });
    shop.mutate("cartBillingAddressUpdate", variables).await;
    let expected = (
        "a company without numbers",
        "LOCALIZATION_EXTENSION_FIELD_ERROR",
    );
    unprepared(&shop, &mut caused, &cart, expected).await;

    let light = |text: String| text.replace("[{ price", "[{ up_to_kg = 5, price");
    let shop = Shop::open_with(light).await;
    let cart = shop.cart(&[(BOOK, 0, 40)]).await;
    let identity = super::preference(&billing(), "STRICT");
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await;
    let expected = ("too heavy for every way", "DELIVERY_NO_DELIVERY_AVAILABLE");
    unprepared(&shop, &mut caused, &cart, expected).await;
    caused
}
