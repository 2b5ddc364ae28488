//! The pages of buyers' accounts in the shop's wallet: their cookies, what they show, and what they answer to forms and scripts. The
//! server brings requests and theme.

mod address;
pub mod cookies;
mod face;
mod frame;
mod orders;
mod overview;
pub mod passkeys;
mod pay;
mod refusal;
mod sign_in;
mod step;
mod visit;

pub use address::{AddressContent, Kept, TypedAddress, address_of, keep_address};
pub use face::face_page;
pub use frame::{FrameScript, login_page};
pub use orders::{Orders, OrdersShop};
pub use overview::{Overview, Wanted};
pub use pay::{billed, entry_id, paid_by};
pub use refusal::Refusal;
pub use sign_in::{
    ACCOUNT, SignInContent, address_with, answered_code, asked_codes, return_to_of, sent_code,
};
pub use step::Step;
pub use visit::{NoOwner, Visit};
