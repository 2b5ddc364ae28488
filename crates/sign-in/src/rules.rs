//! What a session may change.

use crate::sessions::MINUTE_MS;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_store::{Device, Session, SessionProof};

/// Changes of an account want a sign-in that is not older.
const FRESH_MS: i64 = 15 * MINUTE_MS;

/// Whether the owner has signed in lately enough to change the account.
#[must_use]
pub fn is_fresh(session: &Session, now: Timestamp) -> bool {
    session.started_at.plus(FRESH_MS) > now
}

/// Whether a session may pay and have cards saved. A passkey whose authenticator did not verify its user proves a device, not
/// its owner.
#[must_use]
pub const fn may_pay(session: &Session) -> bool {
    match session.proof {
        SessionProof::Code | SessionProof::VerifiedPasskey => true,
        SessionProof::Passkey => false,
    }
}

/// Whether a session may remove passkeys. Somebody who has taken over the mailbox gets codes in a browser that the account does not know:
/// the owner then has a day to act.
#[must_use]
pub fn may_remove_passkeys(session: &Session, device: Option<&Device>, now: Timestamp) -> bool {
    match session.proof {
        SessionProof::Passkey | SessionProof::VerifiedPasskey => true,
        SessionProof::Code => device.is_some_and(|device| device.created_at.plus(DAY_MS) <= now),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_fresh, may_pay, may_remove_passkeys};
    use zkratka_commerce::time::{DAY_MS, Timestamp};
    use zkratka_store::{AccountId, Device, Session, SessionProof, TicketId};

    const NOW: Timestamp = Timestamp(1_767_225_600_000);
    const ACCOUNT: AccountId = AccountId([1; 32]);

    fn session(proof: SessionProof) -> Session {
        Session {
            account: ACCOUNT,
            device: Some(TicketId([1; 16])),
            proof,
            started_at: NOW,
            idle_until: NOW.plus(1),
            ends_at: NOW.plus(1),
        }
    }

    /// [B.02] An account is changed within a quarter of an hour after the sign-in.
    #[test]
    fn changes_want_a_recent_sign_in() {
        let session = session(SessionProof::Code);
        assert!(is_fresh(&session, NOW.plus(899_999)));
        assert!(!is_fresh(&session, NOW.plus(900_000)));
    }

    /// [B.02] A code pays, and a passkey that has verified who uses it.
    #[test]
    fn only_a_proven_owner_pays() {
        assert!(may_pay(&session(SessionProof::Code)));
        assert!(may_pay(&session(SessionProof::VerifiedPasskey)));
        assert!(!may_pay(&session(SessionProof::Passkey)));
    }

    /// [B.02] A code in a new browser removes no passkeys for a day; a passkey does.
    #[test]
    fn a_code_in_a_new_browser_removes_no_passkeys() {
        let device = Device {
            id: TicketId([1; 16]),
            account: ACCOUNT,
            label: String::new(),
            created_at: NOW,
            seen_at: NOW,
            expires_at: NOW,
        };
        let by_code = session(SessionProof::Code);
        assert!(!may_remove_passkeys(&by_code, None, NOW.plus(9 * DAY_MS)));
        assert!(!may_remove_passkeys(
            &by_code,
            Some(&device),
            NOW.plus(DAY_MS - 1)
        ));
        assert!(may_remove_passkeys(
            &by_code,
            Some(&device),
            NOW.plus(DAY_MS)
        ));
        let by_passkey = session(SessionProof::Passkey);
        assert!(may_remove_passkeys(&by_passkey, Some(&device), NOW));
    }
}
