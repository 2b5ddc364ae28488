//! Product feeds: Shopify's public product CSV, read row by row. A bad row is reported and left out. The other rows
//! count.

mod assemble;
mod columns;
mod feed;
mod html;
mod images;
mod known;
mod lines;
mod load;
mod quote;
mod row;
mod variant;

pub use feed::{Feed, Problem, read};
pub use html::sanitise;
pub use known::AllowedNames;
pub use load::{ImportError, Imported, import_file, why_unreadable};
