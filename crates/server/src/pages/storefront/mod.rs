//! The theme's pages (home, collections, search, product, cart, policies), the sitemap, and the snippets.

mod cart;
mod listing;
mod policy;
mod product;
mod sitemap;
mod snippet;
#[cfg(feature = "sandbox")]
mod wallet_buttons;

pub(super) use cart::{CodeEntry, cart_page, cart_page_with, open_cart};
pub use cart::{cart, cart_json};
pub use listing::{collection, collections, home, search};
pub use policy::policy;
pub use product::product;
pub(super) use product::{AlertForm, product_page};
pub use sitemap::sitemap;
pub use snippet::{cart_snippet_alone, snippet};
#[cfg(feature = "sandbox")]
pub use wallet_buttons::{WALLET_BUTTONS, wallet_buttons};
