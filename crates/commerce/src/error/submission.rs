//! Faults under the names of the public `SubmissionErrorCode`, which spells address and field out.

use super::{Fault, FaultCode};

/// What can be wrong with a field of an address there.
struct FieldCodes {
    required: &'static str,
    invalid: &'static str,
    too_long: &'static str,
}

macro_rules! field_codes {
    ($section:literal, $name:literal) => {
        FieldCodes {
            required: concat!($section, "_", $name, "_REQUIRED"),
            invalid: concat!($section, "_", $name, "_INVALID"),
            too_long: concat!($section, "_", $name, "_TOO_LONG"),
        }
    };
    // The public enumeration has no code for these being too long.
    ($section:literal, $name:literal, short) => {
        FieldCodes {
            required: concat!($section, "_", $name, "_REQUIRED"),
            invalid: concat!($section, "_", $name, "_INVALID"),
            too_long: concat!($section, "_", $name, "_INVALID"),
        }
    };
}

macro_rules! address_codes {
    ($field:expr, $section:literal, $zone:literal) => {
        match $field {
            "firstName" => field_codes!($section, "FIRST_NAME"),
            "lastName" => field_codes!($section, "LAST_NAME"),
            "company" => field_codes!($section, "COMPANY"),
            "address1" => field_codes!($section, "ADDRESS1"),
            "address2" => field_codes!($section, "ADDRESS2"),
            "city" => field_codes!($section, "CITY"),
            "zip" => field_codes!($section, "POSTAL_CODE", short),
            "phone" => field_codes!($section, "PHONE_NUMBER", short),
            // The public enumeration knows no invalid country.
            "country" => FieldCodes {
                required: concat!($section, "_COUNTRY_REQUIRED"),
                invalid: concat!($section, "_COUNTRY_REQUIRED"),
                too_long: concat!($section, "_COUNTRY_REQUIRED"),
            },
            "province" => FieldCodes {
                required: concat!($zone, "_REQUIRED_FOR_COUNTRY"),
                invalid: concat!($zone, "_NOT_FOUND"),
                too_long: concat!($zone, "_NOT_FOUND"),
            },
            _ => return None,
        }
    };
}

/// The code of `fault`, whose path starts at the cart.
pub(super) fn code(fault: &Fault) -> &'static str {
    address_code(fault).unwrap_or(match fault.code {
        FaultCode::CartTooLarge => "MERCHANDISE_LINE_LIMIT_REACHED",
        FaultCode::InvalidDeliveryOption | FaultCode::InvalidDeliveryGroup => {
            FaultCode::NoDeliveryGroupSelected.as_str()
        }
        // The public enumeration knows plans only as a property of the goods.
        FaultCode::SellingPlanNotApplicable | FaultCode::VariantRequiresSellingPlan => {
            FaultCode::MerchandiseNotApplicable.as_str()
        }
        FaultCode::PaymentMethodNotApplicable => FaultCode::PaymentsMethodUnavailable.as_str(),
        code if is_public(code) => code.as_str(),
        _ => FaultCode::Error.as_str(),
    })
}

/// Whether the public enumeration has the code under our name.
fn is_public(code: FaultCode) -> bool {
    matches!(
        code,
        FaultCode::MerchandiseProductNotPublished
            | FaultCode::MerchandiseOutOfStock
            | FaultCode::MerchandiseNotEnoughStockAvailable
            | FaultCode::MerchandiseNotApplicable
            | FaultCode::BuyerIdentityEmailRequired
            | FaultCode::BuyerIdentityEmailIsInvalid
            | FaultCode::BuyerIdentityPhoneIsInvalid
            | FaultCode::DeliveryAddressRequired
            | FaultCode::DeliveryNoDeliveryAvailable
            | FaultCode::NoDeliveryGroupSelected
            | FaultCode::PaymentsMethodRequired
            | FaultCode::PaymentsMethodUnavailable
            | FaultCode::PaymentsUnacceptablePaymentAmount
            | FaultCode::PaymentsNewTaxMustBeAccepted
            | FaultCode::PaymentsCreditCardGeneric
            | FaultCode::PaymentsCreditCardSessionId
    )
}

fn address_code(fault: &Fault) -> Option<&'static str> {
    let [section, field] = fault.field.as_slice() else {
        return None;
    };
    let delivery = section == "deliveryAddress";
    let codes = match section.as_str() {
        "deliveryAddress" => address_codes!(field.as_str(), "DELIVERY", "DELIVERY_ZONE"),
        "billingAddress" => {
            address_codes!(field.as_str(), "PAYMENTS", "PAYMENTS_BILLING_ADDRESS_ZONE")
        }
        _ => return None,
    };
    Some(match fault.code {
        FaultCode::AddressFieldIsRequired => codes.required,
        FaultCode::AddressFieldIsTooLong => codes.too_long,
        FaultCode::InvalidZipCodeForCountry if delivery => {
            "DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY"
        }
        FaultCode::InvalidZipCodeForCountry => "PAYMENTS_INVALID_POSTAL_CODE_FOR_COUNTRY",
        FaultCode::InvalidZipCodeForProvince if delivery => "DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE",
        FaultCode::InvalidZipCodeForProvince => "PAYMENTS_INVALID_POSTAL_CODE_FOR_ZONE",
        _ => codes.invalid,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_faults_are_named_by_address_and_field() {
        use FaultCode as C;
        for (path, code, expected) in [
            (
                ["deliveryAddress", "zip"],
                C::AddressFieldIsRequired,
                "DELIVERY_POSTAL_CODE_REQUIRED",
            ),
            (
                ["deliveryAddress", "zip"],
                C::InvalidZipCodeForCountry,
                "DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY",
            ),
            (
                ["deliveryAddress", "firstName"],
                C::AddressFieldContainsEmojis,
                "DELIVERY_FIRST_NAME_INVALID",
            ),
            (
                ["deliveryAddress", "phone"],
                C::AddressFieldIsTooLong,
                "DELIVERY_PHONE_NUMBER_INVALID",
            ),
            (
                ["deliveryAddress", "province"],
                C::AddressFieldIsRequired,
                "DELIVERY_ZONE_REQUIRED_FOR_COUNTRY",
            ),
            (
                ["billingAddress", "city"],
                C::AddressFieldIsTooLong,
                "PAYMENTS_CITY_TOO_LONG",
            ),
            (
                ["billingAddress", "zip"],
                C::InvalidZipCodeForCountry,
                "PAYMENTS_INVALID_POSTAL_CODE_FOR_COUNTRY",
            ),
            (
                ["billingAddress", "country"],
                C::Invalid,
                "PAYMENTS_COUNTRY_REQUIRED",
            ),
            (
                ["buyerIdentity", "email"],
                C::BuyerIdentityEmailRequired,
                "BUYER_IDENTITY_EMAIL_REQUIRED",
            ),
            (
                ["payment", "method"],
                C::PaymentMethodNotApplicable,
                "PAYMENTS_METHOD_UNAVAILABLE",
            ),
            (["lines", "0"], C::InvalidQuantity, "ERROR"),
        ] {
            assert_eq!(
                Fault::at(code, path).submission_code(),
                expected,
                "{path:?}"
            );
        }
    }
}
