//! Naming passkeys.

use crate::rules::is_fresh;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{Accounts, Session, StoreError};

/// The longest name, in characters.
const LONGEST: usize = 60;

/// What becomes of a new name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    Named,
    /// The account has no such passkey.
    Missing,
    /// The owner must sign in anew.
    Stale,
    /// There is no name.
    Empty,
}

/// Gives another name to a passkey of the session's account. `id`: hexadecimal digits.
///
/// # Errors
/// The store does not answer.
pub async fn rename(
    accounts: Accounts<'_>,
    session: &Session,
    (id, name): (&str, &str),
    now: Timestamp,
) -> Result<Naming, StoreError> {
    if !is_fresh(session, now) {
        return Ok(Naming::Stale);
    }
    let Some(label) = label(name) else {
        return Ok(Naming::Empty);
    };
    let Some(id) = hex::decode(id) else {
        return Ok(Naming::Missing);
    };
    let is_named = accounts
        .rename_passkey(session.account, &id, &label)
        .await?;
    Ok(if is_named {
        Naming::Named
    } else {
        Naming::Missing
    })
}

/// One line, not too long; `None` if nothing is left.
fn label(name: &str) -> Option<String> {
    let words: Vec<_> = name.split_whitespace().collect();
    let plain = words.join(" ");
    let visible = plain.chars().filter(|letter| !letter.is_control());
    let label: String = visible.take(LONGEST).collect();
    (!label.is_empty()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::label;

    /// [B.02] A name is one line, and not too long.
    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(label("  Telefon \n Jany "), Some("Telefon Jany".to_owned()));
        assert_eq!(label(" \t\u{7}"), None);
        assert_eq!(label(&"ž".repeat(61)), Some("ž".repeat(60)));
    }
}
