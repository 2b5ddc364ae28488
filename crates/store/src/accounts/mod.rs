//! Accounts of the shop's wallet: who they are, their passkeys, addresses and cards, and the browsers that are signed in.
//!
//! Both engines run the same statements ([`statement`]), so everything is written once. A write that returns `Ok` is durable.

mod account;
mod book;
mod card_payment;
mod challenge;
mod code;
mod device;
mod expired;
mod letter;
mod mandate_end;
mod orders;
mod passkey;
mod saving;
mod session;
pub(crate) mod statement;
mod ticket;

pub use account::Account;
pub use book::{EntryId, MAX_ADDRESSES, MAX_CARDS, SavedAddress, SavedCard};
pub use card_payment::{CardPayment, CardPaymentUse};
pub use challenge::{KEPT_MS, MAX_TRIES, NewSignInChallenge, SignInChallenge, SignInPurpose};
pub use code::{CodeSent, MailboxCodes, NewCode};
pub use device::{Device, MAX_DEVICES, NewDevice};
pub use letter::{
    AccountLetter, AccountLetterId, AccountLetterKind, LETTERS_KEPT_MS, NewAccountLetter,
};
pub use mandate_end::MandateEnd;
pub use passkey::{AccountPasskey, MAX_PASSKEYS, PasskeyUse};
pub(crate) use saving::typed_card;
pub use saving::{DueSave, PendingSave, SaveOrder, SavedMandate};
pub use session::{NewSession, Session, SessionProof};
pub use ticket::{Ticket, TicketId};

pub use zkratka_commerce::account::AccountId;

use statement::Statements;

/// The accounts of a store.
#[derive(Clone, Copy)]
pub struct Accounts<'s> {
    engine: &'s dyn Statements,
}

impl<'s> Accounts<'s> {
    pub(crate) fn new(engine: &'s dyn Statements) -> Self {
        Self { engine }
    }
}
