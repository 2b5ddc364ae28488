//! Everything the server says to buyers, in Czech.

mod dialogs;
mod discounts;
mod faults;
mod money;
mod payments;
mod promise;
mod warnings;

pub use dialogs::{BACK, CHECKOUT_TEXT, CHECKOUT_TITLE, OUT_OF_STOCK};
pub use discounts::refusal_text;
pub use faults::fault_text;
pub use money::{format_minor, format_rate};
pub use payments::payment_name;
pub use promise::promise_text;
pub use warnings::warning_text;
