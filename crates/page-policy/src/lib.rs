//! What the shop's pages may load: their content security policy, the inventory of the scripts that it allows, and the
//! reports of browsers that refused something. Policy and inventory are made from the same tables.

mod inventory;
mod policy;
mod reports;
mod vendors;

pub use inventory::{InlineScript, Inventory, OwnScript, VendorScript};
pub use policy::{IntegrityPolicy, PagePolicy, account_script_sources};
pub use reports::{MAX_REPORT_BYTES, REPORTS_PATH, ReportError, Reports};
