//! Reads `[[delivery]]`.

use super::rates::rates;
use super::{promise, zones};
use crate::reader::{Reader, Reported};
use crate::schema;
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::delivery::{
    CarrierService, Coordinates, DeliveryMethod, DeliveryMethodType, PickupPoint, WithoutAnswer,
    Zone,
};

pub(super) fn methods(readers: &[Reader<'_>], zones: &[Zone]) -> Option<Vec<DeliveryMethod>> {
    let mut seen = BTreeSet::new();
    let mut offered = BTreeMap::new();
    let mut methods = Vec::new();
    for reader in readers {
        let method = method(reader, zones);
        if let Some(method) = method
            && unique(reader, &mut seen, &method.handle)
            && offers_its_own(reader, &mut offered, &method)
        {
            methods.push(method);
        }
    }
    (methods.len() == readers.len()).then_some(methods)
}

fn method(reader: &Reader<'_>, known: &[Zone]) -> Option<DeliveryMethod> {
    let handle = reader.parsed("handle", handle);
    let title = reader.filled("title");
    let description = reader.text("description");
    let kind = reader.parsed("type", |text| match text {
        "SHIPPING" => Ok(DeliveryMethodType::Shipping),
        "LOCAL" => Ok(DeliveryMethodType::Local),
        "PICK_UP" => Ok(DeliveryMethodType::PickUp),
        "PICKUP_POINT" => Ok(DeliveryMethodType::PickupPoint),
        _ => Err(()),
    });
    let free_from = reader.amount("free_from", 2);
    let cash_on_delivery = reader.flag("cash_on_delivery");
    let zones = zones::of_method(reader, known);
    let service = carrier_service(reader);
    let rates = rates(reader, zones.as_deref(), matches!(service, Ok(Some(_))));
    let points = points(reader);
    let promise = promise::promise(reader);
    let (kind, points) = (kind?, points?);
    if (kind == DeliveryMethodType::PickupPoint) == points.is_empty() {
        reader.fault(
            "points",
            "are for type = \"PICKUP_POINT\" only: write at least one for it, and none for another type",
        );
        return None;
    }
    Some(DeliveryMethod {
        handle: handle?,
        title: title?,
        description: description.filter(|text| !text.is_empty()),
        kind,
        zones: zones?,
        rates: rates?,
        carrier: service.ok()?,
        free_from: free_from.ok()?,
        points,
        cash_on_delivery: cash_on_delivery?,
        promise: promise.ok()?,
    })
}

/// Reads the carrier's service; `None` if the shop sets the price itself.
fn carrier_service(reader: &Reader<'_>) -> Result<Option<CarrierService>, Reported> {
    let name = reader.parsed("carrier_service", |text| match text.trim() {
        service if service.len() > 64 => Err(()),
        service => Ok(service.to_owned()),
    });
    let without_answer = reader.parsed("without_answer", |text| match text {
        "configured_price" => Ok(WithoutAnswer::ConfiguredPrice),
        "pending" => Ok(WithoutAnswer::Pending),
        _ => Err(()),
    });
    let (name, without_answer) = (name.ok_or(Reported)?, without_answer.ok_or(Reported)?);
    if !name.is_empty() {
        return Ok(Some(CarrierService {
            name,
            without_answer,
        }));
    }
    if without_answer == WithoutAnswer::Pending {
        reader.fault(
            "without_answer",
            "has no effect without carrier_service: write the carrier's service, or leave it out",
        );
        return Err(Reported);
    }
    Ok(None)
}

/// Checks that no option of this method has the name of an earlier option, because the later one would never be offered.
/// `offered` maps the names of all earlier options to their methods.
fn offers_its_own(
    reader: &Reader<'_>,
    offered: &mut BTreeMap<String, String>,
    method: &DeliveryMethod,
) -> bool {
    let mut all_own = true;
    let mut is_own = |reader: &Reader<'_>, option: String| {
        if let Some(other) = offered.get(&option) {
            let message = format!(
                "is offered as \"{option}\", which an option of \"{other}\" above already uses: write another handle"
            );
            reader.fault("handle", message);
            all_own = false;
        } else {
            offered.insert(option, method.handle.clone());
        }
    };
    if method.points.is_empty() {
        is_own(reader, method.handle.clone());
    } else {
        let tables = reader.tables("points", &schema::DELIVERY_POINTS);
        for (table, point) in tables.iter().flatten().zip(&method.points) {
            is_own(table, method.option_handle(point));
        }
    }
    all_own
}

fn points(reader: &Reader<'_>) -> Option<Vec<PickupPoint>> {
    let tables = reader.tables("points", &schema::DELIVERY_POINTS)?;
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    for table in &tables {
        let handle = table.parsed("handle", handle);
        let title = table.filled("title");
        let address = table.filled("address");
        let coordinates = table.parsed("coordinates", |text| match text {
            "" => Ok(None),
            text => Coordinates::parse(text).map(Some).ok_or(()),
        });
        if let (Some(handle), Some(title), Some(address), Some(coordinates)) =
            (handle, title, address, coordinates)
            && unique(table, &mut seen, &handle)
        {
            points.push(PickupPoint {
                handle,
                title,
                address,
                coordinates,
            });
        }
    }
    (points.len() == tables.len()).then_some(points)
}

pub(super) fn unique(reader: &Reader<'_>, seen: &mut BTreeSet<String>, handle: &str) -> bool {
    let new = seen.insert(handle.to_owned());
    if !new {
        reader.fault(
            "handle",
            format!("\"{handle}\" is used twice: write a different handle for each"),
        );
    }
    new
}

/// Parses a name of lower-case letters, digits and hyphens.
pub(crate) fn handle(text: &str) -> Result<String, ()> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !text.is_empty() && text.len() <= 64 && text.bytes().all(allowed) {
        Ok(text.to_owned())
    } else {
        Err(())
    }
}
