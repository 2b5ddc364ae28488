//! Renders the theme's templates.

use crate::{Manifest, Source, content_type, integrity_of};
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Output, State};
use std::sync::Arc;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_texts::format_money;

/// The theme, ready to render.
pub struct Theme {
    environment: Environment<'static>,
    urls: AssetUrls,
}

impl Theme {
    /// Prepares the templates of `files`. Each is read and compiled at its first use. `home` is the shop's own currency.
    #[must_use]
    pub fn new(files: &Source, manifest: &Arc<Manifest>, home: Currency) -> Self {
        let mut environment = Environment::new();
        // In debug mode an error contains the values of the page, such as a cart's id, and the server logs errors.
        environment.set_debug(false);
        let templates = files.clone();
        environment.set_loader(move |name| Ok(templates.template(name)));
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(write_escaped);
        // Without a currency, the amount is in the shop's own.
        environment.add_function("money", move |minor: i64, currency: Option<&str>| {
            let currency = currency.and_then(|code| Currency::new(code).ok());
            format_money(MinorUnits::new(minor), currency.unwrap_or(home))
        });
        // The web build renders this template. The theme has no file for it.
        if let Some(form) = manifest.checkout.form.clone() {
            let added = environment.add_template_owned(CHECKOUT_FORM, form);
            if let Err(error) = added {
                tracing::error!(%error, "the checkout's form could not be read");
            }
        }
        let urls = AssetUrls {
            files: files.clone(),
            manifest: Arc::clone(manifest),
        };
        let (assets, images) = (urls.clone(), urls.clone());
        environment.add_function("asset", move |name: &str| assets.asset(name));
        environment.add_function("image", move |source: &str| images.image(source));
        let hashes = urls.clone();
        environment.add_function("integrity", move |url: &str| {
            let refused = || refusal(format!("there is no hash of {url}"));
            hashes.integrity(url).ok_or_else(refused)
        });
        let built = Arc::clone(manifest);
        environment.add_function("module_integrity", move |kind: &str| {
            let html = built.page_integrity.module_integrity(kind);
            let refused = || refusal(format!("there are no modules of the kind {kind}"));
            html.map(Value::from_safe_string).ok_or_else(refused)
        });
        Self { environment, urls }
    }

    /// Returns the URL of a product's image.
    #[must_use]
    pub fn image_url(&self, source: &str) -> String {
        self.urls.image(source)
    }

    /// Returns the URL of a theme's file.
    #[must_use]
    pub fn asset_url(&self, name: &str) -> String {
        self.urls.asset(name)
    }

    /// Returns the hash of a script or style at this URL; `None` if there is no such file.
    #[must_use]
    pub fn integrity(&self, url: &str) -> Option<String> {
        self.urls.integrity(url)
    }

    /// Renders a template.
    ///
    /// # Errors
    /// The theme has no such template, or the template fails.
    pub fn render(&self, name: &str, context: Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(name)?.render(context)
    }

    /// Compiles every named template, so that the operator finds a broken theme before a buyer does.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, names: &[&str]) -> Result<(), minijinja::Error> {
        names
            .iter()
            .try_for_each(|name| self.environment.get_template(name).map(|_| ()))
    }
}

fn refusal(what: String) -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, what)
}

/// Finds the URLs of files, and their hashes.
#[derive(Clone)]
struct AssetUrls {
    files: Source,
    manifest: Arc<Manifest>,
}

/// The entry script's name for templates. Its URL without a hash is for storefronts on other servers.
const ENTRY_SCRIPT: &str = "accelerated-checkout.js";

impl AssetUrls {
    /// Returns the URL of a theme's file. If the web build made a hashed copy and the merchant's own theme does not replace
    /// the file, it is the copy's URL. The URL of another script or style changes with its content, because a browser
    /// would refuse a cached copy that has another hash.
    fn asset(&self, name: &str) -> String {
        if name == ENTRY_SCRIPT {
            let entry = self.manifest.embed.entry.clone();
            return entry.unwrap_or_else(|| format!("/{ENTRY_SCRIPT}"));
        }
        match self.manifest.theme.get(name) {
            Some(url) if !self.files.is_own(name) => url.clone(),
            _ => self.theme_url(name),
        }
    }

    fn theme_url(&self, name: &str) -> String {
        let url = format!("/theme/{name}");
        let kind = content_type(name);
        let has_hash = kind.starts_with("text/css") || kind.starts_with("text/javascript");
        let file = self.files.theme_asset(name).filter(|_| has_hash);
        file.map_or(url.clone(), |file| {
            let tag = u64::from_be_bytes(file.hash.first_chunk().copied().unwrap_or_default());
            format!("{url}?v={tag:x}")
        })
    }

    /// Returns the hash of a script or style. Without a web build it is empty for the entry script, which is then missing.
    fn integrity(&self, url: &str) -> Option<String> {
        if let Some(built) = self.manifest.integrity.get(url) {
            return Some(built.clone());
        }
        if url.strip_prefix('/') == Some(ENTRY_SCRIPT) {
            return Some(String::new());
        }
        let name = url.strip_prefix("/theme/")?.split('?').next()?;
        let file = self.files.theme_asset(name)?;
        Some(integrity_of(&file.bytes))
    }

    /// Returns the URL of a product's image: a path on this server, or a file of the theme. For a remote image it is the
    /// placeholder, because pages load nothing from other servers.
    fn image(&self, source: &str) -> String {
        // Browsers treat a backslash as a slash and drop control characters, so such a path can lead to another server.
        let is_odd = |character: char| character == '\\' || character.is_control();
        if source.contains("://") || source.contains(is_odd) {
            return self.asset("placeholder.svg");
        }
        if source.starts_with('/') && !source.starts_with("//") {
            return source.to_owned();
        }
        let known = self.manifest.theme.contains_key(source) || self.files.has_theme_asset(source);
        self.asset(if known { source } else { "placeholder.svg" })
    }
}

/// Escapes a value for text and for quoted attributes.
fn write_escaped(
    output: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    let failed = |error| minijinja::Error::from(error);
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    if value.is_safe() || *state.auto_escape() == AutoEscape::None {
        return write(output, &value.to_string()).map_err(failed);
    }
    match value.as_str() {
        Some(text) => write(output, &escape(text)),
        None => write(output, &escape(&value.to_string())),
    }
    .map_err(failed)
}

fn write(output: &mut Output<'_>, text: &str) -> std::fmt::Result {
    output.write_str(text)
}

/// Escapes a text for HTML, also inside quotes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The template of the checkout's first form. No theme's file can have this name.
pub const CHECKOUT_FORM: &str = "built:checkout-form";

/// The names of all templates of pages.
pub const TEMPLATES: &[&str] = &[
    "base.html",
    "home.html",
    "product.html",
    "collections.html",
    "collection.html",
    "search.html",
    "cart.html",
    "policy.html",
    "stock_alert.html",
    "sign_in.html",
    "account.html",
    "account_address.html",
    "message.html",
    "checkout.html",
    "order.html",
    "amazon_return.html",
    "wallet_buttons.html",
    "not_found.html",
    "error.html",
];

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::context;

    fn theme(template: &str) -> (tempfile::TempDir, Theme) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("templates")).expect("a folder");
        std::fs::write(folder.path().join("templates/cart.html"), template).expect("written");
        let files = Source::new(Some(folder.path().to_owned()));
        let manifest = Arc::new(Manifest::load(&files));
        let euro = Currency::new("EUR").expect("a currency");
        let theme = Theme::new(&files, &manifest, euro);
        (folder, theme)
    }

    #[test]
    fn an_image_is_never_loaded_from_elsewhere() {
        let (_folder, theme) = theme("");
        assert_eq!(theme.image_url("/theme/a.jpg"), "/theme/a.jpg");
        let placeholder = theme.image_url("https://evil.example/x.png");
        assert!(placeholder.contains("placeholder"), "{placeholder}");
        for source in [
            "//evil.example/x.png",
            "/\\evil.example/x.png",
            "\\\\evil.example\\x.png",
            "/\t/evil.example/x.png",
            "/\n/evil.example/x.png",
            "/\u{1b}x.png",
        ] {
            assert_eq!(theme.image_url(source), placeholder, "{source:?}");
        }
    }

    /// [3.02] An amount is formatted in its own currency, in every market.
    #[test]
    fn money_is_of_its_own_currency_or_the_shops() {
        let (_folder, theme) = theme(
            "{{ money(129050) }}|{{ money(129050, 'CZK') }}|{{ money(129050, 'PLN') }}|{{ money(129050, 'USD') }}",
        );
        let shown = theme.render("cart.html", context! {}).expect("a page");
        let expected = [
            ("EUR", 129_050),
            ("CZK", 129_050),
            ("PLN", 129_050),
            ("USD", 129_050),
        ]
        .map(|(code, minor)| {
            format_money(
                MinorUnits::new(minor),
                Currency::new(code).expect("a currency"),
            )
        });
        assert_eq!(shown, expected.join("|"));
        assert!(
            shown.contains('€') && shown.contains("zł") && shown.contains('$'),
            "{shown}"
        );
    }

    #[test]
    fn a_broken_template_tells_no_values() {
        let (_folder, theme) = theme("{{ id }}{{ id.missing.more }}");
        let failed = theme.render("cart.html", context! { id => "the-secret" });
        let error = failed.expect_err("it fails");
        for text in [
            format!("{error:#}"),
            format!("{error:?}"),
            error.to_string(),
        ] {
            assert!(
                text.contains("cart.html") && !text.contains("the-secret"),
                "{text}"
            );
        }
    }
}
