//! The products that the test shop sells.

use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// A shirt: M with ten units, L sold out.
pub(crate) const SHIRT: &str = "tricko";
/// A mug with two units.
pub(crate) const MUG: &str = "hrnek";
/// A book without VAT and without stock tracking.
pub(crate) const BOOK: &str = "kniha";
/// An e-book: nothing to ship.
pub(crate) const EBOOK: &str = "e-kniha";
/// A free sample: nothing to ship and nothing to pay.
pub(crate) const GIFT: &str = "ukazka";
/// A gift card for 500 Kč or 2 000 Kč.
pub(crate) const VOUCHER: &str = "darkova-karta";
/// An unpublished product.
pub(crate) const SECRET: &str = "tajne";

pub(crate) fn products() -> Vec<Product> {
    let mut shirt = product(
        SHIRT,
        "Tričko",
        vec![
            Variant {
                option_values: vec!["M".to_owned()],
                ..variant(129_000, pieces(10))
            },
            Variant {
                option_values: vec!["L".to_owned()],
                ..variant(129_000, pieces(0))
            },
        ],
    );
    shirt.options = vec!["Velikost".to_owned()];
    let mut mug = product(
        MUG,
        "Hrnek",
        vec![Variant {
            compare_at_price: Some(MinorUnits::new(35_000)),
            ..variant(29_050, pieces(2))
        }],
    );
    mug.images = vec![Image {
        source: "https://images.example/hrnek.jpg".to_owned(),
        alt: "Modrý hrnek".to_owned(),
    }];
    let mut book = product(BOOK, "Kniha", vec![variant(39_900, Stock::Untracked)]);
    book.product_type = "Knihy".to_owned();
    let digital = |price| Variant {
        requires_shipping: false,
        ..variant(price, Stock::Untracked)
    };
    let mut voucher = product(
        VOUCHER,
        "Dárková karta",
        vec![digital(50_000), digital(200_000)],
    );
    voucher.gift_card = true;
    voucher.options = vec!["Hodnota".to_owned()];
    for (variant, worth) in voucher.variants.iter_mut().zip(["500 Kč", "2 000 Kč"]) {
        variant.taxable = false;
        variant.option_values = vec![worth.to_owned()];
    }
    let mut secret = product(SECRET, "Tajné", vec![variant(100, Stock::Untracked)]);
    secret.published = false;
    vec![
        shirt,
        mug,
        book,
        product(EBOOK, "E-kniha", vec![digital(19_900)]),
        product(GIFT, "Ukázka", vec![digital(0)]),
        secret,
        voucher,
    ]
}

fn product(handle: &str, title: &str, variants: Vec<Variant>) -> Product {
    Product {
        // The store assigns its own ids.
        id: ProductId(0),
        handle: handle.to_owned(),
        title: title.to_owned(),
        description_html: format!("<p>{title} &amp; více</p>"),
        vendor: "Dílna".to_owned(),
        product_type: "Ostatní".to_owned(),
        tags: vec!["novinka".to_owned()],
        published: true,
        gift_card: false,
        options: Vec::new(),
        images: Vec::new(),
        variants,
    }
}

fn variant(price: i64, stock: Stock) -> Variant {
    Variant {
        id: VariantId(0),
        option_values: Vec::new(),
        sku: "SKU-1".to_owned(),
        price: MinorUnits::new(price),
        compare_at_price: None,
        stock,
        grams: 250,
        requires_shipping: true,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
        download: None,
    }
}

fn pieces(available: i64) -> Stock {
    Stock::Tracked {
        available,
        oversell: false,
    }
}
