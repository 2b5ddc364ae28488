//! Tests search, collections, and what search engines read.

use super::support::{Page, Shop};
use reqwest::StatusCode;
use serde_json::Value;

/// The titles of the products that a page of the demo's theme lists.
fn titles(page: &Page) -> Vec<&str> {
    let cards = page.text.split("<a class=\"card__link\"").skip(1);
    cards
        .map(|card| {
            let rest = card.split_once('>').expect("a link").1;
            rest.split_once('<').expect("its end").0
        })
        .collect()
}

fn structured_data(page: &Page) -> Value {
    let json = page.between("<script type=\"application/ld+json\">", "</script>");
    serde_json::from_str(json).expect("JSON")
}

#[tokio::test]
async fn a_search_finds_goods_by_words_without_diacritics() {
    let shop = Shop::open_demo().await;
    let shopper = shop.shopper();
    let page = shopper.get("/search?q=HRNEK+smaltovany").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(titles(&page), ["Smaltovaný hrnek s modrým okrajem"]);
    page.says("value=\"HRNEK smaltovany\"");
    page.says("Našli jsme 1&nbsp;věc.");
    let nothing = shopper.get("/search?q=ponorka").await;
    assert_eq!(titles(&nothing), Vec::<&str>::new());
    nothing.says("Nic takového nemáme.");
}

#[tokio::test]
async fn a_search_bears_anything() {
    let shop = Shop::open_demo().await;
    let shopper = shop.shopper();
    for query in [
        String::new(),
        "?q=".to_owned(),
        "?q=%20%20+".to_owned(),
        "?q=%F0%9F%A6%86".to_owned(),
        "?q=%00".to_owned(),
        "?q=%FF%FE".to_owned(),
        "?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E".to_owned(),
        format!("?q={}", "a".repeat(10_000)),
    ] {
        let page = shopper.get(&format!("/search{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{query:.60}");
        assert_eq!(titles(&page), Vec::<&str>::new(), "{query:.60}");
        page.says_nothing_of("<script>alert");
        assert!(page.text.len() < 40_000, "{query:.60}");
    }
    for (path, status) in [
        ("/search?q=hrnek&strana=2", StatusCode::NOT_FOUND),
        ("/search?q=hrnek&strana=0", StatusCode::BAD_REQUEST),
        ("/search?q=hrnek&q=med", StatusCode::BAD_REQUEST),
    ] {
        let page = shopper.get(path).await;
        assert_eq!(page.status, status, "{path}");
        page.says("<html lang=\"cs\">");
    }
}

#[tokio::test]
async fn a_collection_lists_its_goods() {
    let shop = Shop::open_demo().await;
    let shopper = shop.shopper();
    let all = shopper.get("/collections").await;
    all.says("href=\"/collections/z-okoli\">Z\u{a0}okolí");
    let page = shopper.get("/collections/z-okoli").await;
    page.says("<h1 id=\"zbozi-nadpis\">Z\u{a0}okolí</h1>");
    assert_eq!(titles(&page).len(), 3, "{:?}", titles(&page));
    assert_eq!(
        shopper.get("/collections/z-okoli?strana=2").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn an_unknown_collection_offers_a_search() {
    let shop = Shop::open_demo().await;
    for path in [
        "/collections/neni",
        "/collections/%00",
        "/collections/..%2F",
    ] {
        let page = shop.shopper().get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        page.says("<h1>Tady nic není</h1>");
        page.says("action=\"/search\"");
    }
}

#[tokio::test]
async fn a_product_says_its_price_to_programs() {
    let shop = Shop::open().await;
    let page = shop.shopper().get("/products/hrnek").await;
    // This theme has a page of its own.
    page.says_nothing_of("ld+json");
    let shop = Shop::open_demo().await;
    let page = shop.shopper().get("/products/smaltovany-hrnek").await;
    let data = structured_data(&page);
    let product = &data["@graph"][0];
    let price = product["offers"]["price"].as_str().expect("a price");
    let crowns = price.strip_suffix(".00").expect("whole crowns");
    page.says(&format!(
        "<strong class=\"price__current\">{crowns}\u{a0}Kč</strong>"
    ));
    assert_eq!(product["offers"]["priceCurrency"], "CZK");
    let origin = &shop.server.app().config.server.public_origin;
    assert_eq!(
        product["url"],
        format!("{origin}/products/smaltovany-hrnek")
    );
    page.says("<meta property=\"og:title\" content=\"Smaltovaný hrnek s modrým okrajem\">");
    page.says(&format!(
        "<link rel=\"canonical\" href=\"{origin}/products/smaltovany-hrnek\">"
    ));
}

#[tokio::test]
async fn the_sitemap_names_every_page_that_may_be_found() {
    let shop = Shop::open_demo().await;
    let shopper = shop.shopper();
    let sitemap = shopper.get("/sitemap.xml").await;
    assert_eq!(
        sitemap.header("content-type"),
        "application/xml; charset=utf-8"
    );
    let origin = &shop.server.app().config.server.public_origin;
    let addresses: Vec<&str> = sitemap
        .text
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split_once("</loc>").expect("its end").0)
        .collect();
    assert!(addresses.len() > 40, "{}", addresses.len());
    for address in addresses {
        let path = address.strip_prefix(origin.as_str()).expect("our page");
        let page = shopper.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert_eq!(page.header("x-robots-tag"), "", "{path}");
    }
    let beyond = shopper.get("/sitemap.xml?part=2").await;
    assert_eq!(beyond.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn private_pages_are_kept_out_of_search_engines() {
    let shop = Shop::open_demo().await;
    let shopper = shop.shopper();
    for path in [
        "/search?q=hrnek",
        "/cart",
        "/checkout/Z1",
        "/checkout/Z1/confirmation",
        "/attempts/1/return",
        "/amazon-pay/review/1",
    ] {
        let page = shopper.get(path).await;
        assert_eq!(page.header("x-robots-tag"), "noindex", "{path}");
    }
    let robots = shopper.get("/robots.txt").await;
    let origin = &shop.server.app().config.server.public_origin;
    robots.says(&format!("Sitemap: {origin}/sitemap.xml\n"));
}

/// A theme that replaces some templates shows the new pages within its own frame.
#[tokio::test]
async fn another_theme_has_these_pages_too() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let page = shopper.get("/search?q=hrnek").await;
    page.says("data-page=\"search\"");
    assert_eq!(titles(&page), ["Hrnek &lt;smaltovaný&gt;"]);
    let page = shopper.get("/collections/darek").await;
    page.says("data-page=\"collection\"");
    assert_eq!(titles(&page), ["Hrnek &lt;smaltovaný&gt;"]);
    for hidden in ["/search?q=tajne", "/search?q=nikdo"] {
        assert_eq!(titles(&shopper.get(hidden).await), Vec::<&str>::new());
    }
}
