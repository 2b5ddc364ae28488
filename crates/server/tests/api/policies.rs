//! Tests the shop's policies, which are pages of its theme.

use crate::support::Shop;
use serde_json::json;

const QUERY: &str = "{
    subscriptionPolicy { ...Default }
    shop { subscriptionPolicy { ...Default } termsOfService { ...Plain } privacyPolicy { ...Plain } refundPolicy { ...Plain } shippingPolicy { ...Plain } }
  }
  fragment Default on ShopPolicyWithDefault { id handle title url body }
  fragment Plain on ShopPolicy { id handle title url body }";

/// [7.11] The subscription policy is the theme's page with only plain tags in its body; the query root and
/// `shop` return the same page.
#[tokio::test]
async fn the_subscription_policy_is_a_page_of_the_theme() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("policies")).unwrap();
    let page = "<!-- title: Předplatné -->\n<p onclick=\"x()\">Zrušíte je <a href=\"/x\">kdykoli</a>.</p><script>alert(1)</script>";
    std::fs::write(folder.path().join("policies/predplatne.html"), page).unwrap();
    let theme = format!("theme = {:?}\naccess_token", folder.path());
    let shop = Shop::open_with(|config| config.replacen("access_token", &theme, 1)).await;
    let answer = shop.run(QUERY, json!({})).await;
    let expected = json!({
        "id": "gid://shopify/ShopPolicy/predplatne", "handle": "predplatne", "title": "Předplatné",
        "url": format!("{}/policies/predplatne", shop.server.base_url),
        "body": "<p>Zrušíte je kdykoli.</p>",
    });
    assert_eq!(answer.field("subscriptionPolicy"), expected);
    assert_eq!(answer.field("shop")["subscriptionPolicy"], expected);
}

/// The built-in theme has a page for every policy.
#[tokio::test]
async fn the_built_in_theme_has_every_policy() {
    let shop = Shop::open().await;
    let answer = shop.run(QUERY, json!({})).await;
    let policies = answer.field("shop");
    assert_eq!(
        answer.field("subscriptionPolicy"),
        policies["subscriptionPolicy"]
    );
    for (name, handle) in [
        ("subscriptionPolicy", "predplatne"),
        ("termsOfService", "obchodni-podminky"),
        ("privacyPolicy", "ochrana-osobnich-udaju"),
        ("refundPolicy", "odstoupeni-od-smlouvy"),
        ("shippingPolicy", "doprava-a-platba"),
    ] {
        let policy = &policies[name];
        assert_eq!(policy["handle"], handle);
        assert!(!policy["title"].as_str().unwrap().is_empty(), "{name}");
        let body = policy["body"].as_str().unwrap();
        assert!(
            body.contains("<p>") && !body.contains("<a"),
            "{name}: {body}"
        );
    }
}
