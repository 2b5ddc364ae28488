//! Notifications: `Zkratka-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`.

use crate::{InvalidNotification, Notification};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;

pub const SIGNATURE_HEADER: &str = "zkratka-signature";

/// Greatest difference between a signature's time and the present. An older signature may be a replay.
const TOLERANCE_MS: i64 = 5 * 60 * 1_000;

/// Verifies the signature over exactly the received bytes, then parses them.
pub(super) fn read(
    secret: &[u8],
    signature: &str,
    body: &[u8],
    now: Timestamp,
) -> Result<Notification, InvalidNotification> {
    let (signed_at, claimed) = parse(signature).ok_or(InvalidNotification::Signature)?;
    let age = now
        .0
        .saturating_sub(signed_at.saturating_mul(1_000))
        .saturating_abs();
    if age > TOLERANCE_MS {
        return Err(InvalidNotification::Signature);
    }
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret).map_err(|_| InvalidNotification::Signature)?;
    mac.update(signed_at.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    // `verify_slice` compares in constant time.
    mac.verify_slice(&claimed)
        .map_err(|_| InvalidNotification::Signature)?;
    serde_json::from_slice(body).map_err(|_| InvalidNotification::Malformed)
}

fn parse(signature: &str) -> Option<(i64, [u8; 32])> {
    let (time, digest) = signature.split_once(',')?;
    let seconds = time.strip_prefix("t=")?;
    // The server rebuilds the signed text from the number, so only the number's canonical spelling is accepted.
    let parsed: i64 = seconds.parse().ok()?;
    if parsed.to_string() != seconds {
        return None;
    }
    Some((
        parsed,
        hex::decode(digest.strip_prefix("v1=")?)?.try_into().ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NotificationContent, PaymentOutcome};

    const SECRET: &[u8] = "tajemství".as_bytes();
    const BODY: &[u8] = br#"{"id":"n1","key":"K","outcome":{"status":"pending"}}"#;
    /// From `openssl dgst -sha256 -hmac`, so independent of our code.
    const DIGEST: &str = "2e9e8df3652fe84f1570b60f707f53f603a463f8edba69e8ba2ffed0521b4045";
    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn signature() -> String {
        format!("t=1700000000,v1={DIGEST}")
    }

    #[test]
    fn a_signature_by_openssl_is_accepted() {
        let notification = read(SECRET, &signature(), BODY, NOW).expect("valid");
        assert_eq!(notification.id, "n1");
        let expected = NotificationContent::Authorisation {
            key: "K".to_owned(),
            outcome: PaymentOutcome::Pending,
        };
        assert_eq!(notification.content, expected);
    }

    /// [B.02] A clock may differ by five minutes in either direction, and not more.
    #[test]
    fn a_signature_is_valid_for_five_minutes() {
        for (difference, is_valid) in [
            (TOLERANCE_MS, true),
            (-TOLERANCE_MS, true),
            (TOLERANCE_MS + 1, false),
            (-TOLERANCE_MS - 1, false),
        ] {
            let read = read(SECRET, &signature(), BODY, NOW.plus(difference));
            assert_eq!(read.is_ok(), is_valid, "{difference}");
        }
    }

    #[test]
    fn any_change_invalidates_the_signature() {
        let late = NOW.plus(TOLERANCE_MS + 1_000);
        let early = NOW.plus(-TOLERANCE_MS - 1_000);
        let other_body = br#"{"id":"n2","key":"K","outcome":{"status":"pending"}}"#;
        let refused = Err(InvalidNotification::Signature);
        assert_eq!(read(b"other", &signature(), BODY, NOW), refused);
        assert_eq!(read(SECRET, &signature(), other_body, NOW), refused);
        assert_eq!(read(SECRET, &signature(), BODY, late), refused);
        assert_eq!(read(SECRET, &signature(), BODY, early), refused);
        let malformed = [
            String::new(),
            "t=1700000000".to_owned(),
            format!("t=1700000001,v1={DIGEST}"),
            format!("t=+1700000000,v1={DIGEST}"),
            format!("t=01700000000,v1={DIGEST}"),
            format!("t=1700000000,v1={}", &DIGEST[2..]),
            format!("t=1700000000,v1={}é", &DIGEST[2..]),
            format!("t=1700000000,v1={DIGEST}00"),
            // Rust reads a sign as part of a hexadecimal number.
            format!("t=1700000000,v1={}", DIGEST.replacen("0f", "+f", 1)),
            format!("t=,v1={DIGEST}"),
            format!("t=-1700000000,v1={DIGEST}"),
            format!("t=99999999999999999999,v1={DIGEST}"),
        ];
        for text in malformed {
            assert_eq!(read(SECRET, &text, BODY, NOW), refused, "{text}");
        }
    }

    #[test]
    fn signed_nonsense_is_malformed() {
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET).expect("any length");
        mac.update(b"1700000000.{}");
        let digest = mac.finalize().into_bytes();
        let hex = digest.iter().fold(String::new(), |mut text, byte| {
            use std::fmt::Write;
            let _ = write!(text, "{byte:02x}");
            text
        });
        let signature = format!("t=1700000000,v1={hex}");
        assert_eq!(
            read(SECRET, &signature, b"{}", NOW),
            Err(InvalidNotification::Malformed)
        );
    }
}
