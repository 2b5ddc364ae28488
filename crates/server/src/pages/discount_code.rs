//! The form for discount codes on the cart's page.

use super::cart_answer::texts;
use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::render::see_other;
use super::storefront::{CodeEntry, cart_page_with};
use super::visitor::Visitor;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, Carts, Change};
use crate::http::ClientAddress;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use zkratka_abuse::RateLimitKey;
use zkratka_commerce::cart::{Cart, set_discount_codes};
use zkratka_commerce::cart_changes::Changed;
use zkratka_commerce::discount::code_key;
use zkratka_commerce::pricing::discounts::Refusal;
use zkratka_ids::gid;
use zkratka_storefront::CartNotice;
use zkratka_texts::{refusal_text, too_many_codes};

/// Characters of a code that the page repeats.
const SHOWN: usize = 60;

/// `GET /cart/discount`: where a browser reloads the address of a refusal.
pub async fn to_cart() -> Response {
    see_other("/cart")
}

/// `POST /cart/discount`: adds the code in `code`, or removes the one in `remove`.
pub async fn discount_code(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    form: ShopForm,
) -> Result<Response, Failure> {
    let Some(reference) = cookie::cart(&app, &form.headers) else {
        return Ok(see_other("/cart"));
    };
    if let Some(code) = form.value("remove") {
        let key = code_key(code);
        let without = |codes: &mut Vec<String>| codes.retain(|known| code_key(known) != key);
        return change(&app, &form, &reference, "", without).await;
    }
    let code = form.value("code").unwrap_or_default().trim();
    let typed: String = code.chars().take(SHOWN).collect();
    let address = RateLimitKey::at(client);
    let gid = gid::cart(&reference.token, &reference.secret);
    let cart = app.code_rate_limiter.cart(&gid);
    let who = [address, cart];
    let now = app.clock.now();
    if code.is_empty() {
        return refused(&app, &form, &typed, "Napište prosím slevový kód.").await;
    }
    if let Some(wait) = app.code_rate_limiter.wait(&who, now) {
        return refused(&app, &form, &typed, &too_many_codes(wait)).await;
    }
    if !app.rules.has_discount_code(code) {
        app.code_rate_limiter.count(&who, code, now);
        let text = refusal_text(&typed, Refusal::NotFound);
        return refused(&app, &form, &typed, &text).await;
    }
    let with = |codes: &mut Vec<String>| codes.push(code.to_owned());
    change(&app, &form, &reference, code, with).await
}

/// Changes the cart's codes. `added` stays in the cart although it has no effect now: more goods may give it one.
async fn change(
    app: &App,
    form: &ShopForm,
    reference: &CartReference,
    added: &str,
    edit: impl Fn(&mut Vec<String>) + Send + Sync,
) -> Result<Response, Failure> {
    let carts = Carts::new(app);
    let changed = carts.change(reference, |cart: &mut Cart, _, _| {
        let mut codes = cart.discount_codes.clone();
        edit(&mut codes);
        Changed {
            faults: set_discount_codes(cart, codes),
            warnings: Vec::new(),
        }
    });
    let view = match changed.await? {
        Change::Cart(view) => view,
        Change::Completing(view) => return Ok(see_other(&app.checkout_url(&view.cart))),
        Change::Completed(_) | Change::Missing => return Ok(see_other("/cart")),
    };
    if !view.faults.is_empty() {
        return refused(app, form, added, &texts(&view.faults).join(" ")).await;
    }
    let mut codes = view.priced.codes.iter();
    let own = codes.find(|outcome| code_key(&outcome.code) == code_key(added));
    if let Some(refusal) = own.and_then(|outcome| outcome.refusal) {
        return refused(app, form, "", &refusal_text(added, refusal)).await;
    }
    let notice = own.map(|_| CartNotice::CodeApplied);
    Ok(see_other(&CartNotice::codes_url(notice)))
}

/// The cart's page with the reason at the field, and with what was typed.
async fn refused(
    app: &App,
    form: &ShopForm,
    typed: &str,
    error: &str,
) -> Result<Response, Failure> {
    let visitor = Visitor::of(app, &form.headers).await?;
    let entry = CodeEntry {
        typed,
        error,
        ..CodeEntry::default()
    };
    let mut response = cart_page_with(app, &form.sent_to, &visitor, Vec::new(), entry)?;
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(response)
}
