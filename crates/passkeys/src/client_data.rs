//! `clientDataJSON`: what the browser says about a ceremony. Browsers add members as they like, so it is parsed and never compared
//! with a template.

use crate::Refusal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;

/// More than any browser writes: the longest part is an origin.
const MAX_BYTES: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ceremony {
    /// A passkey is created (`webauthn.create`).
    Create,
    /// A passkey signs (`webauthn.get`).
    Get,
}

/// The parsed client data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientData {
    /// `None` for a ceremony that is no passkey's, such as a payment confirmation.
    pub ceremony: Option<Ceremony>,
    pub challenge: Vec<u8>,
    pub origin: String,
    /// Whether the page is in a frame of another origin.
    pub cross_origin: bool,
    /// The origin of the window's own page, if the browser names it.
    pub top_origin: Option<String>,
}

/// A member that occurs twice is an error: two readers could understand it in two ways.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Json {
    r#type: String,
    challenge: String,
    origin: String,
    cross_origin: Option<bool>,
    top_origin: Option<String>,
}

impl ClientData {
    pub fn read(json: &[u8]) -> Result<Self, Refusal> {
        if json.len() > MAX_BYTES {
            return Err(Refusal::ClientData);
        }
        let parsed: Json = serde_json::from_slice(json).map_err(|_| Refusal::ClientData)?;
        let challenge = URL_SAFE_NO_PAD
            .decode(&parsed.challenge)
            .map_err(|_| Refusal::ClientData)?;
        let ceremony = match parsed.r#type.as_str() {
            "webauthn.create" => Some(Ceremony::Create),
            "webauthn.get" => Some(Ceremony::Get),
            _ => None,
        };
        Ok(Self {
            ceremony,
            challenge,
            origin: parsed.origin,
            cross_origin: parsed.cross_origin.unwrap_or(false),
            top_origin: parsed.top_origin,
        })
    }
}
