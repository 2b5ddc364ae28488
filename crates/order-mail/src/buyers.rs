//! Writes e-mails to buyers.

use crate::codes::{NoCards, cards};
use crate::letter::{Letter, Occasion};
use crate::message::{Envelope, MessageError, message};
use crate::render::Renderer;
use crate::shop::ShopFacts;
use lettre::Message;
use std::sync::Arc;
use zkratka_attempts::order_secret;
use zkratka_commerce::download::{DownloadConsent, consent_at_checkout};
use zkratka_commerce::order::Order;
use zkratka_commerce::time::Timestamp;
use zkratka_config::MailSettings;
use zkratka_gift_cards::KeyRing;
use zkratka_ids::CartToken;
use zkratka_order_page::confirmation_url;
use zkratka_store::{OrderRecord, Store, StoreError};
use zkratka_texts::LetterKind;

/// What e-mails to buyers are made of.
pub struct Buyers {
    pub store: Arc<dyn Store>,
    pub shop: ShopFacts,
    pub settings: MailSettings,
    pub renderer: Renderer,
    /// The keys of gift cards, and of links to orders that sell them.
    pub codes: Arc<KeyRing>,
}

/// Why an e-mail cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritten {
    #[error("the order cannot be read")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error(transparent)]
    Cards(#[from] NoCards),
    #[error("the order has no consent of its page to confirm")]
    NoConsent,
    #[error("the e-mail cannot be rendered")]
    Template(#[from] minijinja::Error),
}

impl Buyers {
    /// Writes an e-mail about the order. `id` names it in its `Message-ID`.
    ///
    /// # Errors
    /// The store does not answer, an address cannot be used, or the e-mail is about gift cards or a consent, and there is none
    /// to show.
    pub async fn message(
        &self,
        kind: LetterKind,
        id: &str,
        record: &OrderRecord,
        now: Timestamp,
    ) -> Result<Message, Unwritten> {
        let life = record.life();
        let order = &record.order;
        let at = Occasion {
            order,
            life: &life,
            now,
        };
        let cards = cards(&*self.store, &self.codes, kind, record, now).await?;
        let link = self.link(order).await?;
        let letter = Letter::new(kind, at, &self.shop, link).with_cards(cards);
        let letter = match kind {
            LetterKind::Consent => letter.confirming(order, &self.consent(order).await?),
            _ => letter,
        };
        let rendered = self.renderer.render(&letter)?;
        let envelope = Envelope::of(&self.shop, &self.settings, &order.snapshot.email);
        Ok(message(&envelope, id, &letter.subject, rendered, now)?)
    }

    /// The consent that the buyer gave on the order's page. One of the checkout is confirmed with the order.
    async fn consent(&self, order: &Order) -> Result<DownloadConsent, Unwritten> {
        if consent_at_checkout(order).is_some() {
            return Err(Unwritten::NoConsent);
        }
        let record = self.store.download_record(order.number).await?;
        record.consent.ok_or(Unwritten::NoConsent)
    }

    /// The order's own link; `None` if it has none, or its cart is gone.
    async fn link(&self, order: &Order) -> Result<Option<String>, StoreError> {
        let Some(attempt) = self.store.attempt(order.attempt).await? else {
            return Ok(None);
        };
        let Some(cart) = self.store.cart(order.cart).await? else {
            return Ok(None);
        };
        let secret = order_secret(&attempt, &*self.codes);
        Ok(secret.map(|secret| {
            let token = CartToken {
                key: cart.key,
                token_secret: cart.token_secret,
            };
            confirmation_url(&self.shop.origin, &token, &secret)
        }))
    }
}
