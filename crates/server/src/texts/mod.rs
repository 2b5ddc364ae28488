//! Everything the server says to buyers, in Czech.

mod countries;

pub use countries::country_name;
