//! What the storefront's pages show: search, collections, products as templates see them, and what search engines and
//! other programs read about them. Pure: no I/O, no clock.

mod breadcrumbs;
mod cart_notice;
mod collections;
#[cfg(test)]
mod fixtures;
mod folding;
mod json_fields;
mod paging;
mod plain_text;
mod products;
mod recurring;
mod robots;
mod search;
mod sitemap;
mod structured_data;

pub use breadcrumbs::{Breadcrumb, of_collection, of_product, to_goods};
pub use cart_notice::CartNotice;
pub use collections::{CollectionView, collection_title, collection_views, menu};
pub use json_fields::{MAX_FIELDS, json_fields};
pub use paging::Paging;
pub use plain_text::summary;
pub use products::{Card, ImageView, ProductView, VariantView, product_url};
pub use recurring::RecurringView;
pub use robots::robots_txt;
pub use search::{Found, SearchIndexes, SearchText};
pub use sitemap::{Sitemap, shop_paths};
pub use structured_data::{ProductData, structured_data};
