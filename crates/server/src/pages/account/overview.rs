//! The account's page.

use super::sign_in::{Shown, sign_in_page};
use super::visit::visit;
use crate::app::{App, SharedApp};
use crate::pages::failure::Failure;
use crate::pages::render::{page, see_other};
use crate::pages::visitor::Visitor;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use url::form_urlencoded::parse;
use zkratka_account_pages::{OrdersShop, Overview, Step, Visit, Wanted, return_to_of};
use zkratka_commerce::ids::OrderNumber;
use zkratka_store::{Account, Session};
use zkratka_texts::account_page as texts;

/// The address to which a change leads.
pub(super) const CHANGED: &str = "/account?zmena=ano";

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
        (Some(_), Some(next)) => Ok(see_other(next)),
        (Some(owner), None) => {
            let wanted = Wanted {
                before: orders_before(&query),
                is_changed: query == "zmena=ano",
                error: None,
            };
            account_page(&app, &visit, owner, wanted).await
        }
        (None, _) => {
            let shown = Shown {
                step: Step::Email,
                email: "",
                return_to: return_to.as_deref().unwrap_or_default(),
                refusal: None,
            };
            sign_in_page(&app, &visit, shown).await
        }
    }
}

fn orders_before(query: &str) -> Option<OrderNumber> {
    let mut fields = parse(query.as_bytes());
    let (_, number) = fields.find(|(name, _)| name == "objednavky")?;
    number.parse().ok().map(OrderNumber)
}

pub(super) async fn account_page(
    app: &App,
    visit: &Visit<'_>,
    (owner, session): (Account, Session),
    wanted: Wanted<'_>,
) -> Result<Response, Failure> {
    let visitor = Visitor::browsing(app, visit.headers).await;
    let shop = OrdersShop {
        store: &*app.store,
        origin: &app.config.server.public_origin,
        codes: &app.config.gift_card_codes,
        time: &app.rules.calendar.time,
        email: &app.config.shop.email,
        now: visit.now,
    };
    let content = Overview::of(visit, (owner, &session), shop, wanted).await?;
    let view = super::view(texts::TITLE);
    page(app, "account.html", view, Some(&visitor), content)
}
