//! The page of an order: its data, and who may see them.
//!
//! Two links lead to it. The order's own contains a secret that only the buyer who paid gets. The cart's link stands in the
//! storefront's pages, in themes' scripts and in logs, so it shows only that there is an order.

mod access;
mod cards;
mod data;
mod download_access;
mod downloads;
mod invoice;
mod link;
mod send;
mod shown;
mod sums;
mod tracking;
mod transfer;

pub use access::{OrderLink, View, is_contact_of, leads_to_files, view};
pub use data::{OrderData, OrderText, ShopParts};
pub use download_access::DownloadAccess;
pub use downloads::asks_for_consent;
pub use invoice::invoice_lines;
pub use link::confirmation_url;
pub use send::{FileDesk, NotSent};
pub use shown::ShownOrder;
pub use sums::{OrderSum, SumKind, order_sums};
pub use tracking::{ParcelLink, parcel_links};
pub use transfer::{AskedTransfer, CodeStandard, TransferCode};
