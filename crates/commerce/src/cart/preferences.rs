//! The buyer's preferences: stored for the storefront, without effect on the price.

use super::Cart;
use crate::address::country_code;
use crate::error::{Fault, FaultCode};
use crate::subject::Subject;
use serde::{Deserialize, Serialize};

/// Limits that keep a cart a small document. Lengths are in characters.
const MAX_ENTRIES: usize = 10;
const MAX_ENTRY: usize = 255;
/// Units per degree in a stored place.
const DEGREE: f64 = 1_000_000.0;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preferences {
    pub delivery: Option<DeliveryPreference>,
    /// Preferred wallets, favourite first.
    pub wallets: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryPreference {
    pub methods: Vec<PreferredMethod>,
    /// Handles of preferred pick-up places.
    pub pickup_handles: Vec<String>,
    pub near: Option<Place>,
}

/// Delivery methods that a buyer can prefer (public `PreferenceDeliveryMethodType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PreferredMethod {
    /// At a pick-up point.
    PickupPoint,
    /// At the shop.
    PickUp,
    /// To an address.
    Shipping,
}

impl PreferredMethod {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PickupPoint => "PICKUP_POINT",
            Self::PickUp => "PICK_UP",
            Self::Shipping => "SHIPPING",
        }
    }
}

/// Coordinates in millionths of a degree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Positive north of the equator.
    pub latitude: i32,
    /// Positive east of Greenwich.
    pub longitude: i32,
}

impl Place {
    /// A place from coordinates in degrees. `None` if a coordinate is out of range or the country is unknown.
    #[must_use]
    pub fn at(country: &str, latitude: f64, longitude: f64) -> Option<Self> {
        let within = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        if !within {
            return None;
        }
        Some(Self {
            country: country_code(country)?,
            latitude: millionths(latitude),
            longitude: millionths(longitude),
        })
    }

    /// Latitude and longitude in degrees.
    #[must_use]
    pub fn degrees(&self) -> (f64, f64) {
        (
            f64::from(self.latitude) / DEGREE,
            f64::from(self.longitude) / DEGREE,
        )
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "at most 180 degrees, in millionths"
)]
fn millionths(degrees: f64) -> i32 {
    (degrees * DEGREE).round() as i32
}

impl Preferences {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Replaces the preferences. Returns faults and changes nothing if a list or an entry is too long.
#[must_use]
pub fn set_preferences(cart: &mut Cart, preferences: Preferences) -> Vec<Fault> {
    let handles = preferences
        .delivery
        .as_ref()
        .map(|delivery| &delivery.pickup_handles);
    let is_long = |list: &Vec<String>| {
        list.len() > MAX_ENTRIES
            || list
                .iter()
                .any(|entry| entry.chars().nth(MAX_ENTRY).is_some())
    };
    if is_long(&preferences.wallets) || handles.is_some_and(is_long) {
        return vec![Fault::of(FaultCode::Invalid, Subject::Preferences)];
    }
    cart.preferences = preferences;
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::remove_personal_data;
    use crate::fixtures::empty_cart;

    #[test]
    fn preferences_are_kept_within_limits_and_are_personal() {
        let mut cart = empty_cart();
        let wanted = Preferences {
            delivery: Some(DeliveryPreference {
                methods: vec![PreferredMethod::PickupPoint],
                pickup_handles: vec!["brno".to_owned()],
                near: Place::at("cz", 49.195_061, 16.606_836),
            }),
            wallets: vec!["shop_pay".to_owned()],
        };
        assert_eq!(set_preferences(&mut cart, wanted.clone()), []);
        let many = Preferences {
            wallets: vec![String::new(); 11],
            ..Preferences::default()
        };
        let faults = set_preferences(&mut cart, many);
        assert_eq!(
            faults,
            [Fault::of(FaultCode::Invalid, Subject::Preferences)]
        );
        assert_eq!(cart.preferences, wanted);
        remove_personal_data(&mut cart);
        assert!(cart.preferences.is_empty());
    }

    #[test]
    fn a_place_is_kept_to_the_millionth_of_a_degree() {
        let brno = Place::at("CZ", 49.195_061, -16.606_836).unwrap();
        assert_eq!(brno.degrees(), (49.195_061, -16.606_836));
        for (country, latitude, longitude) in [
            ("CZ", 90.1, 0.0),
            ("CZ", 0.0, 180.5),
            ("CZ", f64::NAN, 0.0),
            ("Atlantida", 0.0, 0.0),
        ] {
            assert_eq!(Place::at(country, latitude, longitude), None);
        }
    }
}
