//! Compares a payment provider's ledger with the shop's own records, and says of each difference what to do.
//!
//! [`compare`] is the pure comparison of one payment. [`Provider::compare`] finds the payments on both sides. Nothing here
//! changes anything: neither at the provider nor in the shop.

mod clock;
mod compare;
mod difference;
#[cfg(feature = "sandbox")]
mod emulated;
mod kind;
mod known;
mod ours;
mod providers;
mod question;
mod report;
mod run;
mod second_look;
mod sides;
mod strangers;

pub use compare::{Times, compare};
pub use difference::Difference;
pub use kind::Kind;
pub use providers::{NoProvider, Providers, providers};
pub use question::{Comparison, Provider, Question, Stopped};
pub use report::{Report, Section};
pub use sides::{OurMoney, OurPayment, OurRefund};
pub use strangers::{Strangers, StrangersOfDay};
