//! Reads `[[discounts]]`.

use super::goods::GoodsKind;
use super::reader::Reader;
use std::collections::BTreeSet;
use zkratka_commerce::address::{country_code, email_fault};
use zkratka_commerce::delivery::DeliveryMethod;
use zkratka_commerce::discount::{
    Benefit, Class, Discount, Entitlement, Purchase, Trigger, code_key,
};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::time::Timestamp;

/// Longest code and title, in characters.
const MAX_TEXT: usize = 255;

/// Reads the discounts. `delivery` lists the delivery methods that a discount can name; `None` if their section is faulty.
pub(super) fn discounts(
    readers: &[Reader<'_>],
    delivery: Option<&[DeliveryMethod]>,
) -> Option<Vec<Discount>> {
    let mut codes = BTreeSet::new();
    let mut discounts = Vec::new();
    for reader in readers {
        let Some(discount) = discount(reader, delivery) else {
            continue;
        };
        let is_new = discount
            .code()
            .is_none_or(|code| codes.insert(code_key(code)));
        if is_new {
            discounts.push(discount);
        } else {
            reader.fault(
                "code",
                "is used twice: write a different code for each discount",
            );
        }
    }
    (discounts.len() == readers.len()).then_some(discounts)
}

fn discount(reader: &Reader<'_>, delivery: Option<&[DeliveryMethod]>) -> Option<Discount> {
    let trigger = trigger(reader);
    let benefit = benefit(reader, delivery);
    let entitled = entitled(reader);
    let minimum_subtotal = reader.amount("minimum_subtotal", 2);
    let minimum_quantity = reader.number("minimum_quantity", 0..=1_000_000);
    let limits = limits(reader);
    let purchase = reader.parsed("purchase", |text| match text {
        "any" => Ok(Purchase::Any),
        "one_time" => Ok(Purchase::OneTime),
        "subscription" => Ok(Purchase::Subscription),
        _ => Err(()),
    });
    let times = times(reader);
    let combines_with = reader.parsed_list("combines_with", |text| match text {
        "goods" => Ok(Class::Goods),
        "order" => Ok(Class::Order),
        "delivery" => Ok(Class::Delivery),
        _ => Err(()),
    });
    let (trigger, limits) = (trigger?, limits?);
    check_limits(reader, &trigger, &limits)?;
    let (starts_at, ends_at) = times?;
    Some(Discount {
        trigger,
        benefit: benefit?,
        entitled: entitled?,
        minimum_subtotal: minimum_subtotal.ok()?,
        minimum_quantity: minimum_quantity.filter(|&least| least > 0),
        usage_limit: limits.usage,
        once_per_buyer: limits.once_per_buyer,
        buyers: limits.buyers,
        purchase: purchase?,
        starts_at,
        ends_at,
        combines_with: combines_with?,
    })
}

fn trigger(reader: &Reader<'_>) -> Option<Trigger> {
    let short = |text: &str| {
        let text = text.trim();
        let fits = text.chars().nth(MAX_TEXT).is_none();
        fits.then(|| text.to_owned()).ok_or(())
    };
    let (code, title) = (
        reader.parsed("code", short)?,
        reader.parsed("title", short)?,
    );
    match (code.is_empty(), title.is_empty()) {
        (false, true) => Some(Trigger::Code(code)),
        (true, false) => Some(Trigger::Automatic(title)),
        (true, true) => {
            reader.fault(
                "code",
                "is missing: write a code, or a title for a discount that applies automatically",
            );
            None
        }
        (false, false) => {
            reader.fault(
                "title",
                "is for a discount without a code: leave out either title or code",
            );
            None
        }
    }
}

fn benefit(reader: &Reader<'_>, delivery: Option<&[DeliveryMethod]>) -> Option<Benefit> {
    let percentage = reader.parsed("percentage", percentage);
    let amount = reader.amount("amount", 2);
    let free_delivery = reader.flag("free_delivery");
    let countries = reader.parsed_list("countries", |text| country_code(text).ok_or(()));
    let methods = reader.parsed_list("methods", |text| {
        let known = |methods: &[DeliveryMethod]| methods.iter().any(|method| method.handle == text);
        let is_known = delivery.is_none_or(known);
        is_known.then(|| text.to_owned()).ok_or(())
    });
    let (countries, methods) = (countries?, methods?);
    match (percentage?, amount.ok()?, free_delivery?) {
        (Some(points), None, false) => {
            without_delivery(reader, &countries, &methods).then_some(Benefit::Percentage(points))
        }
        (None, Some(MinorUnits::ZERO), false) => {
            reader.fault("amount", "is zero: write an amount greater than 0");
            None
        }
        (None, Some(amount), false) => {
            without_delivery(reader, &countries, &methods).then_some(Benefit::Amount(amount))
        }
        (None, None, true) => Some(Benefit::FreeDelivery { countries, methods }),
        _ => {
            reader.fault(
                "percentage",
                "write exactly one of percentage, amount and free_delivery = true",
            );
            None
        }
    }
}

/// Parses a percentage into basis points; `None` for an empty text.
fn percentage(text: &str) -> Result<Option<u32>, ()> {
    if text.is_empty() {
        return Ok(None);
    }
    let points = zkratka_commerce::decimal::parse(text, 2).map_err(|_| ())?;
    let points = u32::try_from(points).map_err(|_| ())?;
    if (1..=10_000).contains(&points) {
        Ok(Some(points))
    } else {
        Err(())
    }
}

fn without_delivery(reader: &Reader<'_>, countries: &[String], methods: &[String]) -> bool {
    let stray = [("countries", countries), ("methods", methods)];
    let stray = stray.into_iter().find(|(_, names)| !names.is_empty());
    if let Some((key, _)) = stray {
        reader.fault(key, "are for free_delivery = true: leave them out here");
    }
    stray.is_none()
}

fn entitled(reader: &Reader<'_>) -> Option<Entitlement> {
    let products = reader.goods("products", GoodsKind::Product);
    let collections = reader.goods("collections", GoodsKind::Collection);
    let (products, collections) = (products?, collections?);
    if products.is_empty() && collections.is_empty() {
        return Some(Entitlement::All);
    }
    Some(Entitlement::Goods {
        products,
        collections,
    })
}

/// The limits on who can use a discount, and how often.
struct UseLimits {
    usage: Option<u64>,
    once_per_buyer: bool,
    buyers: Vec<String>,
}

fn limits(reader: &Reader<'_>) -> Option<UseLimits> {
    let usage = reader.number("usage_limit", 0..=1_000_000_000);
    let once_per_buyer = reader.flag("once_per_buyer");
    let buyers = reader.parsed_list("buyers", |text| {
        let whole = match text.strip_prefix('@') {
            Some(domain) => format!("nekdo@{domain}"),
            None => text.to_owned(),
        };
        let is_right = email_fault(&whole).is_none();
        is_right.then(|| text.to_lowercase()).ok_or(())
    });
    Some(UseLimits {
        usage: usage.map(|limit| Some(limit).filter(|&limit| limit > 0))?,
        once_per_buyer: once_per_buyer?,
        buyers: buyers?,
    })
}

/// Refuses limits on automatic discounts. The server counts no uses of them, and a limited one would appear and disappear
/// without an explanation to the buyer.
fn check_limits(reader: &Reader<'_>, trigger: &Trigger, limits: &UseLimits) -> Option<()> {
    if let Trigger::Code(_) = trigger {
        return Some(());
    }
    let limited = [
        ("usage_limit", limits.usage.is_some()),
        ("once_per_buyer", limits.once_per_buyer),
        ("buyers", !limits.buyers.is_empty()),
    ];
    let Some((key, _)) = limited.into_iter().find(|&(_, limited)| limited) else {
        return Some(());
    };
    reader.fault(
        key,
        "is for discounts with a code: leave it out, or write a code",
    );
    None
}

fn times(reader: &Reader<'_>) -> Option<(Option<Timestamp>, Option<Timestamp>)> {
    let (starts, ends) = (
        reader.parsed("starts_at", moment),
        reader.parsed("ends_at", moment),
    );
    let (starts, ends) = (starts?, ends?);
    if let (Some(start), Some(end)) = (starts, ends)
        && end <= start
    {
        reader.fault(
            "ends_at",
            "is not later than starts_at, so the discount would never apply: write a later time",
        );
        return None;
    }
    Some((starts, ends))
}

/// Parses a time with its offset from UTC; `None` for an empty text.
fn moment(text: &str) -> Result<Option<Timestamp>, ()> {
    if text.is_empty() {
        return Ok(None);
    }
    let moment: jiff::Timestamp = text.parse().map_err(|_| ())?;
    Ok(Some(Timestamp(moment.as_millisecond())))
}
