//! `[[delivery]]`.

use super::reader::Reader;
use super::schema;
use std::collections::BTreeSet;
use zkratka_commerce::delivery::{DeliveryMethod, DeliveryMethodType, PickupPoint, WeightRate};

pub(super) fn methods(readers: &[Reader<'_>]) -> Option<Vec<DeliveryMethod>> {
    let mut seen = BTreeSet::new();
    let mut methods = Vec::new();
    for reader in readers {
        let method = method(reader);
        if let Some(method) = method
            && unique(reader, &mut seen, &method.handle)
        {
            methods.push(method);
        }
    }
    (methods.len() == readers.len()).then_some(methods)
}

fn method(reader: &Reader<'_>) -> Option<DeliveryMethod> {
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
    let free_from = reader.decimal("free_from", 2);
    let cash_on_delivery = reader.flag("cash_on_delivery");
    let rates = rates(reader);
    let points = points(reader);
    let (kind, points) = (kind?, points?);
    if (kind == DeliveryMethodType::PickupPoint) == points.is_empty() {
        reader.fault(
            "points",
            "are for type = \"PICKUP_POINT\": write at least one there, and none elsewhere",
        );
        return None;
    }
    Some(DeliveryMethod {
        handle: handle?,
        title: title?,
        description: description.filter(|text| !text.is_empty()),
        kind,
        rates: rates?,
        free_from: free_from.ok()?,
        points,
        cash_on_delivery: cash_on_delivery?,
    })
}

fn rates(reader: &Reader<'_>) -> Option<Vec<WeightRate>> {
    let tables = reader.tables("rates", &schema::DELIVERY_RATES)?;
    let mut rates: Vec<WeightRate> = Vec::new();
    for table in &tables {
        let up_to = table.decimal("up_to_kg", 3);
        let price = table.decimal("price", 2);
        let (Ok(up_to), Ok(Some(price))) = (up_to, price) else {
            if price == Ok(None) {
                table.fault(
                    "price",
                    "is empty: write an amount, e.g. \"89\", or \"0\" when it is free",
                );
            }
            continue;
        };
        let up_to_grams = up_to.and_then(|grams| u64::try_from(grams).ok());
        let ascending = rates
            .last()
            .is_none_or(|last| match (last.up_to_grams, up_to_grams) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(last), Some(this)) => last < this,
            });
        if !ascending {
            table.fault(
                "up_to_kg",
                "must be greater than in the rate before it; only the last rate may have none",
            );
            continue;
        }
        rates.push(WeightRate { up_to_grams, price });
    }
    if tables.is_empty() {
        reader.fault(
            "rates",
            "are empty: write at least one, e.g. [{ price = \"89\" }]",
        );
        return None;
    }
    (rates.len() == tables.len()).then_some(rates)
}

fn points(reader: &Reader<'_>) -> Option<Vec<PickupPoint>> {
    let tables = reader.tables("points", &schema::DELIVERY_POINTS)?;
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    for table in &tables {
        let handle = table.parsed("handle", handle);
        let title = table.filled("title");
        let address = table.filled("address");
        if let (Some(handle), Some(title), Some(address)) = (handle, title, address)
            && unique(table, &mut seen, &handle)
        {
            points.push(PickupPoint {
                handle,
                title,
                address,
            });
        }
    }
    (points.len() == tables.len()).then_some(points)
}

fn unique(reader: &Reader<'_>, seen: &mut BTreeSet<String>, handle: &str) -> bool {
    let new = seen.insert(handle.to_owned());
    if !new {
        reader.fault(
            "handle",
            format!("\"{handle}\" stands twice: every handle names one thing"),
        );
    }
    new
}

fn handle(text: &str) -> Result<String, ()> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !text.is_empty() && text.len() <= 64 && text.bytes().all(allowed) {
        Ok(text.to_owned())
    } else {
        Err(())
    }
}
