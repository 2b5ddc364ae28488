//! Reads private keys in PEM, as OpenSSL writes them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const BEGIN: &str = "-----BEGIN ";
const KEY_BEGIN: &str = "-----BEGIN EC PRIVATE KEY-----";
const PARAMETERS_BEGIN: &str = "-----BEGIN EC PARAMETERS-----";
const PARAMETERS_END: &str = "-----END EC PARAMETERS-----";
/// The object identifier of the curve P-256 (`prime256v1`) in DER.
const P256: &[u8] = &[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];

/// Why a key cannot be used. The text reveals nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The text is neither PKCS#8 nor SEC1, or not a P-256 key.
    #[error("not a P-256 private key as PEM or base64 DER (PKCS#8 or SEC1)")]
    Unreadable,
    /// The block `EC PARAMETERS` before the key names another curve, or describes a curve by its parameters.
    #[error(
        "the block EC PARAMETERS does not name the curve P-256: make the key with openssl ecparam -name prime256v1 -genkey"
    )]
    OtherCurve,
    /// There is a PEM block besides the key.
    #[error("holds another PEM block besides the private key: leave only the key's own block")]
    OtherBlock,
}

/// Whether the text is PEM. Otherwise it is base64 of DER.
pub(crate) fn is_pem(text: &str) -> bool {
    text.contains("-----BEGIN")
}

/// Returns the text of the only key. `openssl ecparam -genkey` writes the curve's name before it; that block is skipped if
/// it names P-256.
pub(crate) fn private_key(text: &str) -> Result<&str, KeyError> {
    let text = text.trim();
    let key = match text.split_once(PARAMETERS_BEGIN) {
        Some((before, rest)) if !before.contains(BEGIN) => after_parameters(rest)?,
        _ => text,
    };
    if key.matches(BEGIN).count() > 1 {
        return Err(KeyError::OtherBlock);
    }
    Ok(key)
}

fn after_parameters(text: &str) -> Result<&str, KeyError> {
    let (parameters, key) = text
        .split_once(PARAMETERS_END)
        .ok_or(KeyError::Unreadable)?;
    let parameters: String = parameters.split_ascii_whitespace().collect();
    if STANDARD.decode(parameters).ok().as_deref() != Some(P256) {
        return Err(KeyError::OtherCurve);
    }
    let key = key.trim_start();
    match key.starts_with(KEY_BEGIN) {
        true => Ok(key),
        false if key.contains(BEGIN) => Err(KeyError::OtherBlock),
        false => Err(KeyError::Unreadable),
    }
}
