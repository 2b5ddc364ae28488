//! Maps the subject of a fault to the path of the input field in the API.

use zkratka_commerce::subject::{
    AddressField, AttributePart, BuyerField, DeliveryChoicePart, LinePart, Subject,
};

/// The path of a subject, relative to the argument that contains it. Each operation adds that argument's own path. List
/// indexes are text.
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

/// The name of an address field in `MailingAddressInput`.
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

/// The name of an address field in `CartDeliveryAddressInput`, which has codes for country and zone.
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
