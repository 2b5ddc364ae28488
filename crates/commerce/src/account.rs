//! Accounts of the shop's wallet, as carts and orders name them.

use crate::hex;
use serde::{Deserialize, Serialize};

/// The random id of an account. Authenticators keep it as the user handle. Documents have it in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AccountId(pub [u8; 32]);

/// A text that is no account's id.
#[derive(Debug, thiserror::Error)]
#[error("an account's id has 64 hexadecimal digits")]
pub struct NotAnAccountId;

impl From<AccountId> for String {
    fn from(id: AccountId) -> Self {
        hex::encode(&id.0)
    }
}

impl TryFrom<String> for AccountId {
    type Error = NotAnAccountId;

    fn try_from(text: String) -> Result<Self, NotAnAccountId> {
        let bytes = hex::decode(&text).ok_or(NotAnAccountId)?;
        bytes.try_into().map(Self).map_err(|_| NotAnAccountId)
    }
}

#[cfg(test)]
mod tests {
    use super::AccountId;

    #[test]
    fn an_id_is_read_as_it_was_written() {
        let id = AccountId([0xa0; 32]);
        let written = serde_json::to_string(&id).expect("JSON");
        assert_eq!(written, format!("\"{}\"", "a0".repeat(32)));
        assert_eq!(serde_json::from_str::<AccountId>(&written).ok(), Some(id));
        for other in ["\"\"", "\"a0\"", "\"x\"", "1"] {
            assert!(serde_json::from_str::<AccountId>(other).is_err(), "{other}");
        }
    }
}
