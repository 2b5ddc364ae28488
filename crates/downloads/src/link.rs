//! Links to files. The server signs them, so they can be made and checked without storing anything. Whoever has a link can
//! download for a day, and learns nothing else about the order.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zkratka_commerce::hex;
use zkratka_commerce::ids::{LineId, Secret};
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How long a link is valid.
const LIFETIME_MS: i64 = DAY_MS;
/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// The key that signs the links of one order.
#[derive(Clone)]
pub struct DownloadKey(Secret);

/// What a link contains beside the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedLink {
    pub line: LineId,
    pub until: Timestamp,
    signature: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkCheck {
    Valid,
    Expired,
    /// This server did not make it.
    Forged,
}

impl DownloadKey {
    #[must_use]
    pub const fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// A link to the file of this line. `folder` is the address of the order's files, without a slash at its end.
    #[must_use]
    pub fn link(&self, folder: &str, line: LineId, now: Timestamp) -> String {
        let until = now.plus(LIFETIME_MS);
        let signature = hex::encode(&self.mac(line, until).finalize().into_bytes());
        format!(
            "{folder}/{}?until={}&signature={signature}",
            line.0, until.0
        )
    }

    #[must_use]
    pub fn check(&self, link: &SignedLink, now: Timestamp) -> LinkCheck {
        let signature = hex::decode(&link.signature).unwrap_or_default();
        // Compares in constant time.
        let is_ours = self.mac(link.line, link.until).verify_slice(&signature);
        match is_ours {
            Err(_) => LinkCheck::Forged,
            Ok(()) if now >= link.until => LinkCheck::Expired,
            Ok(()) => LinkCheck::Valid,
        }
    }

    fn mac(&self, line: LineId, until: Timestamp) -> Hmac<Sha256> {
        let mut block = [0; BLOCK];
        block[..self.0.0.len()].copy_from_slice(&self.0.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(&line.0.to_be_bytes());
        mac.update(&until.0.to_be_bytes());
        mac
    }
}

impl SignedLink {
    /// Reads the query of a link. `None`: a part is missing.
    #[must_use]
    pub fn read(line: u32, query: Option<&str>) -> Option<Self> {
        let (mut until, mut signature) = (None, None);
        for (name, value) in url::form_urlencoded::parse(query?.as_bytes()) {
            match &*name {
                "until" => until = value.parse().ok().map(Timestamp),
                "signature" => signature = Some(value.into_owned()),
                _ => {}
            }
        }
        Some(Self {
            line: LineId(line),
            until: until?,
            signature: signature?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_790_000_000_000);

    fn key(byte: u8) -> DownloadKey {
        DownloadKey::new(Secret([byte; 16]))
    }

    fn read(line: u32, address: &str) -> SignedLink {
        let query = address.split_once('?').map(|(_, query)| query);
        SignedLink::read(line, query).unwrap()
    }

    /// [B.12] A link opens one file of one order for a day, and cannot be changed.
    #[test]
    fn a_link_is_of_one_file_and_one_day() {
        let link = key(1).link("https://obchod.cz/checkout/Z/downloads", LineId(3), NOW);
        assert!(link.starts_with("https://obchod.cz/checkout/Z/downloads/3?until=1790086400000&"));
        let ours = read(3, &link);
        assert_eq!(key(1).check(&ours, NOW), LinkCheck::Valid);
        let last = NOW.plus(DAY_MS - 1);
        assert_eq!(key(1).check(&ours, last), LinkCheck::Valid);
        assert_eq!(key(1).check(&ours, last.plus(1)), LinkCheck::Expired);
        assert_eq!(key(2).check(&ours, NOW), LinkCheck::Forged);
        for changed in [
            read(4, &link),
            read(3, &link.replace("until=179", "until=189")),
            read(3, &format!("{link}00")),
            read(3, &format!("{link}ž")),
            read(3, &link[..link.len() - 2]),
            read(3, "x?until=1890086400000&signature="),
        ] {
            assert_eq!(
                key(1).check(&changed, NOW),
                LinkCheck::Forged,
                "{changed:?}"
            );
        }
        for query in [
            None,
            Some(""),
            Some("until=5"),
            Some("until=x&signature=00"),
        ] {
            assert_eq!(SignedLink::read(3, query), None);
        }
    }
}
