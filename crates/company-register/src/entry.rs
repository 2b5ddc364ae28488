//! An entry of the register, as far as an invoice needs it.

use crate::NoEntry;
use serde::{Deserialize, Serialize};

/// Longest text of a field of the checkout, in characters.
const LONGEST_TEXT: usize = 255;

/// A company, as the checkout shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    pub name: String,
    /// `None` if the company pays no VAT.
    pub vat_id: Option<String>,
    /// `None` if it is not in Czechia, or the register does not know all of it.
    pub seat: Option<Seat>,
}

/// A Czech address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seat {
    /// Street and number.
    pub address1: String,
    pub city: String,
    pub zip: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    obchodni_jmeno: String,
    dic: Option<String>,
    sidlo: Option<Sidlo>,
    /// When the company ceased to exist.
    datum_zaniku: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sidlo {
    kod_statu: Option<String>,
    nazev_ulice: Option<String>,
    nazev_casti_obce: Option<String>,
    nazev_obce: Option<String>,
    cislo_domovni: Option<Number>,
    cislo_orientacni: Option<Number>,
    cislo_orientacni_pismeno: Option<String>,
    psc: Option<Number>,
}

/// A number, which some services write as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Number(u64),
    Text(String),
}

/// Reads the answer; `None` if the company no longer exists.
pub(super) fn read(body: &[u8]) -> Result<Option<Company>, NoEntry> {
    let entry: Entry =
        serde_json::from_slice(body).map_err(|_| NoEntry::Answer("it is no such JSON"))?;
    if entry.datum_zaniku.is_some() {
        return Ok(None);
    }
    let name = tidy(&entry.obchodni_jmeno).ok_or(NoEntry::Answer("it has no name"))?;
    Ok(Some(Company {
        name,
        vat_id: entry.dic.as_deref().and_then(tidy),
        seat: entry.sidlo.as_ref().and_then(seat),
    }))
}

fn seat(of: &Sidlo) -> Option<Seat> {
    if of.kod_statu.as_deref().is_some_and(|code| code != "CZ") {
        return None;
    }
    let city = of.nazev_obce.as_deref().and_then(tidy)?;
    // Villages without streets number their houses.
    let streets = [&of.nazev_ulice, &of.nazev_casti_obce];
    let street = streets.into_iter().flatten().find_map(|text| tidy(text));
    let street = street.unwrap_or_else(|| city.clone());
    Some(Seat {
        address1: tidy(&format!("{street} {}", house(of)?))?,
        city,
        zip: zip(of.psc.as_ref()?)?,
    })
}

/// `1522/53a`
fn house(of: &Sidlo) -> Option<String> {
    let house = of.cislo_domovni.as_ref()?.text();
    let letter = of.cislo_orientacni_pismeno.as_deref().unwrap_or_default();
    let entrance = of.cislo_orientacni.as_ref();
    Some(entrance.map_or_else(
        || house.clone(),
        |entrance| format!("{house}/{}{letter}", entrance.text()),
    ))
}

/// `170 00`
fn zip(of: &Number) -> Option<String> {
    let digits: String = of.text().split_whitespace().collect();
    let is_czech = digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (area, rest) = digits.split_at_checked(3).filter(|_| is_czech)?;
    Some(format!("{area} {rest}"))
}

impl Number {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }
}

/// One line that fits into a field; `None` if nothing is left.
fn tidy(text: &str) -> Option<String> {
    let printed: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let words: Vec<_> = printed.split_whitespace().collect();
    let line = words.join(" ");
    (!line.is_empty() && line.chars().count() <= LONGEST_TEXT).then_some(line)
}
