//! What is wrong with an input: a stable code, what it is about, and what a text needs to say it.

use crate::selling_plan::PlanFault;
use crate::subject::{LinePart, Subject};

/// One fault of one input (public `CartUserError`, `SubmissionError`, `CartOperationError`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable code, as the public enumerations spell it, e.g. `ADDRESS_FIELD_IS_REQUIRED`.
    pub code: FaultCode,
    /// What it is about.
    pub subject: Subject,
    /// What the merchant says of it, Czech; none: the shop's own text for the code.
    pub message: Option<String>,
}

impl Fault {
    /// A fault for which the shop's own text will do.
    #[must_use]
    pub const fn of(code: FaultCode, subject: Subject) -> Self {
        Self {
            code,
            subject,
            message: None,
        }
    }
}

/// A fault of a line whose place is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineFault {
    pub(crate) code: FaultCode,
    pub(crate) part: LinePart,
}

impl LineFault {
    pub(crate) const fn of(code: FaultCode, part: LinePart) -> Self {
        Self { code, part }
    }

    /// The fault of the line at this place.
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
        /// Every code that the rules give out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FaultCode { $($(#[doc = $doc])+ $variant,)+ }

        impl FaultCode {
            /// Every code, for tables.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The code as it stands on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $wire,)+ }
            }
        }
    };
}

fault_codes! {
    /// Quantity is not between 1 and the limit (a plain string in the specification, row 5.02).
    InvalidQuantity => "InvalidQuantity",
    /// The id names no variant (a plain string in the specification, row 5.02).
    MerchandiseIdInvalid => "MerchandiseIdInvalid",
    /// The product is not published.
    MerchandiseProductNotPublished => "MERCHANDISE_PRODUCT_NOT_PUBLISHED",
    /// There is no such selling plan, or it is for other goods.
    SellingPlanNotApplicable => "SELLING_PLAN_NOT_APPLICABLE",
    /// The goods are sold with a selling plan only.
    VariantRequiresSellingPlan => "VARIANT_REQUIRES_SELLING_PLAN",
    /// A company buys under a plan that is closed to companies.
    SellingPlanClosedToCompanies => "MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED",
    /// A bundle is bought without parts.
    BundleRequiresComponents => "MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS",
    /// A gift card costs nothing here, so that it would be worth nothing.
    GiftCardPriceNotAboveZero => "GIFT_CARD_PRICE_NOT_ABOVE_ZERO",
    /// A gift card is worth more than the shop sells.
    GiftCardPriceAboveLimit => "GIFT_CARD_PRICE_ABOVE_LIMIT",
    /// No such line in this cart.
    InvalidMerchandiseLine => "INVALID_MERCHANDISE_LINE",
    /// There is no line to stand below.
    ParentLineNotFound => "PARENT_LINE_NOT_FOUND",
    /// The line to stand below stands below one itself.
    ParentLineNestingTooDeep => "PARENT_LINE_NESTING_TOO_DEEP",
    /// The line to stand below is of the same goods, or not said clearly.
    ParentLineInvalidReference => "PARENT_LINE_INVALID_REFERENCE",
    /// What stands below a line was chosen for its product.
    ParentLineOperationBlocked => "PARENT_LINE_OPERATION_BLOCKED",
    /// More lines than the shop allows.
    CartTooLarge => "CART_TOO_LARGE",
    /// The note is too long.
    NoteTooLong => "NOTE_TOO_LONG",
    /// Data of apps is too much, or not there.
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
    /// An address field does not look as it should.
    AddressFieldDoesNotMatchExpectedPattern => "ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN",
    /// The postal code is not one of the country's.
    InvalidZipCodeForCountry => "INVALID_ZIP_CODE_FOR_COUNTRY",
    /// The postal code is the country's, but of another zone.
    InvalidZipCodeForProvince => "INVALID_ZIP_CODE_FOR_PROVINCE",
    /// The country has no such zone.
    ProvinceNotFound => "PROVINCE_NOT_FOUND",
    /// The e-mail address is missing.
    BuyerIdentityEmailRequired => "BUYER_IDENTITY_EMAIL_REQUIRED",
    /// The e-mail address is not one.
    BuyerIdentityEmailIsInvalid => "BUYER_IDENTITY_EMAIL_IS_INVALID",
    /// What stands before the `@` is no mailbox's name.
    BuyerIdentityEmailDoesNotMatchExpectedPattern => "BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN",
    /// What stands after the `@` is no domain.
    BuyerIdentityEmailDomainIsInvalid => "BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID",
    /// The telephone number is not one.
    BuyerIdentityPhoneIsInvalid => "BUYER_IDENTITY_PHONE_IS_INVALID",
    /// There is no delivery address.
    DeliveryAddressRequired => "DELIVERY_ADDRESS_REQUIRED",
    /// The shop delivers nothing there.
    DeliveryNoDeliveryAvailable => "DELIVERY_NO_DELIVERY_AVAILABLE",
    /// No delivery option is selected.
    NoDeliveryGroupSelected => "NO_DELIVERY_GROUP_SELECTED",
    /// Not everything is at the place where it was to be collected.
    DeliveryOutOfStockAtOriginLocation => "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION",
    /// What was chosen is delivered in another way now.
    DeliveryLineDetailChanged => "DELIVERY_LINE_DETAIL_CHANGED",
    /// The carrier has not said yet what delivery costs.
    PendingDeliveryGroups => "PENDING_DELIVERY_GROUPS",
    /// The delivery option is not offered.
    InvalidDeliveryOption => "INVALID_DELIVERY_OPTION",
    /// There is no such delivery group.
    InvalidDeliveryGroup => "INVALID_DELIVERY_GROUP",
    /// Nothing is left.
    MerchandiseOutOfStock => "MERCHANDISE_OUT_OF_STOCK",
    /// Fewer are left than asked for.
    MerchandiseNotEnoughStockAvailable => "MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE",
    /// Something in the cart can no longer be bought.
    MerchandiseNotApplicable => "MERCHANDISE_NOT_APPLICABLE",
    /// The cart is empty.
    InvalidPaymentEmptyCart => "INVALID_PAYMENT_EMPTY_CART",
    /// The payment is malformed or belongs to an older cart.
    InvalidPayment => "INVALID_PAYMENT",
    /// There is no payment.
    PaymentsMethodRequired => "PAYMENTS_METHOD_REQUIRED",
    /// The shop does not offer this way to pay.
    PaymentsMethodUnavailable => "PAYMENTS_METHOD_UNAVAILABLE",
    /// This way to pay cannot be used with this cart or delivery.
    PaymentMethodNotApplicable => "PAYMENT_METHOD_NOT_APPLICABLE",
    /// What is bought under a selling plan must be paid by what can be charged again.
    InvalidPaymentDeferredPaymentRequired => "INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED",
    /// The amount shown to the buyer is not the amount due now.
    PaymentsUnacceptablePaymentAmount => "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT",
    /// Duty or tax has been added that the buyer has not agreed to yet.
    PaymentsNewTaxMustBeAccepted => "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED",
    /// The card was declined.
    PaymentsCreditCardGeneric => "PAYMENTS_CREDIT_CARD_GENERIC",
    /// The gateway's session is unknown or used up.
    PaymentsCreditCardSessionId => "PAYMENTS_CREDIT_CARD_SESSION_ID",
    /// A company's number (IČO, DIČ) is missing or wrong.
    LocalizationExtensionField => "LOCALIZATION_EXTENSION_FIELD_ERROR",
    /// A rule of the merchant's own; the fault has its message.
    ValidationCustom => "VALIDATION_CUSTOM",
    /// It can be paid in the checkout only, not in a wallet's sheet.
    RedirectToCheckoutRequired => "REDIRECT_TO_CHECKOUT_REQUIRED",
    /// Anything else.
    Error => "ERROR",
}
