//! The pages of the sign-in: the address, and then the code.

use crate::app::App;
use crate::pages::failure::Failure;
use crate::pages::render::page;
use crate::pages::visitor::Visitor;
use axum::response::Response;
use zkratka_account_pages::{Refusal, SignInContent, Step, Visit};

/// What a page of the sign-in shows.
pub(super) struct Shown<'a> {
    pub(super) step: Step,
    /// The address as it was typed, or to which the code goes; it may be empty.
    pub(super) email: &'a str,
    /// Where the sign-in leads; empty if nobody says where.
    pub(super) return_to: &'a str,
    pub(super) refusal: Option<&'a Refusal>,
}

pub(super) async fn sign_in_page<'a>(
    app: &App,
    visit: &Visit<'a>,
    shown: Shown<'a>,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, visit.headers).await;
    let typed = (shown.email, shown.return_to);
    let content = SignInContent::new(visit, shown.step, typed, shown.refusal);
    let view = super::view(shown.step.title());
    page(app, "sign_in.html", view, Some(&visitor), content)
}
