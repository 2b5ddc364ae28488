//! Passkeys over HTTP: the routes that the account's scripts call. Answers and errors are JSON.

use super::cookies::{self, PASSKEY};
use super::session::{begin, signed_in};
use crate::app::{App, SharedApp};
use crate::http::{ClientAddress, same_site};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{RETRY_AFTER, SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::Duration;
use zkratka_abuse::RateLimitKey;
use zkratka_sign_in::{
    Algorithm, Assertion, BegunCeremony, CEREMONY_MS, CreationAnswer, CreationRefused,
    PasskeyError, Registration, ShopWallet, SignInAnswer, add_passkey, begin_creation,
    begin_sign_in, device_label, may_create, tell_owner, verify_sign_in,
};
use zkratka_store::{Account, AccountLetterKind, AccountPasskey, Session, StoreError};
use zkratka_texts::{PASSKEY_LATER, PASSKEY_REFUSED, PASSKEYS_FULL, SIGN_IN_AGAIN};

/// What the scripts are told when something does not go on.
enum Refused {
    /// There is no such page: the shop has no wallet.
    NoWallet,
    /// Another site asks.
    OtherSite,
    Malformed,
    NotSignedIn,
    /// The session may not change the account.
    NotAllowed,
    TooMany(Duration),
    /// The account has as many passkeys as it may have.
    Full,
    Passkey(PasskeyError),
}

impl From<PasskeyError> for Refused {
    fn from(error: PasskeyError) -> Self {
        Self::Passkey(error)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Passkey(error.into())
    }
}

impl From<CreationRefused> for Refused {
    fn from(refused: CreationRefused) -> Self {
        match refused {
            CreationRefused::TooMany => Self::Full,
            CreationRefused::Passkey(error) => Self::Passkey(error),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, code, message) = match &self {
            Self::NoWallet => return StatusCode::NOT_FOUND.into_response(),
            Self::OtherSite => return StatusCode::FORBIDDEN.into_response(),
            Self::Malformed => (StatusCode::BAD_REQUEST, "PASSKEY_REFUSED", PASSKEY_REFUSED),
            Self::NotSignedIn => (StatusCode::UNAUTHORIZED, "NOT_ALLOWED", SIGN_IN_AGAIN),
            Self::NotAllowed => (StatusCode::FORBIDDEN, "NOT_ALLOWED", SIGN_IN_AGAIN),
            Self::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY", PASSKEY_LATER),
            Self::Full => (StatusCode::CONFLICT, "TOO_MANY", PASSKEYS_FULL),
            Self::Passkey(PasskeyError::Store(error)) => {
                tracing::error!(%error, "a passkey could not be checked");
                (StatusCode::SERVICE_UNAVAILABLE, "TOO_MANY", PASSKEY_LATER)
            }
            Self::Passkey(reason) => {
                tracing::info!(%reason, "a passkey was refused");
                (StatusCode::FORBIDDEN, "PASSKEY_REFUSED", PASSKEY_REFUSED)
            }
        };
        let mut error = json!({ "code": code, "message": message });
        if let Self::Passkey(PasskeyError::Unknown) = &self {
            // The authenticator then offers it no more. Its id is random, so only its owner asks for it.
            error["isUnknown"] = json!(true);
        }
        let Self::TooMany(wait) = self else {
            return (status, Json(json!({ "error": error }))).into_response();
        };
        let seconds = wait.as_secs().max(1);
        error["retryAfter"] = json!(seconds);
        let header = [(RETRY_AFTER, HeaderValue::from(seconds))];
        (status, header, Json(json!({ "error": error }))).into_response()
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum For {
    SignIn,
    Creation,
}

#[derive(Deserialize)]
pub struct OptionsWanted {
    r#for: For,
}

/// `POST /account/passkey/options`
pub async fn options(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    body: Result<Json<OptionsWanted>, JsonRejection>,
) -> Response {
    let made = match body {
        Ok(Json(wanted)) => made_options(&app, client, &headers, wanted.r#for).await,
        Err(_) => Err(Refused::Malformed),
    };
    made.unwrap_or_else(IntoResponse::into_response)
}

async fn made_options(
    app: &App,
    client: IpAddr,
    headers: &HeaderMap,
    wanted: For,
) -> Result<Response, Refused> {
    let wallet = own_wallet(app, headers)?;
    let now = app.clock.now();
    let who = [RateLimitKey::at(client)];
    let counted = app.passkey_rate_limiter.take(&who, now);
    counted.map_err(Refused::TooMany)?;
    let accounts = app.store.accounts();
    let (begun, options) = match wanted {
        For::SignIn => {
            let begun = begin_sign_in(accounts, &app.ids, now).await?;
            let options = sign_in_options(wallet, &begun);
            (begun, options)
        }
        For::Creation => {
            let owner = session_to_create(app, headers).await?.account;
            let account = accounts.account(owner).await?.ok_or(Refused::NotSignedIn)?;
            let kept = accounts.passkeys_of(owner).await?;
            let begun = begin_creation(accounts, &app.ids, owner, now).await?;
            let options = creation_options(wallet, &begun, &account, &kept);
            (begun, options)
        }
    };
    let mut response = Json(options).into_response();
    if let Some(cookie) = cookies::set(app, &PASSKEY, &begun.cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

fn sign_in_options(wallet: &ShopWallet, begun: &BegunCeremony) -> Value {
    json!({
        "challenge": URL_SAFE_NO_PAD.encode(begun.challenge),
        "rpId": wallet.relying_party.id,
        "timeout": CEREMONY_MS,
        "userVerification": "preferred",
        // Empty, so that nobody learns whether an account has a passkey.
        "allowCredentials": [],
    })
}

fn creation_options(
    wallet: &ShopWallet,
    begun: &BegunCeremony,
    account: &Account,
    kept: &[AccountPasskey],
) -> Value {
    let algorithms = Algorithm::ALL.map(|it| json!({ "type": "public-key", "alg": it.cose() }));
    let excluded = kept.iter().map(|passkey| {
        let transports = passkey
            .transports
            .split(',')
            .filter(|word| !word.is_empty());
        json!({
            "type": "public-key",
            "id": URL_SAFE_NO_PAD.encode(&passkey.id),
            "transports": transports.collect::<Vec<_>>(),
        })
    });
    json!({
        "challenge": URL_SAFE_NO_PAD.encode(begun.challenge),
        "rp": { "id": wallet.relying_party.id, "name": wallet.settings.name },
        "user": {
            "id": URL_SAFE_NO_PAD.encode(account.id.0),
            "name": account.email,
            "displayName": account.email,
        },
        "pubKeyCredParams": algorithms,
        "timeout": CEREMONY_MS,
        "excludeCredentials": excluded.collect::<Vec<_>>(),
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": true,
            "userVerification": "preferred",
        },
        "attestation": "none",
    })
}

/// Bytes in the form that browsers' scripts send.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Bytes(Vec<u8>);

impl TryFrom<String> for Bytes {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        URL_SAFE_NO_PAD.decode(text).map(Self)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AssertionSent {
    id: Bytes,
    #[serde(rename = "clientDataJSON")]
    client_data_json: Bytes,
    authenticator_data: Bytes,
    signature: Bytes,
    user_handle: Bytes,
}

/// `POST /account/passkey/sign-in`
pub async fn passkey_sign_in(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Result<Json<AssertionSent>, JsonRejection>,
) -> Response {
    let signed_in = match body {
        Ok(Json(sent)) => signed_in_by(&app, &headers, &sent).await,
        Err(_) => Err(Refused::Malformed),
    };
    signed_in.unwrap_or_else(|refused| without_ceremony(&app, refused.into_response()))
}

async fn signed_in_by(
    app: &App,
    headers: &HeaderMap,
    sent: &AssertionSent,
) -> Result<Response, Refused> {
    let wallet = own_wallet(app, headers)?;
    let ticket = cookies::read(app, headers, &PASSKEY).ok_or(PasskeyError::Ceremony)?;
    let answer = SignInAnswer {
        assertion: Assertion {
            client_data_json: &sent.client_data_json.0,
            authenticator_data: &sent.authenticator_data.0,
            signature: &sent.signature.0,
            credential_id: &sent.id.0,
        },
        user_handle: &sent.user_handle.0,
    };
    let accounts = app.store.accounts();
    let now = app.clock.now();
    let party = &wallet.relying_party;
    let proven = verify_sign_in(accounts, party, &ticket, &answer, now).await?;
    let proven = (proven.account, proven.proof);
    let mut response = without_ceremony(app, Json(json!({ "signedIn": true })).into_response());
    begin(app, wallet, headers, proven, &mut response).await?;
    Ok(response)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationSent {
    id: Bytes,
    #[serde(rename = "clientDataJSON")]
    client_data_json: Bytes,
    authenticator_data: Bytes,
    public_key: Bytes,
    algorithm: i64,
    #[serde(default)]
    transports: Vec<String>,
}

#[derive(Serialize)]
struct Created {
    id: String,
    label: String,
}

/// `POST /account/passkeys`
pub async fn create_passkey(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    body: Result<Json<RegistrationSent>, JsonRejection>,
) -> Response {
    let created = match body {
        Ok(Json(sent)) => created(&app, &headers, &sent).await,
        Err(_) => Err(Refused::Malformed),
    };
    let response = created.map_or_else(IntoResponse::into_response, |created| {
        (StatusCode::CREATED, Json(created)).into_response()
    });
    without_ceremony(&app, response)
}

async fn created(
    app: &App,
    headers: &HeaderMap,
    sent: &RegistrationSent,
) -> Result<Created, Refused> {
    let wallet = own_wallet(app, headers)?;
    let session = session_to_create(app, headers).await?;
    let ticket = cookies::read(app, headers, &PASSKEY).ok_or(PasskeyError::Ceremony)?;
    let answer = CreationAnswer {
        registration: Registration {
            client_data_json: &sent.client_data_json.0,
            authenticator_data: &sent.authenticator_data.0,
            public_key: &sent.public_key.0,
            algorithm: sent.algorithm,
            credential_id: &sent.id.0,
        },
        transports: &sent.transports,
        browser: &browser(headers),
    };
    let (accounts, party) = (app.store.accounts(), &wallet.relying_party);
    let of = (&ticket, session.account);
    let now = app.clock.now();
    let passkey = add_passkey(accounts, party, of, &answer, now).await?;
    if let Some(owner) = accounts.account(session.account).await? {
        let about = (AccountLetterKind::NewPasskey, passkey.label.as_str());
        tell_owner(accounts, &app.ids, &owner, about, now).await?;
        wallet.letters.notify_one();
    }
    Ok(Created {
        id: URL_SAFE_NO_PAD.encode(passkey.id),
        label: passkey.label,
    })
}

/// The wallet, if one of its own pages asks. A storefront's page may not, though it may change carts.
fn own_wallet<'a>(app: &'a App, headers: &HeaderMap) -> Result<&'a ShopWallet, Refused> {
    let wallet = app.shop_wallet.as_ref().ok_or(Refused::NoWallet)?;
    let is_own = same_site::is_from(&wallet.settings.origin, headers);
    is_own.then_some(wallet).ok_or(Refused::OtherSite)
}

async fn session_to_create(app: &App, headers: &HeaderMap) -> Result<Session, Refused> {
    let session = signed_in(app, headers).await?;
    let session = session.ok_or(Refused::NotSignedIn)?;
    let is_allowed = may_create(&session, app.clock.now());
    is_allowed.then_some(session).ok_or(Refused::NotAllowed)
}

fn browser(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT);
    device_label(
        agent
            .and_then(|agent| agent.to_str().ok())
            .unwrap_or_default(),
    )
}

/// The ceremony is over, so the browser forgets its cookie.
fn without_ceremony(app: &App, mut response: Response) -> Response {
    if let Some(cookie) = cookies::forget(app, &PASSKEY) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}
