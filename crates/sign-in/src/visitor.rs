//! What the server knows of a browser's owner, and what it may show of it.

use crate::sessions::signed_in;
use serde::Serialize;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{AccountId, Accounts, Session, StoreError, Ticket};

/// What the server knows of a browser's owner.
pub enum Visitor {
    Unknown,
    /// The browser has been signed in before: it may show which card pays, and nothing else.
    Recognised(AccountId),
    SignedIn(Session),
}

/// What a browser shows: whether it is recognised, and the card that pays.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct WalletState {
    state: &'static str,
    card: Option<ShownCard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

/// What a card is recognised by.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownCard {
    network: String,
    last_four: String,
}

/// Recognises a browser by its cookies.
///
/// # Errors
/// The store does not answer.
pub async fn recognise(
    accounts: Accounts<'_>,
    session: Option<&Ticket>,
    device: Option<&Ticket>,
    now: Timestamp,
) -> Result<Visitor, StoreError> {
    if let Some(ticket) = session
        && let Some(session) = signed_in(accounts, ticket, now).await?
    {
        return Ok(Visitor::SignedIn(session));
    }
    let Some(ticket) = device else {
        return Ok(Visitor::Unknown);
    };
    let device = accounts.device(ticket, now).await?;
    Ok(device.map_or(Visitor::Unknown, |device| {
        Visitor::Recognised(device.account)
    }))
}

impl WalletState {
    /// The state for a browser whose pages may know its owner.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn of(accounts: Accounts<'_>, visitor: &Visitor) -> Result<Self, StoreError> {
        Ok(match visitor {
            Visitor::Unknown => Self::without_card("unknown"),
            Visitor::Recognised(account) => Self {
                card: card(accounts, *account).await?,
                ..Self::without_card("recognised")
            },
            Visitor::SignedIn(session) => Self {
                card: card(accounts, session.account).await?,
                email: accounts
                    .account(session.account)
                    .await?
                    .map(|owner| owner.email),
                ..Self::without_card("signed_in")
            },
        })
    }

    /// The same state without what it says of an owner who is signed in.
    #[must_use]
    pub fn of_page(self) -> Self {
        match self.email {
            Some(_) => Self::without_card(self.state),
            None => self,
        }
    }

    const fn without_card(state: &'static str) -> Self {
        Self {
            state,
            card: None,
            email: None,
        }
    }
}

/// The card that was used last.
async fn card(accounts: Accounts<'_>, account: AccountId) -> Result<Option<ShownCard>, StoreError> {
    let cards = accounts.cards_of(account).await?;
    Ok(cards.into_iter().next().map(|card| ShownCard {
        network: card.network,
        last_four: card.last_four,
    }))
}
