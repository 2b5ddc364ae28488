//! Reads `[shop]`.

use crate::bank;
use crate::model::Shop;
use crate::reader::Reader;
use zkratka_commerce::address::{country_name, email_fault};
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::money::Currency;

/// The settings in `[shop]` that the rules need.
pub(crate) struct Market {
    pub(crate) currency: Currency,
    pub(crate) countries: Vec<String>,
    pub(crate) company_fields: CompanyFields,
}

impl Market {
    /// Adds these countries to those that the shop delivers to.
    pub(crate) fn deliver_to<'c>(&mut self, others: impl Iterator<Item = &'c String>) {
        for country in others {
            if !self.countries.contains(country) {
                self.countries.push(country.clone());
            }
        }
    }
}

pub(crate) fn shop(reader: &Reader<'_>) -> Option<(Shop, Market)> {
    let id = reader.number("id", 1..=u64::MAX >> 1);
    let name = reader.filled("name");
    let tagline = reader.text("tagline");
    let email = reader.parsed("email", |text| {
        if text.is_empty() || email_fault(text).is_none() {
            Ok(text.to_owned())
        } else {
            Err(())
        }
    });
    let phone = reader.text("phone");
    let company = reader.text("company");
    let company_id = reader.text("company_id");
    let vat_id = reader.text("vat_id");
    let address = reader.text("address");
    let account = account(reader);
    let iban_eur = reader.parsed("iban_eur", |text| match text {
        "" => Ok(String::new()),
        text => bank::normalise_iban(text).ok_or(()),
    });
    let country = reader.parsed("country", country);
    let others = reader.parsed_list("delivery_countries", self::country);
    let currency = reader.parsed("currency", |text| match text {
        "CZK" => Ok(Currency::CZK),
        _ => Err(()),
    });
    let company_fields = reader.parsed("company_fields", |text| match text {
        "off" => Ok(CompanyFields::Off),
        "optional" => Ok(CompanyFields::Optional),
        "required" => Ok(CompanyFields::Required),
        _ => Err(()),
    });
    let country = country?;
    let mut countries = others?;
    countries.retain(|other| *other != country);
    countries.insert(0, country);
    let (bank_account, iban) = account?;
    let shop = Shop {
        id: id?,
        name: name?,
        tagline: tagline?,
        email: email?,
        phone: phone?,
        company: company?,
        company_id: company_id?,
        vat_id: vat_id?,
        address: address?,
        bank_account,
        iban,
        iban_eur: iban_eur?,
    };
    let market = Market {
        currency: currency?,
        company_fields: company_fields?,
        countries,
    };
    Some((shop, market))
}

/// Reads the account as a Czech number and as an IBAN. Both must name the same account.
fn account(reader: &Reader<'_>) -> Option<(String, String)> {
    let derived = reader.parsed("bank_account", |text| match text {
        "" => Ok(None),
        text => bank::iban_of_account(text).map(Some).ok_or(()),
    });
    let iban = reader.parsed("iban", |text| match text {
        "" => Ok(None),
        text => bank::normalise_iban(text).map(Some).ok_or(()),
    });
    let account = reader.text("bank_account");
    match (derived?, iban?) {
        (Some(derived), Some(iban)) if derived != iban => {
            reader.fault(
                "iban",
                format!("names another account than bank_account, whose IBAN is {derived}"),
            );
            None
        }
        (derived, iban) => Some((account?, iban.or(derived).unwrap_or_default())),
    }
}

fn country(text: &str) -> Result<String, ()> {
    country_name(text).map(|_| text.to_owned()).ok_or(())
}
