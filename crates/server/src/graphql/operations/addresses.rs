//! Converts addresses from clients into addresses of the rules.

use crate::graphql::input::{
    CartAddressInput, CartDeliveryAddressInput, DeliveryAddressInput, MailingAddressInput,
};
use crate::graphql::messages;
use crate::graphql::user_error::UserError;
use zkratka_commerce::address::{Address, country_code};

/// Converts an address whose country and province are names or codes. The rules understand both.
pub(super) fn mailing(input: MailingAddressInput) -> Address {
    Address {
        first_name: input.first_name,
        last_name: input.last_name,
        company: input.company,
        address1: input.address1,
        address2: input.address2,
        city: input.city,
        zip: input.zip,
        province: input.province,
        country: input.country,
        phone: input.phone,
    }
}

/// Converts an address whose country and province are codes.
fn delivery(input: CartDeliveryAddressInput) -> Address {
    Address {
        first_name: input.first_name,
        last_name: input.last_name,
        company: input.company,
        address1: input.address1,
        address2: input.address2,
        city: input.city,
        zip: input.zip,
        province: input.province_code,
        country: input.country_code,
        phone: input.phone,
    }
}

/// Returns the address of a `CartAddressInput`, or its error. `field` is the input's path.
pub(super) fn selectable(input: CartAddressInput, field: &[&str]) -> Result<Address, UserError> {
    if input.copy_from_customer_address_id.is_some() {
        let field = [field, &["copyFromCustomerAddressId"]].concat();
        return Err(no_accounts(&field));
    }
    let Some(address) = input.delivery_address else {
        let field = [field, &["deliveryAddress"]].concat();
        return Err(missing(&field));
    };
    Ok(delivery(address))
}

/// Returns the address of a `DeliveryAddressInput`, or its error. `field` is the input's path.
pub(super) fn preference(
    input: DeliveryAddressInput,
    field: &[&str],
) -> Result<Address, UserError> {
    if input.customer_address_id.is_some() {
        let field = [field, &["customerAddressId"]].concat();
        return Err(no_accounts(&field));
    }
    let Some(address) = input.delivery_address else {
        let field = [field, &["deliveryAddress"]].concat();
        return Err(missing(&field));
    };
    Ok(mailing(address))
}

/// The country code of an address, which determines the wording of its faults; empty if the country is missing or
/// unknown.
pub(super) fn country_of(address: Option<&Address>) -> String {
    let country = address.and_then(|address| address.country.as_deref());
    country.and_then(country_code).unwrap_or_default()
}

fn no_accounts(field: &[&str]) -> UserError {
    UserError::new("INVALID", field, messages::NO_CUSTOMER_ACCOUNTS)
}

fn missing(field: &[&str]) -> UserError {
    UserError::new(
        "ADDRESS_FIELD_IS_REQUIRED",
        field,
        messages::ADDRESS_MISSING,
    )
}
