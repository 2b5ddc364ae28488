//! Signs buyers in to their account of the shop's wallet, and recognises their browsers. It knows no HTTP: the server's pages bring
//! the cookies ([`Ticket`]s) and send the answers.

mod sessions;
mod tickets;
mod wallet;

pub use sessions::{
    CHALLENGE_MS, DEVICE_MS, SESSION_IDLE_MS, SESSION_MS, SignedIn, sign_in, signed_in,
};
pub use tickets::{MintedTicket, mint, read_ticket};
pub use wallet::ShopWallet;

#[cfg(doc)]
use zkratka_store::Ticket;
