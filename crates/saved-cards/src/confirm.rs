//! A signed-in buyer confirms that a saved card pays a cart as it is now.

use zkratka_commerce::account::AccountId;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::hex;
use zkratka_commerce::money::Money;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_sign_in::{mint, read_ticket};
use zkratka_store::{CardPayment, CardPaymentUse, EntryId, SavedCard, Store, StoreError};

/// How long a confirmed payment may wait to be bound to its cart, and the cart to be submitted.
const LIFETIME_MS: i64 = 10 * 60_000;

/// What a buyer confirms. The account is the one that the buyer is signed in to.
#[derive(Clone, Copy)]
pub struct ToConfirm<'c> {
    pub account: AccountId,
    pub card: EntryId,
    pub cart: &'c Cart,
    pub priced: &'c PricedCart,
    pub rules: &'c ShopRules,
    pub now: Timestamp,
}

/// A confirmed payment. It has no `Debug`, because the token is as good as money.
pub struct Confirmed {
    /// Binds the payment to its cart, once. The store keeps its id and the SHA-256 of its secret.
    pub session_token: String,
    /// The amount that the buyer has seen.
    pub amount: Money,
}

#[derive(Debug, thiserror::Error)]
pub enum NotConfirmed {
    /// An attempt is completing the cart, or has made its order.
    #[error("the cart is not open")]
    NotOpen,
    #[error("the account has no such card")]
    NoSuchCard,
    /// The cart cannot be paid by a saved card.
    #[error("the cart cannot be paid by a saved card")]
    Fault(FaultCode),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Records that the buyer has confirmed the payment of the cart at this revision, for the amount due now.
pub async fn confirm(
    store: &dyn Store,
    ids: &Ids,
    asked: ToConfirm<'_>,
) -> Result<Confirmed, NotConfirmed> {
    if !asked.cart.is_open() {
        return Err(NotConfirmed::NotOpen);
    }
    let accounts = store.accounts();
    let cards = accounts.cards_of(asked.account).await?;
    let card = cards.into_iter().find(|card| card.id == asked.card);
    let method = method_of(card.ok_or(NotConfirmed::NoSuchCard)?, String::new());
    if let Some(fault) = method.fault(asked.priced, asked.rules) {
        return Err(NotConfirmed::Fault(fault));
    }
    let amount = Money::new(asked.priced.due(&method), asked.priced.currency);
    let minted = mint(ids);
    let payment = CardPayment {
        ticket: minted.ticket,
        account: asked.account,
        card: asked.card,
        pays: of_cart(asked.cart, amount),
        expires_at: asked.now.plus(LIFETIME_MS),
    };
    if accounts.add_card_payment(payment).await? {
        Ok(Confirmed {
            session_token: minted.cookie,
            amount,
        })
    } else {
        Err(NotConfirmed::NoSuchCard)
    }
}

/// Uses a token up and returns how the cart is then paid. `None` if the token is wrong, used, expired, or of another cart,
/// revision or amount.
pub async fn confirmed_card(
    store: &dyn Store,
    token: &str,
    cart: &Cart,
    amount: Money,
    now: Timestamp,
) -> Result<Option<PaymentMethod>, StoreError> {
    let Some(ticket) = read_ticket(token) else {
        return Ok(None);
    };
    let accounts = store.accounts();
    let spent = accounts.spend_card_payment(&ticket, of_cart(cart, amount), now);
    let id = hex::encode(&ticket.id.0);
    Ok(spent.await?.map(|card| method_of(card, id)))
}

const fn of_cart(cart: &Cart, amount: Money) -> CardPaymentUse {
    CardPaymentUse {
        cart: cart.key,
        revision: cart.revision,
        amount,
    }
}

fn method_of(card: SavedCard, confirmation: String) -> PaymentMethod {
    PaymentMethod::SavedCard {
        mandate: card.mandate,
        network: card.network,
        last_four: card.last_four,
        confirmation,
    }
}
