//! `CartUserError`: what is wrong with an input, as clients read it.

use super::messages;
use super::subject_path::path_within;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_texts::address_fault_text;

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserError {
    /// A value of `CartErrorCode`.
    pub(super) code: &'static str,
    /// The argument path; list indexes are text.
    pub(super) field: Vec<String>,
    /// Czech.
    pub(super) message: String,
}

impl UserError {
    /// An error found before the rules were asked.
    pub(super) fn new(code: &'static str, field: &[&str], message: &str) -> Self {
        Self {
            code,
            field: field.iter().map(|&part| part.to_owned()).collect(),
            message: message.to_owned(),
        }
    }

    /// A fault that the rules found; `argument` is what its list or its object came in.
    pub(super) fn of(fault: &Fault, argument: &[&str]) -> Self {
        Self::of_address(fault, argument, "")
    }

    /// The same of an address in this country (its code).
    pub(super) fn of_address(fault: &Fault, argument: &[&str], country: &str) -> Self {
        let mut field: Vec<String> = argument.iter().map(|&part| part.to_owned()).collect();
        field.extend(path_within(fault.subject));
        Self {
            code: cart_error_code(fault.code),
            field,
            message: address_fault_text(fault, country),
        }
    }

    /// No such cart, or its secret is wrong: the answer is the same.
    pub(super) fn no_cart() -> Self {
        Self::new("INVALID", &["cartId"], messages::NO_CART)
    }

    /// The cart has become an order.
    pub(super) fn completed() -> Self {
        Self::new("INVALID", &["cartId"], messages::CART_COMPLETED)
    }

    /// An attempt is completing the cart.
    pub(super) fn completing() -> Self {
        Self::new("INVALID", &["cartId"], messages::CART_COMPLETING)
    }
}

/// The rules' code as `CartErrorCode` spells it. Where the public enumeration has no value of its own, the nearest one;
/// the path tells the rest.
pub(crate) const fn cart_error_code(code: FaultCode) -> &'static str {
    match code {
        FaultCode::MerchandiseProductNotPublished
        | FaultCode::GiftCardPriceNotAboveZero
        | FaultCode::GiftCardPriceAboveLimit
        | FaultCode::MerchandiseOutOfStock
        | FaultCode::MerchandiseNotEnoughStockAvailable => "MERCHANDISE_NOT_APPLICABLE",
        // Told where a purchase begins, in words.
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
        FaultCode::PaymentsMethodUnavailable => "PAYMENT_METHOD_NOT_SUPPORTED",
        code => code.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphql::schema::api_schema;

    /// Whatever the rules find, the answer names a value of the enumeration.
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
