//! Tests the files of the theme and of the web build.

use super::support::Shop;
use reqwest::{Method, StatusCode};

#[tokio::test]
async fn a_themes_file_is_sent_again_only_when_it_has_changed() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let first = shopper.get("/theme/own.css").await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(first.text, include_str!("theme/assets/own.css"));
    assert_eq!(first.header("content-type"), "text/css; charset=utf-8");
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"'));
    let request = shopper
        .request(Method::GET, "/theme/own.css")
        .header("if-none-match", format!("\"x\", W/{tag}"));
    let second = request.send().await.expect("an answer");
    assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
    let request = shopper
        .request(Method::GET, "/theme/own.css")
        .header("if-none-match", "\"other\"");
    assert_eq!(
        request.send().await.expect("an answer").status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn no_name_leads_out_of_the_folder() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    for name in [
        "..%2Fpolicies%2Fpodminky.html",
        "%2Fetc%2Fpasswd",
        "..%5Cx",
        "neni.css",
        "products",
    ] {
        let answer = shopper.get(&format!("/theme/{name}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}");
        assert_eq!(answer.text, "");
    }
}

#[tokio::test]
async fn head_answers_like_get_without_the_body() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    for path in ["/", "/theme/own.css", "/healthz", "/nic"] {
        let get = shopper.get(path).await;
        let request = shopper.request(Method::HEAD, path);
        let head = super::support::Page::read(request.send().await.expect("an answer")).await;
        assert_eq!(head.status, get.status, "{path}");
        assert_eq!(
            head.header("content-type"),
            get.header("content-type"),
            "{path}"
        );
        assert_eq!(head.text, "");
    }
}

/// [2.28] Logos and all other files come from an assets folder on the same origin.
/// [B.07] They may be cached for ever, and are sent compressed.
#[tokio::test]
async fn built_files_are_cached_for_ever_and_sent_compressed() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let manifest = shop.server.app().manifest.clone();
    let Some(entry) = manifest.embed.entry.as_deref() else {
        eprintln!(
            "SKIPPED: there is no web build (web/dist), so there are no built files to ask for"
        );
        return;
    };
    let script = shopper.get(&shop.url("/accelerated-checkout.js")).await;
    assert_eq!(script.text, format!("export * from '{entry}';\n"));
    assert_eq!(
        script.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    let product = shopper.get("/products/hrnek").await;
    let hash = &manifest.integrity[entry];
    assert_eq!(
        product.header("link"),
        format!("<{entry}>; rel=modulepreload; integrity=\"{hash}\"")
    );
    let ask = async |encodings: &str| {
        let request = shopper
            .request(Method::GET, entry)
            .header("accept-encoding", encodings);
        request.send().await.expect("an answer")
    };
    let mut sizes = Vec::new();
    for (asked, given) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", "")] {
        let answer = ask(asked).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let headers = answer.headers().clone();
        let header = |name: &str| {
            headers
                .get(name)
                .map_or("", |value| value.to_str().expect("text"))
        };
        assert_eq!(
            header("cache-control"),
            "public, max-age=31536000, immutable, no-transform"
        );
        assert_eq!(header("content-encoding"), given);
        assert_eq!(header("vary"), "accept-encoding");
        assert_eq!(header("access-control-allow-origin"), "*");
        sizes.push(answer.bytes().await.expect("bytes").len());
    }
    assert!(sizes[0] <= sizes[1] && sizes[1] < sizes[2], "{sizes:?}");
    let missing = shopper.get("/assets/neni-123.js").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert_eq!(
        shopper.get(&format!("{entry}.br")).await.status,
        StatusCode::NOT_FOUND
    );
}
