//! The pages of buyers' accounts in the shop's wallet: their cookies, what they show, and what they answer to forms and scripts. The
//! server brings requests and theme.

pub mod cookies;
mod face;
mod overview;
mod pay;
pub mod passkeys;
mod refusal;
mod sign_in;
mod visit;

pub use face::face_page;
pub use overview::Overview;
pub use pay::{billed, entry_id, paid_by};
pub use refusal::Refusal;
pub use sign_in::{ACCOUNT, SignInContent, Step, address_with, answered_code, return_to_of, sent_code};
pub use visit::Visit;
