//! Passkeys over HTTP: the routes that the account's scripts call. Answers and errors are JSON.

use crate::cookies::{self, PASSKEY};
use crate::visit::Visit;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::Duration;
use zkratka_abuse::{RateLimitKey, RateLimiter};
use zkratka_sign_in::{
    Algorithm, Assertion, BegunCeremony, CEREMONY_MS, CreationAnswer, CreationRefused,
    PasskeyError, Registration, ShopWallet, SignInAnswer, add_passkey, begin_creation,
    begin_sign_in, may_create, tell_owner, verify_sign_in,
};
use zkratka_store::{Account, AccountLetterKind, AccountPasskey, Session, StoreError};
use zkratka_texts::{PASSKEY_LATER, PASSKEY_REFUSED, PASSKEYS_FULL, SIGN_IN_AGAIN};

/// What the scripts are told when something does not go on.
enum Refused {
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
    visit: &Visit<'_>,
    limiter: &RateLimiter,
    client: IpAddr,
    body: Result<Json<OptionsWanted>, JsonRejection>,
) -> Response {
    let made = match body {
        Ok(Json(wanted)) => made_options(visit, limiter, client, wanted.r#for).await,
        Err(_) => Err(Refused::Malformed),
    };
    made.unwrap_or_else(IntoResponse::into_response)
}

async fn made_options(
    visit: &Visit<'_>,
    limiter: &RateLimiter,
    client: IpAddr,
    wanted: For,
) -> Result<Response, Refused> {
    let Visit {
        wallet,
        accounts,
        ids,
        now,
        ..
    } = *visit;
    let who = [RateLimitKey::at(client)];
    limiter.take(&who, now).map_err(Refused::TooMany)?;
    let (begun, options) = match wanted {
        For::SignIn => {
            let begun = begin_sign_in(accounts, ids, now).await?;
            let options = sign_in_options(wallet, &begun);
            (begun, options)
        }
        For::Creation => {
            let owner = session_to_create(visit).await?.account;
            let account = accounts.account(owner).await?.ok_or(Refused::NotSignedIn)?;
            let kept = accounts.passkeys_of(owner).await?;
            let begun = begin_creation(accounts, ids, owner, now).await?;
            let options = creation_options(wallet, &begun, &account, &kept);
            (begun, options)
        }
    };
    let mut response = Json(options).into_response();
    if let Some(cookie) = cookies::set(wallet, &PASSKEY, &begun.cookie) {
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
pub async fn sign_in(
    visit: &Visit<'_>,
    body: Result<Json<AssertionSent>, JsonRejection>,
) -> Response {
    let signed_in = match body {
        Ok(Json(sent)) => signed_in_by(visit, &sent).await,
        Err(_) => Err(Refused::Malformed),
    };
    signed_in.unwrap_or_else(|refused| without_ceremony(visit, refused.into_response()))
}

async fn signed_in_by(visit: &Visit<'_>, sent: &AssertionSent) -> Result<Response, Refused> {
    let ticket = visit.ticket(&PASSKEY).ok_or(PasskeyError::Ceremony)?;
    let answer = SignInAnswer {
        assertion: Assertion {
            client_data_json: &sent.client_data_json.0,
            authenticator_data: &sent.authenticator_data.0,
            signature: &sent.signature.0,
            credential_id: &sent.id.0,
        },
        user_handle: &sent.user_handle.0,
    };
    let party = &visit.wallet.relying_party;
    let proven = verify_sign_in(visit.accounts, party, &ticket, &answer, visit.now).await?;
    let proven = (proven.account, proven.proof);
    let mut response = without_ceremony(visit, Json(json!({ "signedIn": true })).into_response());
    visit.begin(proven, &mut response).await?;
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
pub async fn create(
    visit: &Visit<'_>,
    body: Result<Json<RegistrationSent>, JsonRejection>,
) -> Response {
    let created = match body {
        Ok(Json(sent)) => created(visit, &sent).await,
        Err(_) => Err(Refused::Malformed),
    };
    let response = created.map_or_else(IntoResponse::into_response, |created| {
        (StatusCode::CREATED, Json(created)).into_response()
    });
    without_ceremony(visit, response)
}

async fn created(visit: &Visit<'_>, sent: &RegistrationSent) -> Result<Created, Refused> {
    let session = session_to_create(visit).await?;
    let ticket = visit.ticket(&PASSKEY).ok_or(PasskeyError::Ceremony)?;
    let answer = CreationAnswer {
        registration: Registration {
            client_data_json: &sent.client_data_json.0,
            authenticator_data: &sent.authenticator_data.0,
            public_key: &sent.public_key.0,
            algorithm: sent.algorithm,
            credential_id: &sent.id.0,
        },
        transports: &sent.transports,
        browser: &visit.label(),
    };
    let Visit { accounts, now, .. } = *visit;
    let party = &visit.wallet.relying_party;
    let of = (&ticket, session.account);
    let passkey = add_passkey(accounts, party, of, &answer, now).await?;
    if let Some(owner) = accounts.account(session.account).await? {
        let about = (AccountLetterKind::NewPasskey, passkey.label.as_str());
        tell_owner(accounts, visit.ids, &owner, about, now).await?;
        visit.wallet.letters.notify_one();
    }
    Ok(Created {
        id: URL_SAFE_NO_PAD.encode(passkey.id),
        label: passkey.label,
    })
}

async fn session_to_create(visit: &Visit<'_>) -> Result<Session, Refused> {
    let session = visit.signed_in().await?;
    let session = session.ok_or(Refused::NotSignedIn)?;
    let is_allowed = may_create(&session, visit.now);
    is_allowed.then_some(session).ok_or(Refused::NotAllowed)
}

/// The ceremony is over, so the browser forgets its cookie.
fn without_ceremony(visit: &Visit<'_>, mut response: Response) -> Response {
    if let Some(cookie) = cookies::forget(visit.wallet, &PASSKEY) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}
