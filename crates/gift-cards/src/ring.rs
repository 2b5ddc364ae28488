//! The keys of a shop: the current one, and older ones that cards still need.

use crate::key::CodeKey;
use zkratka_commerce::gift_card::{
    CodeDigest, CodeKeyId, GiftCardCode, LinkTo, SealedToken, SoldCode, SoldCodes,
};
use zkratka_commerce::ids::{AttemptKey, LineId, Secret};
use zkratka_store::GiftCard;

/// The configured keys. The first is the current one: it makes the codes and digests of new cards.
#[derive(Clone, Debug, Default)]
pub struct KeyRing {
    keys: Vec<CodeKey>,
}

impl KeyRing {
    #[must_use]
    pub const fn new(keys: Vec<CodeKey>) -> Self {
        Self { keys }
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys' ids, the current one first.
    pub fn ids(&self) -> impl Iterator<Item = &CodeKeyId> {
        self.keys.iter().map(CodeKey::id)
    }

    pub(crate) fn keys(&self) -> &[CodeKey] {
        &self.keys
    }

    /// The digest of a code for a new card. `None` without a key.
    pub(crate) fn digest(&self, code: &GiftCardCode) -> Option<CodeDigest> {
        self.keys.first().map(|key| key.digest(code))
    }

    /// The digests under which a card with this code may be stored: of each key, and as cards were stored before there
    /// were keys.
    pub(crate) fn digests(&self, code: &GiftCardCode) -> Vec<String> {
        let keyed = self.keys.iter().map(|key| key.digest(code).digest);
        keyed.chain([code.unkeyed_digest()]).collect()
    }

    /// The code of a sold card, made again with the key that made it. `None` if the card was not sold, if its key is not
    /// configured, or if the code is not the card's.
    pub(crate) fn code_of(&self, card: &GiftCard, secret: &Secret) -> Option<GiftCardCode> {
        let sold = card.sold?;
        let (code, digest) = match &card.digest.key {
            None => {
                let code = GiftCardCode::sold_unkeyed(secret, sold.line, sold.unit);
                let digest = code.unkeyed_digest();
                (code, digest)
            }
            Some(id) => {
                let key = self.keys.iter().find(|key| key.id() == id)?;
                let code = key.sold_code(secret, sold.line, sold.unit);
                let digest = key.digest(&code).digest;
                (code, digest)
            }
        };
        (digest == card.digest.digest).then_some(code)
    }

    /// Why a sold card's code cannot be made again, for operators.
    #[must_use]
    pub fn why_no_code(&self, card: &GiftCard) -> String {
        match &card.digest.key {
            Some(key) if self.ids().all(|id| id != key) => format!("key {key} is not configured"),
            Some(_) | None => "its code cannot be made again".to_owned(),
        }
    }
}

impl SoldCodes for KeyRing {
    fn sell(&self, secret: &Secret, line: LineId, unit: u32) -> Option<SoldCode> {
        let key = self.keys.first()?;
        let code = key.sold_code(secret, line, unit);
        Some(SoldCode {
            last_characters: code.last_characters().to_owned(),
            digest: key.digest(&code),
        })
    }

    fn seal(&self, token: &str) -> Vec<SealedToken> {
        self.keys.iter().map(|key| key.seal(token)).collect()
    }

    fn link_secret(
        &self,
        key: &CodeKeyId,
        to: LinkTo,
        attempt: AttemptKey,
        secret: &Secret,
    ) -> Option<Secret> {
        let key = self.keys.iter().find(|known| known.id() == key)?;
        Some(key.link_secret(to, attempt, secret))
    }
}
