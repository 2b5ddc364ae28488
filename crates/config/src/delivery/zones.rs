//! Reads `[[delivery_zones]]`, and the zones of a delivery method.

use super::methods::{handle, unique};
use crate::names::nearest;
use crate::places::Places;
use crate::reader::Reader;
use std::collections::BTreeSet;
use zkratka_commerce::delivery::{DeliveryMethod, Zone};

pub(super) fn zones(readers: &[Reader<'_>], served: Option<&[String]>) -> Option<Vec<Zone>> {
    let mut seen = BTreeSet::new();
    let mut zones = Vec::new();
    for reader in readers {
        if let Some(zone) = zone(reader, served)
            && unique(reader, &mut seen, &zone.handle)
        {
            zones.push(zone);
        }
    }
    (zones.len() == readers.len()).then_some(zones)
}

fn zone(reader: &Reader<'_>, served: Option<&[String]>) -> Option<Zone> {
    let handle = reader.parsed("handle", handle);
    let places = Places::read(reader)?;
    if places.countries.is_empty() {
        reader.fault("countries", "are empty: write at least one, e.g. [\"CZ\"]");
        return None;
    }
    if !places.zips.is_empty() && places.countries.len() > 1 {
        reader.fault(
            "zips",
            "are for a zone of one country: write a zone for each country",
        );
        return None;
    }
    if let Some(country) = places.unserved(served) {
        let message = format!(
            "\"{country}\" is not a country that the shop delivers to: add it to delivery_countries in [shop], or leave it out"
        );
        reader.fault("countries", message);
        return None;
    }
    Some(Zone {
        handle: handle?,
        countries: places.into_zone_countries(),
    })
}

/// Reads the zones that a delivery method serves.
pub(super) fn of_method(reader: &Reader<'_>, known: &[Zone]) -> Option<Vec<Zone>> {
    let names = reader.texts("zones")?;
    let mut zones: Vec<Zone> = Vec::new();
    for name in &names {
        let Some(zone) = known.iter().find(|zone| zone.handle == name.text) else {
            let near = nearest(&name.text, known.iter().map(|zone| zone.handle.as_str()));
            let advice = near.map_or_else(
                || "write a section [[delivery_zones]] with this handle".to_owned(),
                |near| format!("did you mean \"{near}\"?"),
            );
            let message = format!("there is no zone \"{}\": {advice}", name.text);
            reader.fault_at(name.position, "zones", message);
            continue;
        };
        if let Some(earlier) = zones.iter().find(|earlier| earlier.covers(zone)) {
            let message = format!(
                "\"{}\" never applies, because \"{}\" above contains all of it: write it first",
                zone.handle, earlier.handle
            );
            reader.fault_at(name.position, "zones", message);
            continue;
        }
        zones.push(zone.clone());
    }
    (zones.len() == names.len()).then_some(zones)
}

/// Reports each zone that no delivery method uses, because it is probably a mistake.
pub(super) fn all_used(readers: &[Reader<'_>], methods: &[DeliveryMethod]) -> Option<()> {
    let mut all = Some(());
    for reader in readers {
        let handle = reader.text("handle")?;
        let mut zones = methods.iter().flat_map(|method| &method.zones);
        if !zones.any(|zone| zone.handle == handle) {
            let message = format!(
                "no delivery method uses \"{handle}\": name it in zones of a [[delivery]], or leave it out"
            );
            reader.fault("handle", message);
            all = None;
        }
    }
    all
}
