//! Operators' commands on orders: reads what they ask for, carries it out or says what it would do, and describes orders
//! for people. The rules are in [`zkratka_commerce::order_life`].

mod attention;
mod describe;
mod execute;
mod life;
mod plan;
mod request;
mod time;

pub use attention::{attention_in_words, needing_attention};
pub use describe::{describe, payment_state};
pub use execute::{CommandError, Report, Request, execute};
pub use request::{RefundArguments, parse_line_units};
pub use time::local_time;
