//! What the shop sells.

use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// A shirt in two sizes, a book without end, a gift card, something free that nobody ships.
pub(super) fn products() -> Vec<Product> {
    let mut shirt = product("tricko", vec![variant(129_000, true), variant(1, true)]);
    shirt.options = vec!["Velikost".to_owned()];
    for (variant, size) in shirt.variants.iter_mut().zip(["M", "L"]) {
        variant.option_values = vec![size.to_owned()];
        variant.stock = Stock::Tracked {
            available: 1_000,
            oversell: size == "L",
        };
    }
    let mut book = product("kniha", vec![variant(39_900, true)]);
    book.product_type = "Knihy".to_owned();
    let mut voucher = product("poukaz", vec![variant(50_000, false)]);
    voucher.gift_card = true;
    vec![
        shirt,
        book,
        voucher,
        product("ukazka", vec![variant(0, false)]),
    ]
}

fn product(handle: &str, variants: Vec<Variant>) -> Product {
    Product {
        // The store gives out ids of its own.
        id: ProductId(0),
        handle: handle.to_owned(),
        title: format!("Zboží \"{handle}\""),
        description_html: "<p>Pěkné &amp; levné</p>".to_owned(),
        vendor: "Dílna".to_owned(),
        product_type: "Ostatní".to_owned(),
        tags: vec!["novinka".to_owned(), "česká výroba".to_owned()],
        published: true,
        gift_card: false,
        options: Vec::new(),
        images: vec![Image {
            source: "https://images.example/a.jpg".to_owned(),
            alt: "Zboží".to_owned(),
        }],
        variants,
    }
}

fn variant(price: i64, requires_shipping: bool) -> Variant {
    Variant {
        id: VariantId(0),
        option_values: Vec::new(),
        sku: "SKU-1".to_owned(),
        price: MinorUnits::new(price),
        compare_at_price: (price > 100).then_some(MinorUnits::new(price * 2)),
        stock: Stock::Untracked,
        grams: 250,
        requires_shipping,
        taxable: true,
        tax_class: None,
        image: None,
        requires_components: false,
        pickup_places: None,
    }
}
