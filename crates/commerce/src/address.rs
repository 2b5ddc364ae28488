//! Postal addresses: how they are checked, normalised and displayed.

mod country;
mod data;
mod display;
mod email;
mod faults;
mod form;
pub(crate) mod pattern;
mod phone;
mod text;
mod tidy;
mod zip;
mod zone;

pub use country::{PhoneRule, country_code, country_name, is_country, phone_rule};
pub use display::display_lines;
pub use email::email_fault;
pub(crate) use faults::{Purpose, faults_for};
pub use faults::{Strictness, faults};
pub use form::{PlaceField, place_fields};
pub use phone::{display_phone, normalise_phone};
pub(crate) use tidy::tidy_text;
pub use zip::{ZipKind, display_zip, zip_kind};
pub use zone::{Zone, ZoneKind, zone, zone_kind, zones};

use serde::{Deserialize, Serialize};

/// A postal address as the buyer entered it. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    pub company: Option<String>,
    /// Street and number.
    pub address1: Option<String>,
    /// Second address line, e.g. flat or floor.
    pub address2: Option<String>,
    pub city: Option<String>,
    /// Postal code as written by the buyer.
    pub zip: Option<String>,
    /// The zone's code ([`Zone::code`]) if the country's zones are in our data; otherwise the text as the buyer entered
    /// it.
    pub province: Option<String>,
    /// Country, ISO 3166-1 alpha-2, upper case.
    pub country: Option<String>,
    pub phone: Option<String>,
}
