//! Changes of an account by its owner.

use super::overview::{CHANGED, REMOVED, account_page};
use super::posted::Posted;
use crate::app::SharedApp;
use crate::pages::failure::Failure;
use crate::pages::form::ShopForm;
use crate::pages::render::see_other;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use zkratka_account_pages::{ACCOUNT, Refusal, Visit, Wanted, cookies};
use zkratka_privacy::WalletAccount;
use zkratka_sign_in::{Entry, Naming, Removal, delete, is_fresh, remove, rename};
use zkratka_store::{Account, Session};
use zkratka_texts::account_page as texts;

type Owner = (Account, Session);

/// `POST /account/remove`: removes the address, card, passkey or device `id`.
pub async fn remove_entry(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let (posted, found) = match asked(&app, &headers, form).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let field = |name| posted.form.value(name).unwrap_or_default();
    let entry = Entry::read(field("kind"), field("id")).ok_or(Failure::BadRequest)?;
    let Visit {
        accounts, ids, now, ..
    } = posted.visit;
    match remove(accounts, ids, &found.1, entry, now).await? {
        // Somebody who presses twice has what was asked for.
        Removal::Removed | Removal::Missing => {
            posted.visit.wallet.letters.notify_one();
            Ok(see_other(REMOVED))
        }
        Removal::Stale => sign_in_again(&posted, &found).await,
        Removal::TooEarly => refused(&app, &posted.visit, found, REMOVED_TOO_EARLY).await,
    }
}

/// `POST /account/passkeys/name`: gives the passkey `id` the name `name`.
pub async fn name_passkey(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let (posted, found) = match asked(&app, &headers, form).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let Visit { accounts, now, .. } = posted.visit;
    let field = |name| posted.form.value(name).unwrap_or_default();
    match rename(accounts, &found.1, (field("id"), field("name")), now).await? {
        // Somebody else's passkey keeps its name, and nobody learns that there is one.
        Naming::Named | Naming::Missing => Ok(see_other(CHANGED)),
        Naming::Stale => sign_in_again(&posted, &found).await,
        Naming::Empty => refused(&app, &posted.visit, found, NAMELESS).await,
    }
}

/// A status, and why the owner's change is not made.
type Reason = (StatusCode, &'static str);

const NAMELESS: Reason = (StatusCode::UNPROCESSABLE_ENTITY, texts::NAMELESS);
const REMOVED_TOO_EARLY: Reason = (StatusCode::FORBIDDEN, texts::TOO_EARLY);
const DELETED_TOO_EARLY: Reason = (StatusCode::FORBIDDEN, texts::DELETED_TOO_EARLY);
const UNCONFIRMED: Reason = (StatusCode::UNPROCESSABLE_ENTITY, texts::UNCONFIRMED);

async fn refused(
    app: &SharedApp,
    visit: &Visit<'_>,
    owner: Owner,
    (status, why): Reason,
) -> Result<Response, Failure> {
    let wanted = Wanted {
        error: Some(why),
        ..Wanted::default()
    };
    let mut page = account_page(app, visit, owner, wanted).await?;
    *page.status_mut() = status;
    Ok(page)
}

/// `POST /account/export`: everything in the account, as a file.
pub async fn export_account(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let (posted, found) = match asked(&app, &headers, form).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    if !is_fresh(&found.1, posted.visit.now) {
        return sign_in_again(&posted, &found).await;
    }
    let whole = WalletAccount::read(&*app.store, found.0).await?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (
            CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"ucet.json\""),
        ),
    ];
    Ok((headers, format!("{:#}", whole.json())).into_response())
}

/// `POST /account/delete` with `confirm=1`: deletes the account. Orders stay.
pub async fn delete_account(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Response, Failure> {
    let (posted, found) = match asked(&app, &headers, form).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let Visit {
        accounts, ids, now, ..
    } = posted.visit;
    if is_fresh(&found.1, now) && posted.form.value("confirm") != Some("1") {
        return refused(&app, &posted.visit, found, UNCONFIRMED).await;
    }
    let owner = (&found.0, &found.1);
    match delete(accounts, ids, owner, now).await? {
        Removal::Removed | Removal::Missing => posted.visit.wallet.letters.notify_one(),
        Removal::Stale => return sign_in_again(&posted, &found).await,
        Removal::TooEarly => return refused(&app, &posted.visit, found, DELETED_TOO_EARLY).await,
    }
    let mut response = see_other(ACCOUNT);
    cookies::add(&mut response, posted.visit.forgotten());
    Ok(response)
}

/// A form of a page of ours, and whose it is; the error is the answer to any other.
pub(super) async fn asked<'a>(
    app: &'a SharedApp,
    headers: &'a HeaderMap,
    form: Result<ShopForm, Failure>,
) -> Result<Result<(Posted<'a>, Owner), Response>, Failure> {
    let posted = match Posted::read(app, headers, form)? {
        Ok(posted) => posted,
        Err(refused) => return Ok(Err(refused)),
    };
    Ok(match posted.visit.owner().await? {
        Ok(found) => Ok((posted, found)),
        Err(_) => Err(see_other(ACCOUNT)),
    })
}

/// The page to sign in, for the owner who has signed in too long ago.
pub(super) async fn sign_in_again(
    posted: &Posted<'_>,
    (owner, _): &Owner,
) -> Result<Response, Failure> {
    posted.refuse_for(&owner.email, Refusal::Stale).await
}
