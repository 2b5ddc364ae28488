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

const SIGNED_IN: &str = "signed_in";

/// What the checkout's page says of its browser: whether it is recognised, and the card that pays. Of a buyer who is signed in the page
/// says nothing more.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct WalletState {
    state: &'static str,
    card: Option<ShownCard>,
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

impl Visitor {
    /// The state by its name. Any script of the origin may know it.
    #[must_use]
    pub const fn state(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Recognised(_) => "recognised",
            Self::SignedIn(_) => SIGNED_IN,
        }
    }
}

impl WalletState {
    /// # Errors
    /// The store does not answer.
    pub async fn of(accounts: Accounts<'_>, visitor: &Visitor) -> Result<Self, StoreError> {
        let card = match visitor {
            Visitor::Recognised(account) => card(accounts, *account).await?,
            Visitor::Unknown | Visitor::SignedIn(_) => None,
        };
        Ok(Self {
            state: visitor.state(),
            card,
        })
    }

    #[must_use]
    pub fn is_signed_in(&self) -> bool {
        self.state == SIGNED_IN
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
