//! Why a sign-in does not go on.

use crate::step::Step;
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::time::Duration;
use zkratka_commerce::error::Fault;
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::subject::{BuyerField, Subject};
use zkratka_texts::{account_page, fault_text, sign_in_page};

pub enum Refusal {
    Email(FaultCode),
    Wrong {
        tries_left: u32,
    },
    Expired,
    TooMany(Duration),
    NotAllowed,
    /// The passkey has not proved who paid, so a code must.
    CodeNeeded,
    /// The owner has signed in too long ago for this change.
    Stale,
    /// Whose devices are meant is not known any more.
    SignedOut,
}

impl Refusal {
    /// As scripts read it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Email(_) => "EMAIL_INVALID",
            Self::Wrong { .. } => "CODE_WRONG",
            Self::Expired => "CODE_EXPIRED",
            Self::TooMany(_) => "TOO_MANY",
            Self::NotAllowed => "NOT_ALLOWED",
            Self::CodeNeeded => "CODE_NEEDED",
            Self::Stale | Self::SignedOut => "SIGN_IN_AGAIN",
        }
    }

    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Email(_) | Self::Wrong { .. } => StatusCode::BAD_REQUEST,
            Self::Expired => StatusCode::GONE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::NotAllowed | Self::CodeNeeded | Self::Stale | Self::SignedOut => {
                StatusCode::FORBIDDEN
            }
        }
    }

    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Email(code) => fault_text(&Fault::of(*code, Subject::Buyer(BuyerField::Email))),
            Self::Wrong { tries_left } => sign_in_page::wrong(*tries_left),
            Self::Expired => sign_in_page::EXPIRED.to_owned(),
            Self::TooMany(_) => sign_in_page::TOO_MANY.to_owned(),
            Self::NotAllowed => sign_in_page::NOT_ALLOWED.to_owned(),
            Self::CodeNeeded => sign_in_page::CODE_NEEDED.to_owned(),
            Self::Stale => account_page::STALE.to_owned(),
            Self::SignedOut => account_page::SIGNED_OUT.to_owned(),
        }
    }

    /// After how many seconds to try again.
    #[must_use]
    pub fn seconds(&self) -> Option<u64> {
        match self {
            Self::TooMany(wait) => Some(wait.as_secs().max(1)),
            _ => None,
        }
    }

    /// The answer to a script.
    #[must_use]
    pub fn as_json(&self) -> Response {
        let mut error = json!({ "code": self.code(), "message": self.text() });
        if let Some(seconds) = self.seconds() {
            error["retryAfter"] = seconds.into();
        }
        if let Self::Wrong { tries_left } = self {
            error["triesLeft"] = (*tries_left).into();
        }
        self.with_status((Json(json!({ "error": error }))).into_response())
    }

    /// The page that says so, with status and pause.
    #[must_use]
    pub fn with_status(&self, mut page: Response) -> Response {
        *page.status_mut() = self.status();
        if let Some(seconds) = self.seconds() {
            let seconds = HeaderValue::from(seconds);
            page.headers_mut().insert(RETRY_AFTER, seconds);
        }
        page
    }

    /// The form that is shown with it.
    #[must_use]
    pub const fn step(&self) -> Step {
        match self {
            Self::Wrong { tries_left: 1.. } => Step::Code,
            Self::Wrong { .. }
            | Self::Email(_)
            | Self::Expired
            | Self::TooMany(_)
            | Self::NotAllowed
            | Self::CodeNeeded
            | Self::Stale
            | Self::SignedOut => Step::Email,
        }
    }

    /// Whether it is a fault of what was typed.
    #[must_use]
    pub const fn is_of_field(&self) -> bool {
        matches!(self, Self::Email(_) | Self::Wrong { tries_left: 1.. })
    }
}
