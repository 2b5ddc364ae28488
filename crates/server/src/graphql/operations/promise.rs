//! `deliveryPromise` (row 7.15).

use super::RequestContext;
use crate::graphql::input::Id;
use crate::graphql::output::{RootValue, SoonestDelivery};
use serde::Deserialize;
use zkratka_commerce::catalogue::{Catalogue, Variant};
use zkratka_commerce::delivery::{
    DeliveryMethod, DeliveryMethodType, Destination, Goods, promise, zip_prefix,
};
use zkratka_ids::gid;

/// Maximum length of a postal code.
const MAX_ZIP: usize = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromiseArguments {
    variant_id: Id,
    postal_code: Option<String>,
    is_postal_code_override: Option<bool>,
}

/// Finds the delivery option that brings one piece to the buyer's door soonest. The selling plan does not matter,
/// because its first delivery is like any other.
pub(super) fn promised(call: &RequestContext<'_>, arguments: &PromiseArguments) -> RootValue {
    RootValue::Promise(soonest(call, arguments))
}

fn soonest(call: &RequestContext<'_>, arguments: &PromiseArguments) -> Option<SoonestDelivery> {
    let app = call.app;
    let catalogue = app.catalogue.current();
    let variant = sold(&catalogue, &arguments.variant_id)?;
    let code = arguments.postal_code.as_deref().map(zip_prefix);
    let is_code = |code: &String| !code.is_empty() && code.len() <= MAX_ZIP;
    // An invalid code that the buyer typed gives no promise. An invalid code that the browser remembered is ignored.
    let overrides = arguments.is_postal_code_override.unwrap_or_default();
    if overrides && code.as_ref().is_some_and(|code| !is_code(code)) {
        return None;
    }
    let zip = code.filter(is_code);
    let home = app.rules.countries.first().map(String::as_str);
    let destination = Destination {
        country: call.context.country.as_deref().or(home)?,
        zip: zip.as_deref(),
    };
    let goods = Goods {
        grams: u64::from(variant.grams),
        subtotal: variant.price,
    };
    let (now, rules) = (app.clock.now(), &app.rules);
    let mut served = rules.countries.iter();
    if !served.any(|country| country == destination.country) {
        return None;
    }
    let brings = |method: &&DeliveryMethod| {
        let to_the_door = matches!(
            method.kind,
            DeliveryMethodType::Shipping | DeliveryMethodType::Local
        );
        // A carrier that has not answered may not take the parcel: only configured rates make a promise certain.
        let is_certain = method.carrier.is_none() || !method.rates.is_empty();
        to_the_door && is_certain && method.takes(destination, goods)
    };
    let promised = rules.delivery.iter().filter(brings).filter_map(|method| {
        let promise = promise(now, method, &rules.calendar)?;
        Some(SoonestDelivery {
            handle: method.handle.clone(),
            max_calendar_days: promise.max_calendar_days,
        })
    });
    promised.min_by_key(|soonest| soonest.max_calendar_days)
}

/// Finds the variant, if it can be bought and requires shipping.
fn sold<'c>(catalogue: &'c Catalogue, id: &Id) -> Option<&'c Variant> {
    let (product, variant) = catalogue.variant(gid::parse_variant(&id.0)?)?;
    let can_be_bought = product.published && variant.stock.left() != Some(0);
    (can_be_bought && variant.requires_shipping).then_some(variant)
}
