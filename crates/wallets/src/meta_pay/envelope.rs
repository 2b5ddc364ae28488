//! The outer form of a container. Nothing signs it but `container_data`.

use super::refusal::Refusal;
use serde::Deserialize;
use zkratka_commerce::money::{Currency, MinorUnits, Money};

/// Longest accepted container, in bytes. With three certificates a container has about four thousand.
const LONGEST_CONTAINER: usize = 64 * 1024;
/// Longest accepted `container_id`, in bytes.
const LONGEST_ID: usize = 256;

/// The parts of a container, not verified yet.
pub(super) struct Envelope {
    /// As in the container.
    pub(super) mode: String,
    /// `None` if it was not given.
    pub(super) amount: Option<Money>,
    pub(super) container_id: String,
    /// A compact JWS over a compact JWE.
    pub(super) container_data: String,
}

/// The members of a container that a script receives. They state no amount.
#[derive(Clone, Copy)]
pub struct Content<'c> {
    pub mode: &'c str,
    pub container_id: &'c str,
    pub container_data: &'c str,
}

/// Unknown members are ignored, because Meta may add some, and no check relies on an unsigned member alone.
#[derive(Deserialize)]
struct Members {
    mode: String,
    amount: Amount,
    container_id: String,
    container_data: String,
}

#[derive(Deserialize)]
struct Amount {
    currency: String,
    /// In the currency's own minor units, as [`Money`] counts.
    value: MinorUnits,
}

impl Envelope {
    /// Parses a container's JSON text.
    pub(super) fn parse(container: &str) -> Result<Self, Refusal> {
        if container.len() > LONGEST_CONTAINER {
            return Err(Refusal::TooLong);
        }
        let members: Members = serde_json::from_str(container).map_err(|_| Refusal::Members)?;
        let amount = members.amount.read().ok_or(Refusal::Members)?;
        let content = Content {
            mode: &members.mode,
            container_id: &members.container_id,
            container_data: &members.container_data,
        };
        Self::of(content).map(|envelope| Self {
            amount: Some(amount),
            ..envelope
        })
    }

    /// Checks the lengths of a container's members.
    pub(super) fn of(content: Content<'_>) -> Result<Self, Refusal> {
        let Content {
            mode,
            container_id,
            container_data,
        } = content;
        if container_data.len() > LONGEST_CONTAINER {
            return Err(Refusal::TooLong);
        }
        if !(1..=LONGEST_ID).contains(&container_id.len()) {
            return Err(Refusal::Members);
        }
        Ok(Self {
            mode: mode.to_owned(),
            amount: None,
            container_id: container_id.to_owned(),
            container_data: container_data.to_owned(),
        })
    }
}

impl Amount {
    fn read(&self) -> Option<Money> {
        let currency = Currency::new(&self.currency).ok()?;
        // `Currency` also accepts lower case, which Meta does not write.
        let is_sound = currency.as_str() == self.currency && !self.value.is_negative();
        is_sound.then(|| self.value.in_currency(currency))
    }
}
