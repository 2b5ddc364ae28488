//! The theme's pages (home, product, cart, policies), and the snippets.

mod cart;
mod home;
mod policy;
mod product;
mod snippet;

pub use cart::{cart, cart_json};
pub(super) use cart::{cart_page, open_cart};
pub use home::home;
pub use policy::policy;
pub use product::product;
pub use snippet::{cart_snippet_alone, snippet};
