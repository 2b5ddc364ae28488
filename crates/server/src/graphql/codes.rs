//! The rules' faults as `SubmissionErrorCode` spells them: there the address field is part of the code.

use zkratka_commerce::attempt::FailureReason;
use zkratka_commerce::error::{Fault, FaultCode};

/// The code for a fault found when the cart is prepared or submitted.
pub(super) fn submission_code(fault: &Fault) -> String {
    match section(fault) {
        Some((prefix, field)) => {
            address_code(prefix, field, fault.code).unwrap_or_else(|| whole_code(fault.code))
        }
        None => whole_code(fault.code),
    }
}

/// Which address the fault is about, and which of its fields.
fn section(fault: &Fault) -> Option<(&'static str, &str)> {
    let (first, rest) = fault.field.split_first()?;
    let prefix = match first.as_str() {
        "deliveryAddress" => "DELIVERY",
        "billingAddress" => "PAYMENTS",
        _ => return None,
    };
    Some((prefix, rest.last()?))
}

/// `DELIVERY_CITY_REQUIRED`, `PAYMENTS_ADDRESS1_TOO_LONG`: where the enumeration has it.
fn address_code(prefix: &str, field: &str, code: FaultCode) -> Option<String> {
    let fault = match code {
        FaultCode::AddressFieldIsRequired => FieldFault::Required,
        FaultCode::AddressFieldIsTooLong => FieldFault::TooLong,
        FaultCode::AddressFieldContainsEmojis
        | FaultCode::AddressFieldContainsHtmlTags
        | FaultCode::AddressFieldContainsUrl
        | FaultCode::AddressFieldDoesNotMatchExpectedPattern
        | FaultCode::ProvinceNotFound => FieldFault::Invalid,
        FaultCode::InvalidZipCodeForCountry => {
            return Some(format!("{prefix}_INVALID_POSTAL_CODE_FOR_COUNTRY"));
        }
        FaultCode::InvalidZipCodeForProvince => {
            return Some(format!("{prefix}_INVALID_POSTAL_CODE_FOR_ZONE"));
        }
        _ => return None,
    };
    let name = match (field, fault) {
        ("zip", FieldFault::Required) => "POSTAL_CODE_REQUIRED",
        ("zip", _) => "POSTAL_CODE_INVALID",
        ("phone", FieldFault::Required) => "PHONE_NUMBER_REQUIRED",
        ("phone", _) => "PHONE_NUMBER_INVALID",
        // What is there but is no country we know counts as missing: the enumeration has nothing nearer.
        ("country", _) => "COUNTRY_REQUIRED",
        ("province", FieldFault::Required) => {
            return Some(match prefix {
                "DELIVERY" => "DELIVERY_ZONE_REQUIRED_FOR_COUNTRY".to_owned(),
                _ => "PAYMENTS_BILLING_ADDRESS_ZONE_REQUIRED_FOR_COUNTRY".to_owned(),
            });
        }
        ("province", _) => {
            return Some(match prefix {
                "DELIVERY" => "DELIVERY_ZONE_NOT_FOUND".to_owned(),
                _ => "PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND".to_owned(),
            });
        }
        (field, fault) => {
            let field = match field {
                "firstName" => "FIRST_NAME",
                "lastName" => "LAST_NAME",
                "company" => "COMPANY",
                "address1" => "ADDRESS1",
                "address2" => "ADDRESS2",
                "city" => "CITY",
                _ => return None,
            };
            return Some(format!("{prefix}_{field}_{}", fault.as_str()));
        }
    };
    Some(format!("{prefix}_{name}"))
}

/// What can be wrong with a field of an address.
#[derive(Clone, Copy)]
enum FieldFault {
    Required,
    Invalid,
    TooLong,
}

impl FieldFault {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::Invalid => "INVALID",
            Self::TooLong => "TOO_LONG",
        }
    }
}

/// A code of the rules that says everything, or the nearest value of the enumeration.
fn whole_code(code: FaultCode) -> String {
    let code = match code {
        FaultCode::InvalidQuantity
        | FaultCode::SellingPlanNotApplicable
        | FaultCode::VariantRequiresSellingPlan
        | FaultCode::MerchandiseIdInvalid
        | FaultCode::GiftCardPriceNotAboveZero
        | FaultCode::GiftCardPriceAboveLimit
        | FaultCode::InvalidMerchandiseLine
        | FaultCode::ParentLineNotFound
        | FaultCode::ParentLineNestingTooDeep
        | FaultCode::ParentLineInvalidReference
        | FaultCode::ParentLineOperationBlocked
        | FaultCode::InvalidPaymentEmptyCart => "MERCHANDISE_NOT_APPLICABLE",
        FaultCode::CartTooLarge => "MERCHANDISE_LINE_LIMIT_REACHED",
        FaultCode::InvalidDeliveryOption | FaultCode::InvalidDeliveryGroup => {
            "NO_DELIVERY_GROUP_SELECTED"
        }
        FaultCode::InvalidPayment => "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT",
        FaultCode::PaymentMethodNotApplicable
        | FaultCode::InvalidPaymentDeferredPaymentRequired => "PAYMENTS_METHOD_UNAVAILABLE",
        FaultCode::NoteTooLong
        | FaultCode::InvalidMetafields
        | FaultCode::Invalid
        | FaultCode::AddressFieldIsRequired
        | FaultCode::AddressFieldIsTooLong
        | FaultCode::AddressFieldContainsEmojis
        | FaultCode::AddressFieldContainsHtmlTags
        | FaultCode::AddressFieldContainsUrl
        | FaultCode::AddressFieldDoesNotMatchExpectedPattern
        | FaultCode::InvalidZipCodeForCountry
        | FaultCode::InvalidZipCodeForProvince
        | FaultCode::ProvinceNotFound => "ERROR",
        code => code.as_str(),
    };
    code.to_owned()
}

/// Why a submission failed at the gateway, as `SubmissionErrorCode` has it.
pub(super) const fn failed_submission_code(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::SessionInvalid => "PAYMENTS_CREDIT_CARD_SESSION_ID",
        FailureReason::Declined
        | FailureReason::ChallengeFailed
        | FailureReason::ChallengeExpired => "PAYMENTS_CREDIT_CARD_GENERIC",
        FailureReason::Refused
        | FailureReason::AnswerMismatch
        | FailureReason::TooLate
        | FailureReason::Cancelled => "ERROR",
    }
}

/// The same as `CompletionErrorCode` has it.
pub(super) const fn completion_code(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Declined => "PAYMENT_CARD_DECLINED",
        FailureReason::ChallengeFailed => "PAYMENT_CALL_ISSUER",
        FailureReason::SessionInvalid => "PAYMENT_INVALID_PAYMENT_METHOD",
        FailureReason::ChallengeExpired | FailureReason::TooLate | FailureReason::Cancelled => {
            "PAYMENT_TRANSIENT_ERROR"
        }
        FailureReason::Refused | FailureReason::AnswerMismatch => "PAYMENT_ERROR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphql::schema::api_schema;
    use apollo_compiler::schema::EnumType;

    fn values(name: &str) -> EnumType {
        let schema = &api_schema().unwrap().schema;
        schema.get_enum(name).unwrap().as_ref().clone()
    }

    fn fault(code: FaultCode, field: &[&str]) -> Fault {
        Fault {
            code,
            field: field.iter().map(|&part| part.to_owned()).collect(),
            message: None,
        }
    }

    /// Whatever stands in the way of an order, the answer names a value of the enumeration.
    #[test]
    fn every_fault_is_a_submission_error_code() {
        let known = values("SubmissionErrorCode").values;
        let fields = [
            "firstName",
            "lastName",
            "company",
            "address1",
            "address2",
            "city",
            "zip",
            "province",
            "country",
            "phone",
            "strange",
        ];
        for &code in FaultCode::ALL {
            for section in ["deliveryAddress", "billingAddress", "buyerIdentity"] {
                for field in fields {
                    let wire = submission_code(&fault(code, &[section, field]));
                    assert!(
                        known.contains_key(wire.as_str()),
                        "{code:?} {field}: {wire}"
                    );
                }
            }
            let wire = submission_code(&fault(code, &[]));
            assert!(known.contains_key(wire.as_str()), "{code:?}: {wire}");
        }
    }

    #[test]
    fn address_faults_name_their_field() {
        use FaultCode as C;
        for (field, code, expected) in [
            (
                ["deliveryAddress", "city"],
                C::AddressFieldIsRequired,
                "DELIVERY_CITY_REQUIRED",
            ),
            (
                ["deliveryAddress", "zip"],
                C::AddressFieldIsRequired,
                "DELIVERY_POSTAL_CODE_REQUIRED",
            ),
            (
                ["billingAddress", "firstName"],
                C::AddressFieldIsRequired,
                "PAYMENTS_FIRST_NAME_REQUIRED",
            ),
            (
                ["billingAddress", "phone"],
                C::AddressFieldIsRequired,
                "PAYMENTS_PHONE_NUMBER_REQUIRED",
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
        ] {
            assert_eq!(submission_code(&fault(code, &field)), expected, "{field:?}");
        }
    }

    /// [8.03] What has no name of its own there has the nearest one: a plan is a property of the goods.
    #[test]
    fn other_faults_have_the_nearest_name() {
        use FaultCode as C;
        for (field, code, expected) in [
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
            (
                ["lines", "0"],
                C::SellingPlanNotApplicable,
                "MERCHANDISE_NOT_APPLICABLE",
            ),
            (
                ["lines", "0"],
                C::VariantRequiresSellingPlan,
                "MERCHANDISE_NOT_APPLICABLE",
            ),
        ] {
            assert_eq!(submission_code(&fault(code, &field)), expected, "{field:?}");
        }
    }

    #[test]
    fn every_reason_is_a_value_of_both_enumerations() {
        let submission = values("SubmissionErrorCode").values;
        let completion = values("CompletionErrorCode").values;
        for reason in [
            FailureReason::Declined,
            FailureReason::ChallengeFailed,
            FailureReason::ChallengeExpired,
            FailureReason::SessionInvalid,
            FailureReason::Refused,
            FailureReason::AnswerMismatch,
            FailureReason::TooLate,
            FailureReason::Cancelled,
        ] {
            assert!(submission.contains_key(failed_submission_code(reason)));
            assert!(completion.contains_key(completion_code(reason)));
        }
    }
}
