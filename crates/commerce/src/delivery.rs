//! Delivery: destinations, prices and promised dates.

mod calendar;
mod coordinates;
mod groups;
mod holidays;
mod method;
mod options;
mod promise;
mod quote;
mod terms;
mod zone;

pub use calendar::{DayRange, ShopCalendar, ShopTime, Weekdays};
pub use coordinates::Coordinates;
pub use groups::{Choice, DeliveryGroup, DeliveryGroups, Offer};
pub use holidays::PublicHolidays;
pub use method::{
    CarrierService, DeliveryMethod, DeliveryMethodType, DeliveryRate, PickupPoint, WithoutAnswer,
};
pub use options::{DeliveryDetail, DeliveryOption, Goods, options, unanswered};
pub use promise::{CutOff, DeliveryPromise, PromiseRule, TransitDays, promise};
pub use quote::{CarrierQuote, QuotedFor, RefusedParcel, carrier_is_asked};
pub use terms::DeliveryTerms;
pub use zone::{Destination, Zone, ZoneCountry, zip_prefix};

// The calendar uses these types for dates and times.
pub use jiff::civil::{Date, Time};
