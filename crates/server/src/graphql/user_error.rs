//! `CartUserError`: an error of an input, as clients receive it.

use super::messages;
use super::subject_path::path_within;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_texts::address_fault_text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserError {
    /// A value of `CartErrorCode`.
    pub(super) code: &'static str,
    /// The path of the input field. List indexes are text.
    pub(super) field: Vec<String>,
    /// The message for the buyer, in Czech.
    pub(super) message: String,
}

impl UserError {
    /// An error found before the rules are applied.
    pub(super) fn new(code: &'static str, field: &[&str], message: &str) -> Self {
        Self {
            code,
            field: field.iter().map(|&part| part.to_owned()).collect(),
            message: message.to_owned(),
        }
    }

    /// A fault found by the rules. `argument` is the path of the argument that contains the subject.
    pub(super) fn of(fault: &Fault, argument: &[&str]) -> Self {
        Self::with_country(fault, argument, "")
    }

    /// A fault of an address in this country, given by its code: the country determines the wording.
    pub(super) fn with_country(fault: &Fault, argument: &[&str], country: &str) -> Self {
        let mut field: Vec<String> = argument.iter().map(|&part| part.to_owned()).collect();
        field.extend(path_within(fault.subject));
        Self {
            code: cart_error_code(fault.code),
            field,
            message: address_fault_text(fault, country),
        }
    }

    /// There is no such cart, or its secret is wrong. Both have the same error, so that the client cannot tell them
    /// apart.
    pub(super) fn no_cart() -> Self {
        Self::new("INVALID", &["cartId"], messages::NO_CART)
    }

    pub(super) fn completed() -> Self {
        Self::new("INVALID", &["cartId"], messages::CART_COMPLETED)
    }

    pub(super) fn completing() -> Self {
        Self::new("INVALID", &["cartId"], messages::CART_COMPLETING)
    }
}

/// Maps a rule's code to a value of `CartErrorCode`: the nearest one if the public enumeration has no equivalent. The
/// path makes the error specific.
pub(crate) const fn cart_error_code(code: FaultCode) -> &'static str {
    match code {
        FaultCode::MerchandiseProductNotPublished
        | FaultCode::GiftCardPriceNotAboveZero
        | FaultCode::GiftCardPriceAboveLimit
        | FaultCode::MerchandiseOutOfStock
        | FaultCode::MerchandiseNotEnoughStockAvailable => "MERCHANDISE_NOT_APPLICABLE",
        // The message says what is missing. This fault occurs when a cart opens a purchase.
        FaultCode::BundleRequiresComponents => "VALIDATION_CUSTOM",
        FaultCode::SellingPlanClosedToCompanies => "SELLING_PLAN_NOT_APPLICABLE",
        FaultCode::BuyerIdentityEmailRequired
        | FaultCode::BuyerIdentityEmailIsInvalid
        | FaultCode::BuyerIdentityPhoneIsInvalid
        | FaultCode::Error => "INVALID",
        FaultCode::DeliveryAddressRequired => "ADDRESS_FIELD_IS_REQUIRED",
        FaultCode::DeliveryNoDeliveryAvailable
        | FaultCode::NoDeliveryGroupSelected
        | FaultCode::DeliveryLineDetailChanged => "INVALID_DELIVERY_OPTION",
        FaultCode::PaymentsUnacceptablePaymentAmount
        | FaultCode::PaymentsMethodRequired
        | FaultCode::PaymentsCreditCardSessionId => "INVALID_PAYMENT",
        FaultCode::TooManyUnitsUnpaid
        | FaultCode::TooManyUnpaidOrders
        | FaultCode::TooManyUnitsFree
        | FaultCode::TooManyFreeOrders => "PAYMENT_METHOD_NOT_APPLICABLE",
        FaultCode::PaymentsMethodUnavailable => "PAYMENT_METHOD_NOT_SUPPORTED",
        FaultCode::CompanyIdUnknown => FaultCode::LocalizationExtensionField.as_str(),
        code => code.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphql::schema::api_schema;

    /// Every code of the rules maps to a value of the enumeration.
    #[test]
    fn every_code_of_the_rules_is_a_value_of_the_enumeration() {
        let schema = &api_schema().unwrap().schema;
        let known = &schema.get_enum("CartErrorCode").unwrap().values;
        for &code in FaultCode::ALL {
            let wire = cart_error_code(code);
            assert!(known.contains_key(wire), "{wire} is not in CartErrorCode");
        }
    }
}
