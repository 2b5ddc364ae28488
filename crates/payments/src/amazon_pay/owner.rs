//! Which attempt a session belongs to.

use super::AmazonPayError;
use super::address::AmazonAddress;
use super::gateway::{AmazonPayGateway, not_understood};
use super::reference::{is_voided, key_in};
use super::session::{PermissionType, Session, SessionState};
use zkratka_commerce::money::Currency;

/// The attempt that last set a session's amount, and what the buyer permits.
pub(super) struct Owner {
    /// `None` if no attempt has set an amount.
    pub(super) key: Option<String>,
    /// Whether the payment was voided before the session was completed.
    pub(super) is_voided: bool,
    /// Whether the buyer also permits later charges.
    pub(super) is_recurring: bool,
    /// The currency of a completed session's charges.
    pub(super) currency: Option<Currency>,
    /// Where the buyer wants the goods of a completed session, if Amazon shows it.
    pub(super) shipping: Option<AmazonAddress>,
}

impl Owner {
    /// `note` is the shop's note in a session or a charge permission.
    fn read(note: Option<&str>, permission_type: PermissionType) -> Self {
        Self {
            key: note.map(|note| key_in(note).to_owned()),
            is_voided: note.is_some_and(is_voided),
            is_recurring: permission_type == PermissionType::Recurring,
            currency: None,
            shipping: None,
        }
    }

    /// Whether the attempt with this key set the amount last.
    pub(super) fn is(&self, key: &str) -> bool {
        self.key.as_deref() == Some(key)
    }

    /// Whether the attempt with this key may set the amount: nobody has, or it did and was not voided, or the attempt that
    /// did was voided.
    pub(super) fn yields_to(&self, key: &str) -> bool {
        self.key.is_none() || self.is(key) != self.is_voided
    }
}

impl AmazonPayGateway {
    /// Reads whose a session is. Amazon empties a completed session; its charge permission keeps what the session had.
    pub(super) async fn owner(&self, session: &Session) -> Result<Owner, AmazonPayError> {
        if session.state != SessionState::Completed {
            return Ok(Owner::read(
                session.note.as_deref(),
                session.permission_type,
            ));
        }
        let id = session.charge_permission.as_deref();
        let id = id.ok_or_else(|| not_understood("a completed session without a permission"))?;
        let permission = self.client().charge_permission(id).await?;
        Ok(Owner {
            currency: permission.currency,
            shipping: permission.shipping,
            ..Owner::read(permission.note.as_deref(), permission.permission_type)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_may_set_the_amount_until_it_is_voided() {
        for (note, key, may) in [
            (None, "K1", true),
            (Some("K1"), "K1", true),
            (Some("K1"), "K2", false),
            (Some("K1.void"), "K1", false),
            (Some("K1.void"), "K2", true),
        ] {
            let owner = Owner::read(note, PermissionType::OneTime);
            assert_eq!(owner.yields_to(key), may, "{note:?} {key}");
        }
    }
}
