//! Reads `[[delivery]]`, `[[delivery_zones]]`, `[delivery_calendar]` and `[carrier]`.

mod calendar;
mod carrier;
mod methods;
mod promise;
mod rates;
#[cfg(test)]
mod tests;
mod zones;

pub(crate) use carrier::{is_own_machine, web_address};
pub(crate) use methods::handle;

use super::model::CarrierSettings;
use super::reader::Reader;
use zkratka_commerce::delivery::{DeliveryMethod, ShopCalendar};
use zkratka_commerce::order::Mode;

pub(super) struct Sections<'r> {
    pub(super) methods: Vec<Reader<'r>>,
    pub(super) zones: Vec<Reader<'r>>,
    pub(super) calendar: Reader<'r>,
    pub(super) carrier: Reader<'r>,
}

pub(super) struct Delivery {
    pub(super) methods: Vec<DeliveryMethod>,
    pub(super) calendar: ShopCalendar,
    /// `None` if no delivery method uses the carrier.
    pub(super) carrier: Option<CarrierSettings>,
}

/// Reads the delivery sections. The countries and the mode are `None` if their sections are faulty.
pub(super) fn read(
    sections: &Sections<'_>,
    countries: Option<&[String]>,
    mode: Option<Mode>,
) -> Option<Delivery> {
    let calendar = calendar::calendar(&sections.calendar);
    let carrier = carrier::carrier(&sections.carrier);
    let zones = zones::zones(&sections.zones, countries)?;
    let methods = methods::methods(&sections.methods, &zones)?;
    zones::all_used(&sections.zones, &methods)?;
    let asks = methods.iter().position(|method| method.carrier.is_some());
    let carrier = match asks {
        None => carrier.map(|_| None)?,
        Some(position) => {
            let settings = carrier?;
            let method = sections.methods.get(position)?;
            carrier::fits_mode(method, &sections.carrier, &settings, mode)?;
            Some(settings)
        }
    };
    Some(Delivery {
        methods,
        calendar: calendar?,
        carrier,
    })
}
