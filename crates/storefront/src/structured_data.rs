//! What a product's page says to programs, in the vocabulary of schema.org.

use crate::breadcrumbs::Breadcrumb;
use crate::plain_text::summary;
use crate::products::product_url;
use minijinja::value::Value;
use serde_json::json;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::money::Money;

/// The product and the variant that its page shows.
#[derive(Clone, Copy, Debug)]
pub struct ProductData<'a> {
    /// The shop's address, without a path.
    pub origin: &'a str,
    pub product: &'a Product,
    pub selected: &'a Variant,
    /// The price of the variant on the page.
    pub price: Money,
    /// The path of the picture, if there is one.
    pub image: Option<&'a str>,
    pub breadcrumbs: &'a [Breadcrumb],
}

/// The content of a `script` element of the type `application/ld+json`.
#[must_use]
pub fn structured_data(data: &ProductData<'_>) -> Value {
    let graph = json!({
        "@context": "https://schema.org",
        "@graph": [product(data), way(data)],
    });
    Value::from_safe_string(for_script(&graph))
}

fn product(data: &ProductData<'_>) -> serde_json::Value {
    let ProductData {
        origin, product, ..
    } = data;
    let mut node = json!({
        "@type": "Product",
        "name": product.title,
        "description": summary(&product.description_html),
        "url": format!("{origin}{}", product_url(product, None)),
        "offers": offer(data),
    });
    let mut add = |key: &str, value: serde_json::Value| {
        node[key] = value;
    };
    if !data.selected.sku.is_empty() {
        add("sku", data.selected.sku.as_str().into());
    }
    if !product.vendor.is_empty() {
        add("brand", json!({ "@type": "Brand", "name": product.vendor }));
    }
    if let Some(image) = data.image {
        add("image", format!("{origin}{image}").into());
    }
    node
}

fn offer(data: &ProductData<'_>) -> serde_json::Value {
    let (product, selected) = (data.product, data.selected);
    let availability = if selected.stock.is_available() {
        "InStock"
    } else {
        "OutOfStock"
    };
    let url = product_url(product, Some(selected.id));
    json!({
        "@type": "Offer",
        "url": format!("{}{url}", data.origin),
        "price": data.price.decimal(),
        "priceCurrency": data.price.currency.as_str(),
        "availability": format!("https://schema.org/{availability}"),
        "itemCondition": "https://schema.org/NewCondition",
    })
}

fn way(data: &ProductData<'_>) -> serde_json::Value {
    let steps = data.breadcrumbs.iter().enumerate();
    let item = |(index, step): (usize, &Breadcrumb)| {
        json!({
            "@type": "ListItem",
            "position": index + 1,
            "name": step.title,
            "item": format!("{}{}", data.origin, step.url),
        })
    };
    json!({ "@type": "BreadcrumbList", "itemListElement": steps.map(item).collect::<Vec<_>>() })
}

/// JSON that cannot end its element or begin a comment in it, whatever merchants write into their texts.
fn for_script(value: &serde_json::Value) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breadcrumbs::of_product;
    use crate::fixtures;
    use zkratka_commerce::catalogue::Stock;
    use zkratka_commerce::money::{Currency, MinorUnits};

    fn written(product: &Product) -> String {
        let euro = Currency::new("EUR").expect("a currency");
        let breadcrumbs = of_product(product);
        let data = ProductData {
            origin: "https://shop.example",
            product,
            selected: &product.variants[0],
            price: Money::new(MinorUnits::new(29_050), euro),
            image: Some("/theme/hrnek.svg"),
            breadcrumbs: &breadcrumbs,
        };
        structured_data(&data).to_string()
    }

    fn read(product: &Product) -> serde_json::Value {
        serde_json::from_str(&written(product)).expect("JSON")
    }

    #[test]
    fn product_offer_and_way_are_named() {
        let mut mug = fixtures::product("hrnek", "Hrnek");
        mug.vendor = "Dílna".to_owned();
        let data = read(&mug);
        let [product, way] = [&data["@graph"][0], &data["@graph"][1]];
        assert_eq!(product["@type"], "Product");
        assert_eq!(product["name"], "Hrnek");
        assert_eq!(product["brand"]["name"], "Dílna");
        assert_eq!(product["image"], "https://shop.example/theme/hrnek.svg");
        let offer = &product["offers"];
        assert_eq!(offer["price"], "290.50");
        assert_eq!(offer["priceCurrency"], "EUR");
        assert_eq!(offer["availability"], "https://schema.org/InStock");
        assert_eq!(offer["url"], "https://shop.example/products/hrnek");
        assert_eq!(way["@type"], "BreadcrumbList");
        assert_eq!(way["itemListElement"][2]["position"], 3);
        assert_eq!(way["itemListElement"][2]["name"], "Hrnek");
        assert_eq!(
            way["itemListElement"][1]["item"],
            "https://shop.example/collections"
        );
    }

    #[test]
    fn a_sold_out_variant_is_said_to_be() {
        let mut mug = fixtures::product("hrnek", "Hrnek");
        mug.variants[0].stock = Stock::Tracked {
            available: 0,
            oversell: false,
        };
        mug.variants[0].sku.clear();
        let data = read(&mug);
        let product = &data["@graph"][0];
        assert_eq!(
            product["offers"]["availability"],
            "https://schema.org/OutOfStock"
        );
        assert!(product.get("sku").is_none());
        assert!(product.get("brand").is_none());
    }

    #[test]
    fn no_text_ends_the_element() {
        let title = "Hrnek </script><script>alert(1)</script><!-- & \u{2028} \"";
        let mug = fixtures::product("hrnek", title);
        let text = written(&mug);
        for forbidden in ["<", ">", "&"] {
            assert!(!text.contains(forbidden), "{text}");
        }
        assert_eq!(read(&mug)["@graph"][0]["name"], title);
    }
}
