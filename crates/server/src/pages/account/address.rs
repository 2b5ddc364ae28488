//! The form for an address of the account.

use super::changes::{asked, sign_in_again};
use super::overview::CHANGED;
use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::http::ClientAddress;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::{page, see_other};
use crate::pages::visitor::Visitor;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use zkratka_abuse::RateLimitKey;
use zkratka_account_pages::{
    ACCOUNT, AddressContent, Kept, Refusal, TypedAddress, Visit, address_of, address_with,
    keep_address,
};
use zkratka_commerce::address::Address;
use zkratka_sign_in::is_fresh;
use zkratka_texts::sign_in_page::TOO_MANY;

#[derive(Deserialize)]
pub struct Chosen {
    /// The address to change.
    id: Option<String>,
}

/// `GET /account/address?id=ID`: the form for a new address, or for this one.
pub async fn address_form(
    State(app): State<SharedApp>,
    Query(Chosen { id }): Query<Chosen>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    let Ok((owner, _)) = visit.owner().await? else {
        return Ok(see_other(&address_with(ACCOUNT, Some("/account/address"))));
    };
    let known = match &id {
        Some(id) => address_of(visit.accounts, owner.id, id).await?,
        None => Some(Address::default()),
    };
    let Some(known) = known else {
        return Err(Failure::NotFound);
    };
    let content = AddressContent::blank(&known, id.as_deref(), &app.rules.countries);
    shown(&app, &visit, content).await
}

/// `POST /account/address`: keeps what was typed; with `step=country` asks for what the chosen country needs.
pub async fn save_address(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let (posted, found) = match asked(&app, &headers, form).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let countries = &app.rules.countries;
    let typed = TypedAddress::read(|name| posted.form.value(name), countries);
    let id = posted.form.value("id").filter(|id| !id.is_empty());
    if posted.form.value("step") == Some("country") {
        let content = AddressContent::blank(&typed.address, id, countries);
        return shown(&app, &posted.visit, content).await;
    }
    if !is_fresh(&found.1, posted.visit.now) {
        return sign_in_again(&posted, &found).await;
    }
    let why = if typed.is_right() {
        let who = [RateLimitKey::at(client), RateLimitKey::Account(found.0.id)];
        if let Err(wait) = app.typed_address_limiter.take(&who, posted.visit.now) {
            let content = AddressContent::typed(&typed, id, countries, Some(TOO_MANY));
            let page = shown(&app, &posted.visit, content).await?;
            return Ok(Refusal::TooMany(wait).with_status(page));
        }
        let kept = keep_address(&posted.visit, &found.0, id, typed.address.clone()).await?;
        match kept {
            Kept::Kept => return Ok(see_other(CHANGED)),
            Kept::No(why) => Some(why),
        }
    } else {
        None
    };
    let content = AddressContent::typed(&typed, id, countries, why);
    let mut page = shown(&app, &posted.visit, content).await?;
    *page.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(page)
}

async fn shown(
    app: &App,
    visit: &Visit<'_>,
    content: AddressContent<'_>,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, visit.headers).await;
    let view = super::view(content.title());
    page(app, "account_address.html", view, Some(&visitor), content)
}
