//! What an opened container is worth.

use super::container_type::ContainerType;
use super::context::{ContextKey, Purchase};
use super::mode::Mode;
use super::opener::CREATION_WINDOW_MS;
use super::refusal::Refusal;
use crate::CardDetails;
use std::fmt;
use zeroize::Zeroizing;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// A verified container. `Debug` prints nothing of the payment.
pub struct OpenedContainer {
    pub mode: Mode,
    /// Meta's name of the container. Nothing signs it, so it must not decide anything.
    pub container_id: String,
    pub container_type: ContainerType,
    /// When Meta made the container.
    pub created_at: Timestamp,
    /// The amount that the container states, if it states one. Nothing signs it: the context proves what the buyer agreed to.
    pub amount: Option<Money>,
    /// The decrypted message, unchanged.
    pub plaintext: Zeroizing<String>,
    pub(super) message_id: String,
    pub(super) context: String,
    pub(super) card: CardDetails,
}

/// The content of a container with which the shop can charge the buyer.
#[derive(Debug)]
pub struct Payment {
    /// By which a second use is detected: the SHA-256, in hexadecimal digits, of what Meta signed. Unlike `container_id`
    /// and the signature itself, the buyer cannot change it.
    pub message_id: String,
    /// When the id can be deleted, some time after the container has become too old to be accepted.
    pub expires_at: Timestamp,
    /// A number with [`crate::AuthMethod::PanOnly`], or a network token with [`crate::AuthMethod::Cryptogram3ds`].
    pub card: CardDetails,
}

impl OpenedContainer {
    /// Returns the card's number with all but its last four digits hidden.
    #[must_use]
    pub fn masked_number(&self) -> String {
        self.card.masked_pan()
    }

    /// Returns the payment, if the container was made for exactly this purchase.
    pub fn into_payment(
        self,
        purchase: &Purchase<'_>,
        key: &ContextKey,
    ) -> Result<Payment, Refusal> {
        if let Some(stated) = self.amount {
            if stated.currency != purchase.amount.currency {
                return Err(Refusal::Currency);
            }
            if stated.minor != purchase.amount.minor {
                return Err(Refusal::Amount);
            }
        }
        if !key.is_of(&self.context, self.mode, purchase) {
            return Err(Refusal::Context);
        }
        Ok(Payment {
            message_id: self.message_id,
            // Kept for longer than the container is accepted, because another server's clock may be behind this one.
            expires_at: self.created_at.plus(2 * CREATION_WINDOW_MS),
            card: self.card,
        })
    }
}

impl fmt::Debug for OpenedContainer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OpenedContainer")
            .field("mode", &self.mode)
            .field("container_type", &self.container_type)
            .field("created_at", &self.created_at)
            .field("card", &self.card)
            .finish_non_exhaustive()
    }
}
