//! The pages of the sign-in: the address, and then the code.

use super::posted::{ACCOUNT, wallet};
use super::refusal::Refusal;
use crate::app::App;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::view::PageView;
use crate::pages::visitor::Visitor;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use url::form_urlencoded::{Serializer, parse};
use zkratka_sign_in::own_path;
use zkratka_texts::sign_in_page as texts;

/// Which form is shown.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    Email,
    Code,
}

/// What a page of the sign-in shows.
pub(super) struct Shown<'a> {
    pub(super) step: Step,
    /// The address as it was typed, or to which the code goes; it may be empty.
    pub(super) email: String,
    /// Where the sign-in leads; empty if nobody says where.
    pub(super) return_to: &'a str,
    pub(super) refusal: Option<&'a Refusal>,
}

pub(super) async fn sign_in_page(
    app: &App,
    headers: &HeaderMap,
    shown: Shown<'_>,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Content<'a> {
        wallet_name: &'a str,
        step: Step,
        email: &'a str,
        return_to: &'a str,
        /// The page to enter another address.
        email_url: String,
        /// What is wrong with the field.
        field_error: Option<&'a str>,
        /// What is wrong with the whole.
        error: Option<&'a str>,
    }
    let wallet = wallet(app)?;
    let visitor = Visitor::browsing(app, headers).await;
    let text = shown.refusal.map(Refusal::text);
    let is_of_field = matches!(
        shown.refusal,
        Some(Refusal::Email(_) | Refusal::Wrong { tries_left: 1.. })
    );
    let content = Content {
        wallet_name: &wallet.settings.name,
        step: shown.step,
        email: &shown.email,
        return_to: shown.return_to,
        email_url: address_with(ACCOUNT, own_path(shown.return_to)),
        field_error: text.as_deref().filter(|_| is_of_field),
        error: text.as_deref().filter(|_| !is_of_field),
    };
    let view = PageView {
        title: match shown.step {
            Step::Email => texts::TITLE,
            Step::Code => texts::CODE_TITLE,
        },
        kind: "account",
        description: "",
        path: "/",
    };
    page(app, "sign_in.html", view, Some(&visitor), content)
}

/// Where a query says that the sign-in leads, if it is a path of this host.
pub(super) fn return_to_of(query: &str) -> Option<String> {
    let mut fields = parse(query.as_bytes());
    let (_, path) = fields.find(|(name, _)| name == "return_to")?;
    own_path(&path).map(str::to_owned)
}

/// The address of a page of the sign-in that leads there.
pub(in crate::pages) fn address_with(page: &str, return_to: Option<&str>) -> String {
    match return_to {
        Some(path) => {
            let query = Serializer::new(String::new())
                .append_pair("return_to", path)
                .finish();
            format!("{page}?{query}")
        }
        None => page.to_owned(),
    }
}
