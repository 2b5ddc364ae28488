//! What is wrong with an input: a stable code, its subject, and an optional message.

use crate::selling_plan::PlanFault;
use crate::subject::{LinePart, Subject};

/// One fault of an input (public `CartUserError`, `SubmissionError`, `CartOperationError`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable code.
    pub code: FaultCode,
    /// The part of the input with the fault.
    pub subject: Subject,
    /// The merchant's message, in Czech; `None`: the shop's own text for the code.
    pub message: Option<String>,
}

impl Fault {
    /// A fault with the shop's own text.
    #[must_use]
    pub const fn of(code: FaultCode, subject: Subject) -> Self {
        Self {
            code,
            subject,
            message: None,
        }
    }
}

/// A fault of a line whose index is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineFault {
    pub(crate) code: FaultCode,
    pub(crate) part: LinePart,
}

impl LineFault {
    pub(crate) const fn of(code: FaultCode, part: LinePart) -> Self {
        Self { code, part }
    }

    /// The fault of the line at this index.
    pub(crate) const fn at(self, place: usize) -> Fault {
        Fault::of(self.code, Subject::Line(place, self.part))
    }
}

impl From<PlanFault> for FaultCode {
    fn from(fault: PlanFault) -> Self {
        match fault {
            PlanFault::NotApplicable => Self::SellingPlanNotApplicable,
            PlanFault::Required => Self::VariantRequiresSellingPlan,
        }
    }
}

macro_rules! fault_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident => $wire:literal,)+) => {
        /// Every fault code of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FaultCode { $($(#[doc = $doc])+ $variant,)+ }

        impl FaultCode {
            /// Every code, for tables.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The code on the wire, as the public enumerations spell it, e.g. `ADDRESS_FIELD_IS_REQUIRED`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $wire,)+ }
            }
        }
    };
}

fault_codes! {
    /// The quantity is not between 1 and the limit (a plain string in the specification, row 5.02).
    InvalidQuantity => "InvalidQuantity",
    /// The id names no variant (a plain string in the specification, row 5.02).
    MerchandiseIdInvalid => "MerchandiseIdInvalid",
    /// The product is not published.
    MerchandiseProductNotPublished => "MERCHANDISE_PRODUCT_NOT_PUBLISHED",
    /// The selling plan does not exist, or it is for other goods.
    SellingPlanNotApplicable => "SELLING_PLAN_NOT_APPLICABLE",
    /// The goods are sold only with a selling plan.
    VariantRequiresSellingPlan => "VARIANT_REQUIRES_SELLING_PLAN",
    /// A company buys under a plan that is closed to companies.
    SellingPlanClosedToCompanies => "MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED",
    /// A bundle is bought without parts.
    BundleRequiresComponents => "MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS",
    /// The gift card costs nothing in this shop or market, so it would be worth nothing.
    GiftCardPriceNotAboveZero => "GIFT_CARD_PRICE_NOT_ABOVE_ZERO",
    /// The gift card is worth more than the shop allows.
    GiftCardPriceAboveLimit => "GIFT_CARD_PRICE_ABOVE_LIMIT",
    /// The cart has no such line.
    InvalidMerchandiseLine => "INVALID_MERCHANDISE_LINE",
    /// The parent line does not exist.
    ParentLineNotFound => "PARENT_LINE_NOT_FOUND",
    /// The parent line has a parent line itself.
    ParentLineNestingTooDeep => "PARENT_LINE_NESTING_TOO_DEEP",
    /// The parent line has the same goods, or the input does not name it in exactly one way.
    ParentLineInvalidReference => "PARENT_LINE_INVALID_REFERENCE",
    /// The line has child lines, which were chosen for its product.
    ParentLineOperationBlocked => "PARENT_LINE_OPERATION_BLOCKED",
    /// The cart has more lines than the shop allows.
    CartTooLarge => "CART_TOO_LARGE",
    /// The note is too long.
    NoteTooLong => "NOTE_TOO_LONG",
    /// There is too much app data, or the app data does not exist.
    InvalidMetafields => "INVALID_METAFIELDS",
    /// The input is invalid in another way.
    Invalid => "INVALID",
    /// A required address field is missing.
    AddressFieldIsRequired => "ADDRESS_FIELD_IS_REQUIRED",
    /// An address field is too long.
    AddressFieldIsTooLong => "ADDRESS_FIELD_IS_TOO_LONG",
    /// An address field contains emoji.
    AddressFieldContainsEmojis => "ADDRESS_FIELD_CONTAINS_EMOJIS",
    /// An address field contains HTML tags.
    AddressFieldContainsHtmlTags => "ADDRESS_FIELD_CONTAINS_HTML_TAGS",
    /// A name contains a URL.
    AddressFieldContainsUrl => "ADDRESS_FIELD_CONTAINS_URL",
    /// An address field does not match its pattern.
    AddressFieldDoesNotMatchExpectedPattern => "ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN",
    /// The postal code does not exist in the country.
    InvalidZipCodeForCountry => "INVALID_ZIP_CODE_FOR_COUNTRY",
    /// The postal code exists in the country, but belongs to another zone.
    InvalidZipCodeForProvince => "INVALID_ZIP_CODE_FOR_PROVINCE",
    /// The country has no such zone.
    ProvinceNotFound => "PROVINCE_NOT_FOUND",
    /// The e-mail address is missing.
    BuyerIdentityEmailRequired => "BUYER_IDENTITY_EMAIL_REQUIRED",
    /// The e-mail address is invalid.
    BuyerIdentityEmailIsInvalid => "BUYER_IDENTITY_EMAIL_IS_INVALID",
    /// The part before the `@` is not a valid mailbox name.
    BuyerIdentityEmailDoesNotMatchExpectedPattern => "BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN",
    /// The part after the `@` is not a valid domain.
    BuyerIdentityEmailDomainIsInvalid => "BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID",
    /// The telephone number is invalid.
    BuyerIdentityPhoneIsInvalid => "BUYER_IDENTITY_PHONE_IS_INVALID",
    /// The delivery address is missing.
    DeliveryAddressRequired => "DELIVERY_ADDRESS_REQUIRED",
    /// The shop does not deliver there.
    DeliveryNoDeliveryAvailable => "DELIVERY_NO_DELIVERY_AVAILABLE",
    /// The buyer has selected no delivery option.
    NoDeliveryGroupSelected => "NO_DELIVERY_GROUP_SELECTED",
    /// Not all goods are in stock at the selected pick-up place.
    DeliveryOutOfStockAtOriginLocation => "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
    /// The selected delivery option has changed since the buyer selected it.
    DeliveryLineDetailChanged => "DELIVERY_LINE_DETAIL_CHANGED",
    /// The carrier has not quoted the delivery price yet.
    PendingDeliveryGroups => "PENDING_DELIVERY_GROUPS",
    /// The delivery option is not offered.
    InvalidDeliveryOption => "INVALID_DELIVERY_OPTION",
    /// The delivery group does not exist.
    InvalidDeliveryGroup => "INVALID_DELIVERY_GROUP",
    /// The goods are out of stock.
    MerchandiseOutOfStock => "MERCHANDISE_OUT_OF_STOCK",
    /// There is less stock than requested.
    MerchandiseNotEnoughStockAvailable => "MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE",
    /// The cart contains goods that can no longer be bought.
    MerchandiseNotApplicable => "MERCHANDISE_NOT_APPLICABLE",
    /// The cart is empty.
    InvalidPaymentEmptyCart => "INVALID_PAYMENT_EMPTY_CART",
    /// The payment is malformed or belongs to an older revision of the cart.
    InvalidPayment => "INVALID_PAYMENT",
    /// The cart has no payment.
    PaymentsMethodRequired => "PAYMENTS_METHOD_REQUIRED",
    /// The shop does not offer this payment method.
    PaymentsMethodUnavailable => "PAYMENTS_METHOD_UNAVAILABLE",
    /// This payment method cannot be used with this cart or delivery.
    PaymentMethodNotApplicable => "PAYMENT_METHOD_NOT_APPLICABLE",
    /// So many units must be paid online.
    TooManyUnitsUnpaid => "TOO_MANY_UNITS_UNPAID",
    /// So many units are not given away in one order.
    TooManyUnitsFree => "TOO_MANY_UNITS_FREE",
    /// The buyer or the client has ordered as often for nothing as the shop allows.
    TooManyFreeOrders => "TOO_MANY_FREE_ORDERS",
    /// The buyer or the client has as many unpaid orders as the shop allows.
    TooManyUnpaidOrders => "TOO_MANY_UNPAID_ORDERS",
    /// Goods under a selling plan need a payment method that can be charged again.
    InvalidPaymentDeferredPaymentRequired => "INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED",
    /// The amount shown to the buyer is not the amount due now.
    PaymentsUnacceptablePaymentAmount => "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT",
    /// Duty or tax was added that the buyer has not accepted yet.
    PaymentsNewTaxMustBeAccepted => "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED",
    /// The card was declined.
    PaymentsCreditCardGeneric => "PAYMENTS_CREDIT_CARD_GENERIC",
    /// The gateway's session is unknown or has been used.
    PaymentsCreditCardSessionId => "PAYMENTS_CREDIT_CARD_SESSION_ID",
    /// A company's number (IČO, DIČ) is missing or invalid.
    LocalizationExtensionField => "LOCALIZATION_EXTENSION_FIELD_ERROR",
    /// A company's IČO has eight digits, but a wrong check digit.
    CompanyIdUnknown => "COMPANY_ID_UNKNOWN",
    /// A rule of the merchant refuses the cart; the fault carries the rule's message.
    ValidationCustom => "VALIDATION_CUSTOM",
    /// The cart can be paid only in the checkout, not in a wallet's sheet.
    RedirectToCheckoutRequired => "REDIRECT_TO_CHECKOUT_REQUIRED",
    /// Any other error.
    Error => "ERROR",
}
