//! Where a buyer follows the order's parcels.

use serde::Serialize;
use zkratka_config::TrackingPages;
use zkratka_texts::{OrderNow, tracking_text};

/// A link to a carrier's page about a parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParcelLink {
    pub text: String,
    pub url: String,
}

/// One link for each parcel. A parcel without a number has none, and neither does one whose carrier has no page.
#[must_use]
pub fn parcel_links(pages: &TrackingPages, shown: OrderNow<'_>) -> Vec<ParcelLink> {
    let mut links: Vec<ParcelLink> = Vec::new();
    for parcel in shown.parcels() {
        let named = parcel.carrier.as_ref().zip(parcel.tracking_number.as_ref());
        let link = named.and_then(|(carrier, number)| {
            Some(ParcelLink {
                text: tracking_text(carrier, number),
                url: pages.url(carrier, number)?,
            })
        });
        links.extend(link.filter(|link| !links.contains(link)));
    }
    links
}
