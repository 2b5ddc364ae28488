//! Reads the `rates` of a delivery method.

use crate::reader::Reader;
use crate::schema;
use zkratka_commerce::delivery::{DeliveryRate, Zone};

/// Reads the prices. They may be empty only for a method whose prices come from the carrier.
pub(super) fn rates(
    reader: &Reader<'_>,
    zones: Option<&[Zone]>,
    asks_carrier: bool,
) -> Option<Vec<DeliveryRate>> {
    let tables = reader.tables("rates", &schema::DELIVERY_RATES)?;
    let mut rates: Vec<DeliveryRate> = Vec::new();
    for table in &tables {
        if let Some(rate) = rate(table, zones) {
            if rates.iter().any(|earlier| earlier.hides(&rate)) {
                table.fault(
                    "up_to_kg",
                    "must be greater than in the rate before it, or up_to_subtotal must; only the last rate of a zone may have neither",
                );
                continue;
            }
            rates.push(rate);
        }
    }
    if tables.is_empty() && !asks_carrier {
        reader.fault(
            "rates",
            "are empty: write at least one, e.g. [{ price = \"89\" }]",
        );
        return None;
    }
    if rates.len() != tables.len() {
        return None;
    }
    let priced = |zone: &Zone| {
        let holds =
            |rate: &DeliveryRate| rate.zone.as_ref().is_none_or(|name| *name == zone.handle);
        asks_carrier || rates.iter().any(holds)
    };
    if let Some(zone) = zones?.iter().find(|zone| !priced(zone)) {
        let message = format!(
            "have none for the zone \"{}\", so nothing could be delivered there: write a rate with zone = \"{}\", or one without zone",
            zone.handle, zone.handle
        );
        reader.fault("rates", message);
        return None;
    }
    Some(rates)
}

fn rate(table: &Reader<'_>, zones: Option<&[Zone]>) -> Option<DeliveryRate> {
    let zone = table.text("zone");
    let up_to = table.decimal("up_to_kg", 3);
    let subtotal = table.amount("up_to_subtotal", 2);
    let price = table.amount("price", 2);
    if price == Ok(None) {
        table.fault(
            "price",
            "is empty: write an amount, e.g. \"89\", or \"0\" for free delivery",
        );
    }
    let zone = zone.filter(|name| !name.is_empty());
    if let (Some(name), Some(zones)) = (&zone, zones)
        && zones.iter().all(|known| known.handle != *name)
    {
        let message = format!("\"{name}\" is not a zone of this delivery method");
        table.fault("zone", message);
        return None;
    }
    Some(DeliveryRate {
        zone,
        up_to_grams: up_to.ok()?.and_then(|grams| u64::try_from(grams).ok()),
        up_to_subtotal: subtotal.ok()?,
        price: price.ok()??,
    })
}
