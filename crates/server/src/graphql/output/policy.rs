//! `ShopPolicy`, `ShopPolicyWithDefault`

use super::object::{leaf, object};
use crate::app::App;
use crate::graphql::gids;
use crate::graphql::value::Value;
use zkratka_assets::titled;
use zkratka_import::sanitise;

/// A policy, which is a page of the theme.
struct Policy {
    type_name: &'static str,
    handle: &'static str,
    title: String,
    body: String,
    url: String,
}

object!(Policy, |this| this.type_name, |this, arguments| {
    "body" => leaf(this.body.as_str()),
    "handle" => leaf(this.handle),
    "id" => leaf(gids::policy(this.handle)),
    "title" => leaf(this.title.as_str()),
    "url" => leaf(this.url.as_str()),
});

/// The policy with this handle; null if the theme lacks the page.
pub(super) fn policy<'a>(app: &App, handle: &'static str) -> Value<'a> {
    of_type("ShopPolicy", app, handle)
}

/// The terms that buyers accept when they subscribe (row 7.11); null if the theme lacks the page.
pub(super) fn subscription_policy<'a>(app: &App) -> Value<'a> {
    of_type("ShopPolicyWithDefault", app, "predplatne")
}

fn of_type<'a>(type_name: &'static str, app: &App, handle: &'static str) -> Value<'a> {
    let file = app.files.policy(&format!("{handle}.html"));
    Value::nullable(file.map(|file| {
        let (title, body) = titled(&file);
        Policy {
            type_name,
            handle,
            title: title.to_owned(),
            // Clients insert this HTML into their own pages.
            body: sanitise(body),
            url: format!("{}/policies/{handle}", app.config.server.public_origin),
        }
    }))
}
