//! The two forms of the sign-in.

use serde::Serialize;
use zkratka_texts::sign_in_page as texts;

/// Which form is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Email,
    Code,
}

impl Step {
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Email => texts::TITLE,
            Self::Code => texts::CODE_TITLE,
        }
    }
}
