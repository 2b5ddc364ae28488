//! What a fault is about. How a client calls it is the client's business: each interface has one mapping of its own.

use crate::selling_plan::PurchaseType;

/// What a fault is about. Numbers are places: of a line or of an attribute in the list that was given, or in the cart where
/// a whole cart is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The cart or the request as a whole.
    Whole,
    /// The list of lines.
    Lines,
    Line(usize, LinePart),
    /// Who buys.
    Buyer(BuyerField),
    /// How the buyer would like it.
    Preferences,
    /// The list of the cart's attributes.
    Attributes,
    /// One attribute of the cart.
    Attribute(usize, AttributePart),
    DiscountCode(usize),
    /// The gift cards together.
    GiftCards,
    GiftCard(usize),
    Note,
    /// Data of apps, all of it.
    Metafields,
    /// The name under which data of an app is kept.
    MetafieldKey,
    /// Where it goes.
    DeliveryAddress,
    DeliveryAddressField(AddressField),
    /// One of the addresses that a client named as the cart's.
    KnownDeliveryAddress(usize),
    /// A field of where the bill goes.
    BillingAddressField(AddressField),
    /// How the goods go, where they are one delivery group.
    DeliveryGroups,
    /// How the goods of one of two groups go; and what they are bought as.
    DeliveryGroup(usize, PurchaseType),
    /// One choice of how goods go.
    DeliveryChoice(usize, DeliveryChoicePart),
    /// The payment as a whole.
    Payment,
    /// The way to pay.
    PaymentMethod,
    /// The amount that the buyer agreed to.
    PaymentAmount,
}

/// One of the two addresses of a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartAddress {
    /// Where it goes.
    Delivery,
    /// Where the bill goes.
    Billing,
}

impl Subject {
    /// The address that it is about, if it is about one.
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

    /// The field of an address that it is about, if it is about one.
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
    /// All of it.
    Whole,
    /// Which line it is.
    Id,
    /// How many.
    Quantity,
    /// What.
    Merchandise,
    SellingPlan,
    Attribute(usize, AttributePart),
    /// What it is to stand below.
    Parent,
    /// The same, named by its line.
    ParentLine,
    /// The same, named by its goods.
    ParentMerchandise,
}

impl LinePart {
    /// Whether it is the line above, as it was named.
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
    /// All of it.
    Whole,
    /// Its name.
    Key,
    /// What it says.
    Value,
}

/// What is known of a buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuyerField {
    /// The e-mail address.
    Email,
    /// The telephone number.
    Phone,
    /// The country where the buyer shops.
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
    /// What else finds the door.
    Address2,
    City,
    /// The postal code.
    Zip,
    /// The zone of the country.
    Province,
    Country,
    /// The telephone number.
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

/// A part of a choice of how goods go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryChoicePart {
    /// Which delivery group.
    Group,
    Option,
}
