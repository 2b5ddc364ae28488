//! Maps the rules' faults to codes of the API. A `SubmissionErrorCode` names the address field as part of the code.

use zkratka_commerce::attempt::FailureReason;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::subject::{AddressField, CartAddress};

pub(super) fn submission_code(fault: &Fault) -> String {
    let (address, field) = (fault.subject.address(), fault.subject.address_field());
    let of_field = match (address, field) {
        (Some(address), Some(field)) => address_code(address, field, fault.code),
        (_, None) | (None, _) => None,
    };
    of_field.unwrap_or_else(|| whole_code(fault.code))
}

/// The code of an address fault, e.g. `DELIVERY_CITY_REQUIRED` or `PAYMENTS_ADDRESS1_TOO_LONG`; `None` if the
/// enumeration has no such value.
fn address_code(address: CartAddress, field: AddressField, code: FaultCode) -> Option<String> {
    let prefix = match address {
        CartAddress::Delivery => "DELIVERY",
        CartAddress::Billing => "PAYMENTS",
    };
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
    let name = match field {
        AddressField::FirstName => "FIRST_NAME",
        AddressField::LastName => "LAST_NAME",
        AddressField::Company => "COMPANY",
        AddressField::Address1 => "ADDRESS1",
        AddressField::Address2 => "ADDRESS2",
        AddressField::City => "CITY",
        AddressField::Zip => return Some(format!("{prefix}_POSTAL_CODE_{}", fault.coarse())),
        AddressField::Phone => return Some(format!("{prefix}_PHONE_NUMBER_{}", fault.coarse())),
        // An unknown country counts as missing, because the enumeration has nothing nearer.
        AddressField::Country => return Some(format!("{prefix}_COUNTRY_REQUIRED")),
        AddressField::Province => return Some(zone_code(address, fault).to_owned()),
    };
    Some(format!("{prefix}_{name}_{}", fault.as_str()))
}

const fn zone_code(address: CartAddress, fault: FieldFault) -> &'static str {
    match (address, fault) {
        (CartAddress::Delivery, FieldFault::Required) => "DELIVERY_ZONE_REQUIRED_FOR_COUNTRY",
        (CartAddress::Delivery, FieldFault::Invalid | FieldFault::TooLong) => {
            "DELIVERY_ZONE_NOT_FOUND"
        }
        (CartAddress::Billing, FieldFault::Required) => {
            "PAYMENTS_BILLING_ADDRESS_ZONE_REQUIRED_FOR_COUNTRY"
        }
        (CartAddress::Billing, FieldFault::Invalid | FieldFault::TooLong) => {
            "PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND"
        }
    }
}

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

    /// The suffix for fields for which the enumeration has no `TOO_LONG`.
    const fn coarse(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::Invalid | Self::TooLong => "INVALID",
        }
    }
}

/// The code of a fault that names no address field: the rules' own code, or the nearest value of the enumeration.
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
        | FaultCode::TooManyUnitsUnpaid
        | FaultCode::TooManyUnpaidOrders
        | FaultCode::TooManyUnitsFree
        | FaultCode::TooManyFreeOrders
        | FaultCode::InvalidPaymentDeferredPaymentRequired => "PAYMENTS_METHOD_UNAVAILABLE",
        FaultCode::CompanyIdUnknown => FaultCode::LocalizationExtensionField.as_str(),
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

/// The `SubmissionErrorCode` of a submission that failed at the gateway.
pub(super) const fn failed_submission_code(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::SessionInvalid => "PAYMENTS_CREDIT_CARD_SESSION_ID",
        FailureReason::AddressChanged => "PAYMENTS_ADDRESS_CHANGED",
        FailureReason::Declined
        | FailureReason::ChallengeFailed
        | FailureReason::ChallengeExpired => "PAYMENTS_CREDIT_CARD_GENERIC",
        FailureReason::Refused
        | FailureReason::AnswerMismatch
        | FailureReason::TooLate
        | FailureReason::Cancelled => "ERROR",
    }
}

/// The `CompletionErrorCode` of a submission that failed at the gateway.
pub(super) const fn completion_code(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::Declined => "PAYMENT_CARD_DECLINED",
        FailureReason::ChallengeFailed => "PAYMENT_CALL_ISSUER",
        FailureReason::SessionInvalid => "PAYMENT_INVALID_PAYMENT_METHOD",
        FailureReason::AddressChanged => "PAYMENT_ADDRESS_CHANGED",
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
    use zkratka_commerce::subject::{BuyerField, LinePart, Subject};

    fn values(name: &str) -> EnumType {
        let schema = &api_schema().unwrap().schema;
        schema.get_enum(name).unwrap().as_ref().clone()
    }

    /// Every fault of the rules maps to a value of the enumeration.
    #[test]
    fn every_fault_is_a_submission_error_code() {
        let known = values("SubmissionErrorCode").values;
        let of_fields = AddressField::ALL.into_iter().flat_map(|field| {
            [
                Subject::DeliveryAddressField(field),
                Subject::BillingAddressField(field),
            ]
        });
        let others = [
            Subject::Whole,
            Subject::DeliveryAddress,
            Subject::Buyer(BuyerField::Email),
        ];
        let subjects: Vec<_> = of_fields.chain(others).collect();
        for &code in FaultCode::ALL {
            for &subject in &subjects {
                let wire = submission_code(&Fault::of(code, subject));
                assert!(
                    known.contains_key(wire.as_str()),
                    "{code:?} {subject:?}: {wire}"
                );
            }
        }
    }

    #[test]
    fn address_faults_name_their_field() {
        use FaultCode as C;
        for (subject, code, expected) in [
            (
                Subject::DeliveryAddressField(AddressField::City),
                C::AddressFieldIsRequired,
                "DELIVERY_CITY_REQUIRED",
            ),
            (
                Subject::DeliveryAddressField(AddressField::Zip),
                C::AddressFieldIsRequired,
                "DELIVERY_POSTAL_CODE_REQUIRED",
            ),
            (
                Subject::BillingAddressField(AddressField::FirstName),
                C::AddressFieldIsRequired,
                "PAYMENTS_FIRST_NAME_REQUIRED",
            ),
            (
                Subject::BillingAddressField(AddressField::Phone),
                C::AddressFieldIsRequired,
                "PAYMENTS_PHONE_NUMBER_REQUIRED",
            ),
            (
                Subject::DeliveryAddressField(AddressField::FirstName),
                C::AddressFieldContainsEmojis,
                "DELIVERY_FIRST_NAME_INVALID",
            ),
            (
                Subject::DeliveryAddressField(AddressField::Phone),
                C::AddressFieldIsTooLong,
                "DELIVERY_PHONE_NUMBER_INVALID",
            ),
            (
                Subject::DeliveryAddressField(AddressField::Province),
                C::AddressFieldIsRequired,
                "DELIVERY_ZONE_REQUIRED_FOR_COUNTRY",
            ),
            (
                Subject::BillingAddressField(AddressField::City),
                C::AddressFieldIsTooLong,
                "PAYMENTS_CITY_TOO_LONG",
            ),
            (
                Subject::BillingAddressField(AddressField::Zip),
                C::InvalidZipCodeForCountry,
                "PAYMENTS_INVALID_POSTAL_CODE_FOR_COUNTRY",
            ),
        ] {
            let fault = Fault::of(code, subject);
            assert_eq!(submission_code(&fault), expected, "{subject:?}");
        }
    }

    /// [8.03] A fault without a value of its own maps to the nearest one: a selling plan counts as a property of the
    /// goods.
    #[test]
    fn other_faults_have_the_nearest_name() {
        use FaultCode as C;
        for (subject, code, expected) in [
            (
                Subject::Buyer(BuyerField::Email),
                C::BuyerIdentityEmailRequired,
                "BUYER_IDENTITY_EMAIL_REQUIRED",
            ),
            (
                Subject::PaymentMethod,
                C::PaymentMethodNotApplicable,
                "PAYMENTS_METHOD_UNAVAILABLE",
            ),
            (
                Subject::Line(0, LinePart::SellingPlan),
                C::SellingPlanNotApplicable,
                "MERCHANDISE_NOT_APPLICABLE",
            ),
            (
                Subject::Line(0, LinePart::SellingPlan),
                C::VariantRequiresSellingPlan,
                "MERCHANDISE_NOT_APPLICABLE",
            ),
        ] {
            let fault = Fault::of(code, subject);
            assert_eq!(submission_code(&fault), expected, "{subject:?}");
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
            FailureReason::AddressChanged,
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
