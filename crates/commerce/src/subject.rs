//! Subjects of faults. Each public interface has its own mapping from a subject to a field path.

use crate::selling_plan::PurchaseType;

/// The subject of a fault. Numbers are indices of a line or attribute in the given list, or in the cart if a whole cart
/// is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The whole cart or request.
    Whole,
    /// The list of lines.
    Lines,
    Line(usize, LinePart),
    Buyer(BuyerField),
    /// The buyer's preferences.
    Preferences,
    /// The list of the cart's attributes.
    Attributes,
    /// One attribute of the cart.
    Attribute(usize, AttributePart),
    DiscountCode(usize),
    /// All gift cards.
    GiftCards,
    GiftCard(usize),
    Note,
    /// All app data.
    Metafields,
    /// The key of app data.
    MetafieldKey,
    DeliveryAddress,
    DeliveryAddressField(AddressField),
    /// One of the delivery addresses that a client gave for the cart.
    KnownDeliveryAddress(usize),
    BillingAddressField(AddressField),
    /// The delivery, if the cart has one delivery group.
    DeliveryGroups,
    /// The delivery of one of two groups, by index and purchase type.
    DeliveryGroup(usize, PurchaseType),
    /// One selection of a delivery option, by index in the request.
    DeliveryChoice(usize, DeliveryChoicePart),
    /// The payment as a whole.
    Payment,
    PaymentMethod,
    /// The amount that the buyer agreed to.
    PaymentAmount,
}

/// One of the two addresses of a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartAddress {
    Delivery,
    Billing,
}

impl Subject {
    /// The address of the cart that the subject is part of, if any.
    #[must_use]
    pub const fn address(self) -> Option<CartAddress> {
        match self {
            Self::DeliveryAddress
            | Self::DeliveryAddressField(_)
            | Self::KnownDeliveryAddress(_) => Some(CartAddress::Delivery),
            Self::BillingAddressField(_) => Some(CartAddress::Billing),
            Self::Whole
            | Self::Lines
            | Self::Line(..)
            | Self::Buyer(_)
            | Self::Preferences
            | Self::Attributes
            | Self::Attribute(..)
            | Self::DiscountCode(_)
            | Self::GiftCards
            | Self::GiftCard(_)
            | Self::Note
            | Self::Metafields
            | Self::MetafieldKey
            | Self::DeliveryGroups
            | Self::DeliveryGroup(..)
            | Self::DeliveryChoice(..)
            | Self::Payment
            | Self::PaymentMethod
            | Self::PaymentAmount => None,
        }
    }

    /// The address field that the subject names, if any.
    #[must_use]
    pub const fn address_field(self) -> Option<AddressField> {
        match self {
            Self::DeliveryAddressField(field) | Self::BillingAddressField(field) => Some(field),
            Self::Whole
            | Self::Lines
            | Self::Line(..)
            | Self::Buyer(_)
            | Self::Preferences
            | Self::Attributes
            | Self::Attribute(..)
            | Self::DiscountCode(_)
            | Self::GiftCards
            | Self::GiftCard(_)
            | Self::Note
            | Self::Metafields
            | Self::MetafieldKey
            | Self::DeliveryAddress
            | Self::KnownDeliveryAddress(_)
            | Self::DeliveryGroups
            | Self::DeliveryGroup(..)
            | Self::DeliveryChoice(..)
            | Self::Payment
            | Self::PaymentMethod
            | Self::PaymentAmount => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinePart {
    /// The whole line.
    Whole,
    /// The line's id.
    Id,
    Quantity,
    /// The variant.
    Merchandise,
    SellingPlan,
    Attribute(usize, AttributePart),
    /// The parent line.
    Parent,
    /// The parent line, named by its line id.
    ParentLine,
    /// The parent line, named by its variant.
    ParentMerchandise,
}

impl LinePart {
    /// Whether it is the reference to the parent line.
    #[must_use]
    pub const fn is_parent(self) -> bool {
        match self {
            Self::Parent | Self::ParentLine | Self::ParentMerchandise => true,
            Self::Whole
            | Self::Id
            | Self::Quantity
            | Self::Merchandise
            | Self::SellingPlan
            | Self::Attribute(..) => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributePart {
    /// The whole attribute.
    Whole,
    Key,
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuyerField {
    Email,
    Phone,
    /// The country in which the buyer shops.
    Country,
}

/// The fields of an address, in the order of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressField {
    /// The given name.
    FirstName,
    /// The family name.
    LastName,
    Company,
    /// Street and number.
    Address1,
    /// Second address line, e.g. flat or floor.
    Address2,
    City,
    /// The postal code.
    Zip,
    Province,
    Country,
    Phone,
}

impl AddressField {
    /// Every field, in the order of a form.
    pub const ALL: [Self; 10] = [
        Self::FirstName,
        Self::LastName,
        Self::Company,
        Self::Address1,
        Self::Address2,
        Self::City,
        Self::Zip,
        Self::Province,
        Self::Country,
        Self::Phone,
    ];
}

/// A part of a delivery selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryChoicePart {
    /// The delivery group.
    Group,
    Option,
}
