//! The keys `countries` and `zips`, wherever a section has them.

use super::reader::Reader;
use zkratka_commerce::address::country_name;
use zkratka_commerce::delivery::{ZoneCountry, zip_prefix};

/// Longest postal code there is.
const MAX_ZIP: usize = 10;

/// Countries, and beginnings of postal codes in them.
pub(super) struct Places {
    pub(super) countries: Vec<String>,
    pub(super) zips: Vec<String>,
}

impl Places {
    /// Reads both before giving up on either.
    pub(super) fn read(reader: &Reader<'_>) -> Option<Self> {
        let countries = reader.parsed_list("countries", |text| {
            country_name(text).map(|_| text.to_owned()).ok_or(())
        });
        let zips = reader.parsed_list("zips", |text| match zip_prefix(text) {
            zip if zip.is_empty() || zip.len() > MAX_ZIP => Err(()),
            zip => Ok(zip),
        });
        Some(Self {
            countries: countries?,
            zips: zips?,
        })
    }

    /// The first country that is not among the `served` ones, where those could be read.
    pub(super) fn unserved(&self, served: Option<&[String]>) -> Option<&str> {
        let served = served?;
        let unserved = self
            .countries
            .iter()
            .find(|country| !served.contains(country));
        unserved.map(String::as_str)
    }

    /// Every country with the postal codes.
    pub(super) fn into_zone_countries(self) -> Vec<ZoneCountry> {
        let zips = self.zips;
        let part = |country| ZoneCountry {
            country,
            zips: zips.clone(),
        };
        self.countries.into_iter().map(part).collect()
    }
}
