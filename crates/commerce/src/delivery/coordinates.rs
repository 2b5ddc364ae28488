//! Where a place is.

use crate::decimal;
use serde::{Deserialize, Serialize};

/// Microdegrees in a degree. A microdegree is about a decimetre.
const MICRO: f64 = 1e6;
/// Decimal places of a degree that are read.
const PLACES: u32 = 15;

/// A point on the map (WGS 84), in microdegrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coordinates {
    latitude: i32,
    longitude: i32,
}

impl Coordinates {
    /// Reads `49.1951, 16.6068` as maps show it: latitude and longitude in degrees. `None` if it is no point on the map.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (latitude, longitude) = text.split_once(',')?;
        Some(Self {
            latitude: microdegrees(latitude.trim(), 90)?,
            longitude: microdegrees(longitude.trim(), 180)?,
        })
    }

    /// In degrees.
    #[must_use]
    pub fn latitude(self) -> f64 {
        f64::from(self.latitude) / MICRO
    }

    /// In degrees.
    #[must_use]
    pub fn longitude(self) -> f64 {
        f64::from(self.longitude) / MICRO
    }
}

/// Reads a decimal number of degrees, up to `most` in both directions. Maps give more places than a microdegree has.
fn microdegrees(text: &str, most: i64) -> Option<i32> {
    let (sign, degrees) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let exact = decimal::parse(degrees, PLACES).ok()?;
    if exact > most * 10_i64.pow(PLACES) {
        return None;
    }
    i32::try_from(exact / 10_i64.pow(PLACES - 6) * sign).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [3.10] Coordinates are read as maps show them.
    #[test]
    fn coordinates_are_read_as_maps_show_them() {
        for (text, latitude, longitude) in [
            ("49.1951, 16.6068", 49_195_100, 16_606_800),
            ("49,16", 49_000_000, 16_000_000),
            ("-33.8688197,151.2092955", -33_868_819, 151_209_295),
            ("90, -180.000000", 90_000_000, -180_000_000),
            ("0.0000001, 0", 0, 0),
        ] {
            let expected = Coordinates {
                latitude,
                longitude,
            };
            assert_eq!(Coordinates::parse(text), Some(expected), "{text}");
        }
        let brno = Coordinates::parse("49.1951, -16.6068").expect("a point");
        assert!((brno.latitude() - 49.1951).abs() < 1e-9);
        assert!((brno.longitude() + 16.6068).abs() < 1e-9);
    }

    #[test]
    fn other_texts_are_no_coordinates() {
        for text in [
            "",
            "49.1951",
            "49.1951 16.6068",
            "49.1951, 16.6068, 3",
            "90.000001, 0",
            "0, 180.1",
            "+49, 16",
            "49., 16",
            ".5, 16",
            "49°, 16",
            "1e1, 16",
            "--4, 16",
            "49.1234567890123456, 16",
        ] {
            assert_eq!(Coordinates::parse(text), None, "{text}");
        }
    }
}
