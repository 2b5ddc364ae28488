//! `DeliveryPromise`

use super::object::{count, leaf, object};
use crate::graphql::value::Value;

/// The handle of the promise that the badge shows.
const BRANDED: &str = "shop_promise";
/// The badge promises at most two days (row 9.02).
const BRANDED_DAYS: u16 = 2;

/// The delivery option that delivers soonest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::graphql) struct SoonestDelivery {
    pub(in crate::graphql) handle: String,
    /// Number of calendar days from today.
    pub(in crate::graphql) max_calendar_days: u16,
}

/// `DeliveryPromise`
pub(super) struct PromiseObject<'v> {
    pub(super) soonest: &'v SoonestDelivery,
}

object!(PromiseObject<'_>, "DeliveryPromise", |this, arguments| {
    "selectedShippingOption" => Value::object(OptionObject { soonest: this.soonest }),
});

struct OptionObject<'v> {
    soonest: &'v SoonestDelivery,
}

object!(OptionObject<'_>, "DeliveryPromiseShippingOption", |this, arguments| {
    "brandedPromise" => {
        let is_branded = this.soonest.max_calendar_days <= BRANDED_DAYS;
        Value::nullable(is_branded.then_some(Branded))
    },
    "handle" => leaf(this.soonest.handle.as_str()),
    "maxCalendarDaysToDelivery" => count(this.soonest.max_calendar_days),
});

struct Branded;

object!(Branded, "BrandedPromise", |_this, arguments| {
    "handle" => leaf(BRANDED),
});
