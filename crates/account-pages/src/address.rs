//! The form for an address of the account, without scripts. It asks what the checkout asks, with the same messages.

use crate::pay::entry_id;
use crate::visit::Visit;
use serde::Serialize;
use std::collections::BTreeMap;
use zkratka_commerce::address::{Address, Strictness, country_name, faults};
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::subject::{AddressField, Subject};
use zkratka_sign_in::letter;
use zkratka_store::{
    Account, AccountId, AccountLetterKind, Accounts, EntryId, SavedAddress, StoreError,
};
use zkratka_texts::{CountryForm, account_page as texts, address_fault_text, czech_order};

/// The fields by their names in the form.
const FIELDS: [(&str, AddressField); 10] = [
    ("first_name", AddressField::FirstName),
    ("last_name", AddressField::LastName),
    ("company", AddressField::Company),
    ("address1", AddressField::Address1),
    ("address2", AddressField::Address2),
    ("city", AddressField::City),
    ("zip", AddressField::Zip),
    ("province", AddressField::Province),
    ("country", AddressField::Country),
    ("phone", AddressField::Phone),
];

/// What the form shows.
#[derive(Serialize)]
pub struct AddressContent<'a> {
    /// The address that is changed, in hexadecimal digits; `None` for a new one.
    id: Option<&'a str>,
    title: &'static str,
    values: BTreeMap<&'static str, String>,
    /// What is wrong with a field.
    errors: BTreeMap<&'static str, String>,
    /// What is wrong with the whole.
    error: Option<&'static str>,
    form: CountryForm<'a>,
    /// The countries to choose from.
    sold_to: Vec<Country<'a>>,
}

#[derive(Serialize)]
struct Country<'a> {
    code: &'a str,
    name: &'a str,
    is_chosen: bool,
}

/// What was typed.
pub struct TypedAddress {
    pub address: Address,
    faults: Vec<Fault>,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Kept,
    /// The account has no such address, or no room.
    No(&'static str),
}

impl TypedAddress {
    /// Reads a form. `countries`: to which the shop sells.
    #[must_use]
    pub fn read<'f>(value: impl Fn(&str) -> Option<&'f str>, countries: &[String]) -> Self {
        let text = |name| value(name).map(str::to_owned);
        let address = Address {
            first_name: text("first_name"),
            last_name: text("last_name"),
            company: text("company"),
            address1: text("address1"),
            address2: text("address2"),
            city: text("city"),
            zip: text("zip"),
            province: text("province"),
            country: text("country"),
            phone: text("phone"),
        }
        .tidied();
        let mut faults = faults(&address, Strictness::Strict, true);
        let of_country = Subject::DeliveryAddressField(AddressField::Country);
        let is_sold = address
            .country
            .as_ref()
            .is_some_and(|code| countries.contains(code));
        if !is_sold && faults.iter().all(|fault| fault.subject != of_country) {
            faults.push(Fault::of(FaultCode::Invalid, of_country));
        }
        Self { address, faults }
    }

    #[must_use]
    pub fn is_right(&self) -> bool {
        self.faults.is_empty()
    }

    fn errors(&self) -> BTreeMap<&'static str, String> {
        let country = self.address.country.as_deref().unwrap_or_default();
        let named = self.faults.iter().filter_map(|fault| {
            let field = fault.subject.address_field()?;
            let (name, _) = FIELDS.iter().find(|(_, known)| *known == field)?;
            Some((*name, address_fault_text(fault, country)))
        });
        named.collect()
    }
}

impl<'a> AddressContent<'a> {
    /// An address as it is, and an empty form for none. `countries` begins with the shop's own.
    #[must_use]
    pub fn blank(address: &Address, id: Option<&'a str>, countries: &'a [String]) -> Self {
        let chosen = address.country.as_ref();
        let chosen = chosen.and_then(|code| countries.iter().find(|known| *known == code));
        let chosen = chosen.or(countries.first()).map_or("", String::as_str);
        let mut sorted: Vec<_> = countries
            .iter()
            .map(|code| Country {
                code,
                name: country_name(code).unwrap_or(code),
                is_chosen: code == chosen,
            })
            .collect();
        sorted.sort_by_cached_key(|country| czech_order(country.name));
        Self {
            id,
            title: match id {
                Some(_) => texts::CHANGED_ADDRESS,
                None => texts::NEW_ADDRESS,
            },
            values: values(address),
            errors: BTreeMap::new(),
            error: None,
            form: CountryForm::new(chosen),
            sold_to: sorted,
        }
    }

    /// What was typed, with its faults.
    #[must_use]
    pub fn typed(
        typed: &TypedAddress,
        id: Option<&'a str>,
        countries: &'a [String],
        error: Option<&'static str>,
    ) -> Self {
        Self {
            errors: typed.errors(),
            error,
            ..Self::blank(&typed.address, id, countries)
        }
    }

    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }
}

fn values(address: &Address) -> BTreeMap<&'static str, String> {
    let value = |field| match field {
        AddressField::FirstName => &address.first_name,
        AddressField::LastName => &address.last_name,
        AddressField::Company => &address.company,
        AddressField::Address1 => &address.address1,
        AddressField::Address2 => &address.address2,
        AddressField::City => &address.city,
        AddressField::Zip => &address.zip,
        AddressField::Province => &address.province,
        AddressField::Country => &address.country,
        AddressField::Phone => &address.phone,
    };
    let all = FIELDS.iter();
    all.map(|(name, field)| (*name, value(*field).clone().unwrap_or_default()))
        .collect()
}

/// The address with this id, if the account has it.
///
/// # Errors
/// The store does not answer.
pub async fn address_of(
    accounts: Accounts<'_>,
    account: AccountId,
    id: &str,
) -> Result<Option<Address>, StoreError> {
    let Some(id) = entry_id(id) else {
        return Ok(None);
    };
    let saved = accounts.addresses_of(account).await?;
    let found = saved.into_iter().find(|saved| saved.id == id);
    Ok(found.map(|saved| saved.address))
}

/// Keeps an address in the account, and tells its owner in the same transaction. One that is already so brings no e-mail.
///
/// # Errors
/// The store does not answer.
pub async fn keep_address(
    visit: &Visit<'_>,
    owner: &Account,
    id: Option<&str>,
    address: Address,
) -> Result<Kept, StoreError> {
    if let Some(id) = id
        && address_of(visit.accounts, owner.id, id).await?.as_ref() == Some(&address)
    {
        return Ok(Kept::Kept);
    }
    let detail = zkratka_commerce::address::display_lines(&address).join(", ");
    let about = (AccountLetterKind::NewAddress, detail.as_str());
    let letter = letter(visit.ids, owner, about, visit.now);
    let saved = |id| SavedAddress {
        id,
        account: owner.id,
        address,
        used_at: visit.now,
    };
    let (is_kept, why) = match id.map(entry_id) {
        None => {
            let saved = saved(EntryId(visit.ids.secret().0));
            let added = visit.accounts.add_typed_address(&saved, &letter).await?;
            (added, texts::TOO_MANY_ADDRESSES)
        }
        Some(Some(id)) => {
            let changed = visit.accounts.change_address(&saved(id), &letter).await?;
            (changed, texts::ADDRESS_GONE)
        }
        Some(None) => (false, texts::ADDRESS_GONE),
    };
    if !is_kept {
        return Ok(Kept::No(why));
    }
    visit.wallet.letters.notify_one();
    Ok(Kept::Kept)
}
