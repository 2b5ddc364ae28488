//! The cart's routes: add, change, update, clear, go to the checkout. A form works without scripts and gets a redirect.
//! A theme's script gets JSON.

use super::cart_answer::{self, json};
use super::cart_edit::{Edit, strictly};
use super::cart_request::CartRequest;
use super::cookie;
use super::failure::Failure;
use super::form::ShopForm;
use super::render::{Message, message, see_other};
use super::storefront::{cart_page, open_cart};
use super::view::{AjaxCart, AjaxLine};
use super::visitor::Visitor;
use crate::app::{App, SharedApp};
use crate::carts::{CartReference, CartView, Carts, Change, Created};
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::cart_changes::{LineInput, ParentReference};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::ids::{SellingPlanId, VariantId};
use zkratka_commerce::pricing::{PricedCart, PricedLine};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::Subject;
use zkratka_storefront::{CartNotice, product_url};
use zkratka_texts::{CART_BESIDE_PAYMENT, CHECKOUT_TITLE};

/// `POST /cart/add`: adds the line of a product form, or one or several lines from a script.
pub async fn add(State(app): State<SharedApp>, request: CartRequest) -> Response {
    let edit = Edit::add(&request.form);
    request.answer(perform(&app, &request, &edit, OnClosed::StartAnew).await)
}

/// `POST /cart/change`: changes a line, given by position, key or variant. Quantity 0 removes the line.
pub async fn change(State(app): State<SharedApp>, request: CartRequest) -> Response {
    let changed = match Edit::change(&request.form, request.wants_json) {
        Ok(edit) => perform(&app, &request, &edit, OnClosed::Refuse).await,
        Err(failure) => Err(failure),
    };
    request.answer(changed)
}

/// `POST /cart/update`: changes several quantities, the note and attributes.
pub async fn update(State(app): State<SharedApp>, request: CartRequest) -> Response {
    let updated = match Edit::update(&request.form) {
        Ok(edit) => perform(&app, &request, &edit, OnClosed::StartAnew).await,
        Err(failure) => Err(failure),
    };
    request.answer(updated)
}

/// `POST /cart/clear`
pub async fn clear(State(app): State<SharedApp>, request: CartRequest) -> Response {
    request.answer(perform(&app, &request, &Edit::Clear, OnClosed::Refuse).await)
}

/// `POST /cart`: the cart form of many themes. It updates the cart. Its button `checkout` then continues to the
/// checkout.
pub async fn submit(State(app): State<SharedApp>, request: CartRequest) -> Response {
    let leads_on = request.form.value("checkout").is_some() && !request.wants_json;
    let updated = match Edit::update(&request.form) {
        Ok(edit) => perform(&app, &request, &edit, OnClosed::StartAnew).await,
        Err(failure) => Err(failure),
    };
    match updated {
        Ok(response) if leads_on && response.headers().get(LOCATION).is_some_and(is_cart) => {
            request.answer(to_checkout(&app, &request.form.headers).await)
        }
        other => request.answer(other),
    }
}

fn is_cart(location: &HeaderValue) -> bool {
    location.as_bytes() == b"/cart"
}

/// What to do if the browser has no cart that can be changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnClosed {
    /// Create a new cart with the change.
    StartAnew,
    /// Do nothing, because there is nothing to change.
    Refuse,
}

/// The result of an edit.
enum EditResult {
    Done(Box<CartView>),
    /// Goods were added to a new cart, because the payment of the browser's cart is under way.
    DoneBesidePayment(Box<CartView>),
    Refused(Vec<Fault>),
    Completing(Box<CartView>),
    Missing,
}

async fn perform(
    app: &App,
    request: &CartRequest,
    edit: &Edit,
    on_closed: OnClosed,
) -> Result<Response, Failure> {
    let edited = apply(app, request, edit, on_closed).await?;
    let mut response = if request.wants_json {
        script_response(app, &request.form, edit, &edited)
    } else {
        shown(app, &request.form, edit, &edited).await?
    };
    // A refused change stores nothing, so a new cart may not exist.
    if let EditResult::Done(view) | EditResult::DoneBesidePayment(view) = &edited
        && let Some(cookie) = cookie::set(app, &CartReference::from(&view.cart))
    {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Changes the browser's cart, or creates one.
async fn apply(
    app: &App,
    request: &CartRequest,
    edit: &Edit,
    on_closed: OnClosed,
) -> Result<EditResult, Failure> {
    let carts = Carts::new(app);
    let country = cookie::country(app, &request.form.headers);
    let change = |cart: &mut Cart, catalogue: &Catalogue, rules: &ShopRules| {
        let changed = edit.apply(cart, catalogue, rules);
        if cart.destination_country().is_none() {
            // Use the country of the pages, so that the cart has the prices that they show.
            cart.buyer.country.clone_from(&country);
        }
        if request.wants_json {
            strictly(changed)
        } else {
            changed
        }
    };
    let mut is_paying = false;
    if let Some(reference) = cookie::cart(app, &request.form.headers) {
        match carts.change(&reference, change).await? {
            Change::Cart(view) if !view.faults.is_empty() => {
                return Ok(EditResult::Refused(view.faults));
            }
            Change::Cart(view) => return Ok(EditResult::Done(view)),
            // Goods added while an attempt completes the cart go into a new cart. Other edits need the existing cart.
            Change::Completing(view) if !matches!(edit, Edit::Add(_)) => {
                return Ok(EditResult::Completing(view));
            }
            Change::Completing(_) => is_paying = true,
            Change::Completed(_) | Change::Missing => {}
        }
    }
    if on_closed == OnClosed::Refuse {
        return Ok(EditResult::Missing);
    }
    Ok(match carts.create_by(change).await? {
        Created::Cart(view) if is_paying => EditResult::DoneBesidePayment(view),
        Created::Cart(view) => EditResult::Done(view),
        Created::Refused(faults) => EditResult::Refused(faults),
    })
}

fn script_response(app: &App, form: &ShopForm, edit: &Edit, edited: &EditResult) -> Response {
    match (edited, edit) {
        (EditResult::Done(view), Edit::Add(lines)) => added_lines(app, form, view, lines, None),
        (EditResult::DoneBesidePayment(view), Edit::Add(lines)) => {
            added_lines(app, form, view, lines, Some(CART_BESIDE_PAYMENT))
        }
        (EditResult::Done(view) | EditResult::DoneBesidePayment(view), _) => {
            json(StatusCode::OK, AjaxCart::new(app, Some(view)))
        }
        (EditResult::Refused(faults), _) => cart_answer::refused(faults),
        (EditResult::Completing(_), _) => cart_answer::refusal(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Objednávka se právě zpracovává, košík teď nelze měnit.",
        ),
        // The cart is already empty, as the script wants.
        (EditResult::Missing, Edit::Clear) => json(StatusCode::OK, AjaxCart::new(app, None)),
        (EditResult::Missing, _) => {
            let gone = Fault::of(FaultCode::InvalidMerchandiseLine, Subject::Lines);
            cart_answer::refused(&[gone])
        }
    }
}

/// The added lines. The response is a list if the request was one, even a list of one line.
#[derive(Serialize)]
#[serde(untagged)]
enum Added<'a> {
    Line(Box<AjaxLine<'a>>),
    Lines { items: Vec<AjaxLine<'a>> },
}

#[derive(Serialize)]
struct AddedAnswer<'a> {
    #[serde(flatten)]
    added: Added<'a>,
    /// Our addition to the public format: what the buyer should know, in Czech.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<&'static str>,
}

/// Responds with the added lines as they are in the cart now.
fn added_lines(
    app: &App,
    form: &ShopForm,
    view: &CartView,
    inputs: &[LineInput],
    notice: Option<&'static str>,
) -> Response {
    let find = |input: &LineInput| {
        let lines = view.priced.lines.iter();
        let equal = lines.filter(|line| {
            line.variant().id == input.variant
                && line.attributes == input.attributes
                && plan_of(line) == input.selling_plan
                && is_below(line, input.parent, &view.priced)
        });
        let mut equal: Vec<_> = equal.collect();
        equal.sort_by_key(|line| !stands_above(line, input, inputs, &view.priced));
        equal.first().copied()
    };
    // Storing may normalise a line's properties, so that they no longer match. Then compare the variant only.
    let of_variant = |input: &LineInput| {
        let mut lines = view.priced.lines.iter().rev();
        lines.find(|line| line.variant().id == input.variant)
    };
    let found = inputs
        .iter()
        .filter_map(|input| find(input).or_else(|| of_variant(input)));
    let mut items: Vec<AjaxLine<'_>> = found
        .map(|line| AjaxLine::new(app, &view.priced, line))
        .collect();
    let added = match items.pop() {
        Some(only) if items.is_empty() && form.items().is_empty() => Added::Line(Box::new(only)),
        last => {
            items.extend(last);
            Added::Lines { items }
        }
    };
    json(StatusCode::OK, AddedAnswer { added, notice })
}

/// Whether the line has the children that the request adds to `input`. If the request adds none, the line must have
/// none.
fn stands_above(
    line: &PricedLine,
    input: &LineInput,
    inputs: &[LineInput],
    priced: &PricedCart,
) -> bool {
    let named = Some(ParentReference::Variant(input.variant));
    let mut wished = inputs
        .iter()
        .filter(|other| other.parent == named)
        .peekable();
    let lines = priced.lines.iter();
    let mut below = lines.filter(|other| other.parent == Some(line.id));
    if wished.peek().is_none() {
        return below.next().is_none();
    }
    let below: Vec<_> = below.collect();
    wished.all(|wish| {
        below
            .iter()
            .any(|other| other.variant().id == wish.variant && other.attributes == wish.attributes)
    })
}

/// Whether the line is a child of `named`; without `named`, whether it has no parent.
fn is_below(line: &PricedLine, named: Option<ParentReference>, priced: &PricedCart) -> bool {
    match (line.parent, named) {
        (parent, None) => parent.is_none(),
        (parent, Some(ParentReference::Line(id) | ParentReference::Key(_, id))) => {
            parent == Some(id)
        }
        (parent, Some(ParentReference::Variant(variant))) => {
            let above = parent.and_then(|id| priced.line(id));
            above.is_some_and(|above| above.variant().id == variant)
        }
    }
}

fn plan_of(line: &PricedLine) -> Option<SellingPlanId> {
    line.allocation
        .as_ref()
        .map(|allocation| allocation.plan.id)
}

async fn shown(
    app: &App,
    form: &ShopForm,
    edit: &Edit,
    edited: &EditResult,
) -> Result<Response, Failure> {
    match edited {
        EditResult::Done(view) => {
            let address = CartNotice::cart_url(CartNotice::of(&view.warnings));
            Ok(see_other(&address))
        }
        EditResult::DoneBesidePayment(view) => {
            let notices = [
                Some(CartNotice::PaymentUnderWay),
                CartNotice::of(&view.warnings),
            ];
            Ok(see_other(&CartNotice::cart_url(
                notices.into_iter().flatten(),
            )))
        }
        EditResult::Refused(faults) => {
            if let Some(variant) = edit.variant() {
                return refused(app, form, faults, variant).await;
            }
            let texts = cart_answer::texts(faults);
            let visitor = Visitor::of(app, &form.headers).await?;
            let mut response = cart_page(app, &form.sent_to, &visitor, texts)?;
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(response)
        }
        EditResult::Completing(view) => Ok(see_other(&app.checkout_url(&view.cart))),
        EditResult::Missing => Ok(see_other("/cart")),
    }
}

/// `POST /cart/checkout`
pub async fn checkout(State(app): State<SharedApp>, form: ShopForm) -> Result<Response, Failure> {
    to_checkout(&app, &form.headers).await
}

async fn to_checkout(app: &App, headers: &HeaderMap) -> Result<Response, Failure> {
    let view = open_cart(app, headers).await?;
    let filled =
        view.filter(|view| !view.priced.lines.is_empty() || view.cart.status != CartStatus::Open);
    Ok(match filled {
        Some(view) => see_other(&app.checkout_url(&view.cart)),
        None => see_other("/cart"),
    })
}

/// Shows a page that says why goods could not be added to the cart.
async fn refused(
    app: &App,
    form: &ShopForm,
    faults: &[Fault],
    variant: VariantId,
) -> Result<Response, Failure> {
    let text = cart_answer::texts(faults).join(" ");
    let back = way_back(app, form, variant);
    let said = Message::new(CHECKOUT_TITLE, &text, &back);
    let visitor = Visitor::browsing(app, &form.headers).await;
    message(app, StatusCode::UNPROCESSABLE_ENTITY, said, Some(&visitor))
}

/// The page that contained the form, or otherwise the variant's product page, or otherwise the home page.
pub(super) fn way_back(app: &App, form: &ShopForm, variant: VariantId) -> String {
    if let Some(page) = form.stood_on(app) {
        return page.to_owned();
    }
    let catalogue = app.catalogue.current();
    let found = catalogue.variant(variant);
    let found = found.filter(|(product, _)| product.published);
    found.map_or_else(
        || "/".to_owned(),
        |(product, variant)| product_url(product, Some(variant.id)),
    )
}
