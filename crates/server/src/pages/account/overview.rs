//! The account's page.

use super::sign_in::{Shown, sign_in_page};
use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use crate::pages::render::{page, see_other};
use crate::pages::visitor::Visitor;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use url::form_urlencoded::parse;
use zkratka_account_pages::{
    ACCOUNT, NoOwner, OrdersShop, Overview, Refusal, Step, Visit, Wanted, address_with,
    return_to_of,
};
use zkratka_commerce::ids::OrderNumber;
use zkratka_sign_in::is_fresh;
use zkratka_store::{Account, Session};
use zkratka_texts::account_page as texts;

/// The addresses to which a change and a removal lead.
pub(super) const CHANGED: &str = "/account?zmena=ulozeno";
pub(super) const REMOVED: &str = "/account?zmena=odebrano";

/// `GET /account`: the account of a browser that is signed in, otherwise the page to sign in.
pub async fn account(
    State(app): State<SharedApp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    let query = query.unwrap_or_default();
    let return_to = return_to_of(&query);
    match (visit.owner().await?, &return_to) {
        (Ok(_), Some(next)) => Ok(see_other(next)),
        (Ok(owner), None) => {
            let wanted = Wanted {
                before: orders_before(&query),
                done: done(&query),
                error: None,
            };
            account_page(&app, &visit, owner, wanted).await
        }
        (Err(why), _) => {
            let refusal = (why == NoOwner::Unproven).then_some(Refusal::CodeNeeded);
            let shown = Shown {
                step: Step::Email,
                email: "",
                return_to: return_to.as_deref().unwrap_or_default(),
                refusal: refusal.as_ref(),
            };
            sign_in_page(&app, &visit, shown).await
        }
    }
}

/// What the page says was done, by the query of [`CHANGED`] or [`REMOVED`].
fn done(query: &str) -> Option<&'static str> {
    match query {
        "zmena=ulozeno" => Some(texts::SAVED),
        "zmena=odebrano" => Some(texts::REMOVED),
        _ => None,
    }
}

fn orders_before(query: &str) -> Option<OrderNumber> {
    let mut fields = parse(query.as_bytes());
    let (_, number) = fields.find(|(name, _)| name == "objednavky")?;
    number.parse().ok().map(OrderNumber)
}

/// `GET /account/orders/NUMBER`: leads to the order's own page. The list has no such links: they count longer than a session, so a script
/// that reads the list must not get them. Sold codes of gift cards want a recent sign-in.
pub async fn account_order(
    State(app): State<SharedApp>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let visit = visit(&app, &headers)?;
    let number: u64 = number.parse().map_err(|_| Failure::NotFound)?;
    let path = format!("{ACCOUNT}/orders/{number}");
    let Ok((owner, session)) = visit.owner().await? else {
        return Ok(see_other(&address_with(ACCOUNT, Some(&path))));
    };
    let mode = headers.get("sec-fetch-mode");
    if mode.is_some_and(|mode| mode != "navigate") {
        return Err(Failure::NotFound);
    }
    let found = orders_shop(&app, &visit).linked(owner.id, OrderNumber(number));
    let Some((order, url)) = found.await? else {
        return Err(Failure::NotFound);
    };
    if order.snapshot.sells_gift_cards() && !is_fresh(&session, visit.now) {
        let shown = Shown {
            step: Step::Email,
            email: &owner.email,
            return_to: &path,
            refusal: Some(&Refusal::Stale),
        };
        return sign_in_page(&app, &visit, shown).await;
    }
    Ok(see_other(&url))
}

fn orders_shop<'a>(app: &'a App, visit: &Visit<'a>) -> OrdersShop<'a> {
    OrdersShop {
        store: &*app.store,
        origin: &app.config.server.public_origin,
        codes: &app.config.gift_card_codes,
        time: &app.rules.calendar.time,
        email: &app.config.shop.email,
        now: visit.now,
    }
}

pub(super) async fn account_page(
    app: &App,
    visit: &Visit<'_>,
    (owner, session): (Account, Session),
    wanted: Wanted<'_>,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, visit.headers).await;
    let shop = orders_shop(app, visit);
    let content = Overview::of(visit, (owner, &session), shop, wanted).await?;
    let view = super::view(texts::TITLE);
    page(app, "account.html", view, Some(&visitor), content)
}
