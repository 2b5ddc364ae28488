//! Where a client finds what a fault is about, as the API calls it.

use zkratka_commerce::subject::{
    AddressField, AttributePart, BuyerField, DeliveryChoicePart, LinePart, Subject,
};

/// The path of the subject below the argument that its list or its object came in: an operation knows that argument. Places
/// in lists are text.
pub(crate) fn path_within(subject: Subject) -> Vec<String> {
    match subject {
        Subject::Whole
        | Subject::Lines
        | Subject::Attributes
        | Subject::GiftCards
        | Subject::Note
        | Subject::Metafields
        | Subject::DeliveryAddress
        | Subject::DeliveryGroups
        | Subject::Payment
        | Subject::PaymentMethod
        | Subject::PaymentAmount => Vec::new(),
        Subject::DiscountCode(place)
        | Subject::GiftCard(place)
        | Subject::KnownDeliveryAddress(place)
        | Subject::DeliveryGroup(place, _) => vec![place.to_string()],
        Subject::Line(place, part) => line_path(place, part),
        Subject::Attribute(place, part) => attribute_path(place, part),
        Subject::Buyer(field) => vec![buyer_field(field).to_owned()],
        Subject::Preferences => vec!["preferences".to_owned()],
        Subject::MetafieldKey => vec!["key".to_owned()],
        Subject::DeliveryAddressField(field) | Subject::BillingAddressField(field) => {
            vec![mailing_field(field).to_owned()]
        }
        Subject::DeliveryChoice(place, part) => {
            vec![place.to_string(), choice_part(part).to_owned()]
        }
    }
}

fn line_path(place: usize, part: LinePart) -> Vec<String> {
    let mut path = vec![place.to_string()];
    let more: &[&str] = match part {
        LinePart::Whole => &[],
        LinePart::Id => &["id"],
        LinePart::Quantity => &["quantity"],
        LinePart::Merchandise => &["merchandiseId"],
        LinePart::SellingPlan => &["sellingPlanId"],
        LinePart::Parent => &["parent"],
        LinePart::ParentLine => &["parent", "lineId"],
        LinePart::ParentMerchandise => &["parent", "merchandiseId"],
        LinePart::Attribute(place, part) => {
            path.push("attributes".to_owned());
            path.extend(attribute_path(place, part));
            &[]
        }
    };
    path.extend(more.iter().map(|&part| part.to_owned()));
    path
}

fn attribute_path(place: usize, part: AttributePart) -> Vec<String> {
    let part = match part {
        AttributePart::Whole => None,
        AttributePart::Key => Some("key"),
        AttributePart::Value => Some("value"),
    };
    let place = place.to_string();
    [place].into_iter().chain(part.map(str::to_owned)).collect()
}

const fn buyer_field(field: BuyerField) -> &'static str {
    match field {
        BuyerField::Email => "email",
        BuyerField::Phone => "phone",
        BuyerField::Country => "countryCode",
    }
}

const fn choice_part(part: DeliveryChoicePart) -> &'static str {
    match part {
        DeliveryChoicePart::Group => "deliveryGroupId",
        DeliveryChoicePart::Option => "deliveryOptionHandle",
    }
}

/// The field as `MailingAddressInput` spells it.
const fn mailing_field(field: AddressField) -> &'static str {
    match field {
        AddressField::FirstName => "firstName",
        AddressField::LastName => "lastName",
        AddressField::Company => "company",
        AddressField::Address1 => "address1",
        AddressField::Address2 => "address2",
        AddressField::City => "city",
        AddressField::Zip => "zip",
        AddressField::Province => "province",
        AddressField::Country => "country",
        AddressField::Phone => "phone",
    }
}

/// The field as `CartDeliveryAddressInput` spells it: with codes of country and zone.
pub(super) const fn delivery_field(field: AddressField) -> &'static str {
    match field {
        AddressField::Province => "provinceCode",
        AddressField::Country => "countryCode",
        AddressField::FirstName
        | AddressField::LastName
        | AddressField::Company
        | AddressField::Address1
        | AddressField::Address2
        | AddressField::City
        | AddressField::Zip
        | AddressField::Phone => mailing_field(field),
    }
}
