//! `CartBuyerIdentity`, `Attribute`

use super::address::{Place, PostalAddress, country_code};
use super::object::{leaf, object, text, texts};
use crate::carts::CartView;
use crate::graphql::value::Value;
use zkratka_commerce::cart::{Attribute, DeliveryPreference, Place as OnEarth, Preferences};

pub(super) struct Buyer<'v> {
    pub(super) view: &'v CartView,
}

object!(Buyer<'_>, "CartBuyerIdentity", |this, arguments| {
    "countryCode" => text(this.view.cart.buyer.country.as_deref().map(country_code)),
    "customer" => Value::Null,
    "deliveryAddressPreferences" => {
        let address = this.view.cart.delivery_address.as_ref();
        Value::list(address.map(|address| {
            let place = Place::Mailing(this.view.token());
            Value::object(PostalAddress { address, place })
        }))
    },
    "email" => text(this.view.cart.buyer.email.as_deref()),
    "phone" => text(this.view.cart.buyer.phone.as_deref()),
    "preferences" => {
        let preferences = Some(&this.view.cart.preferences).filter(|given| !given.is_empty());
        Value::nullable(preferences.map(|preferences| PreferencesObject { preferences }))
    },
});

struct PreferencesObject<'v> {
    preferences: &'v Preferences,
}

object!(PreferencesObject<'_>, "CartPreferences", |this, arguments| {
    "delivery" => {
        let delivery = this.preferences.delivery.as_ref();
        Value::nullable(delivery.map(|delivery| DeliveryPreferenceObject { delivery }))
    },
    "wallet" => texts(this.preferences.wallets.iter().cloned()),
});

struct DeliveryPreferenceObject<'v> {
    delivery: &'v DeliveryPreference,
}

object!(DeliveryPreferenceObject<'_>, "CartDeliveryPreference", |this, arguments| {
    "coordinates" => {
        Value::nullable(this.delivery.near.as_ref().map(|place| PlaceObject { place }))
    },
    "deliveryMethod" => {
        Value::list(this.delivery.methods.iter().map(|method| leaf(method.as_str())))
    },
    "pickupHandle" => texts(this.delivery.pickup_handles.iter().cloned()),
});

struct PlaceObject<'v> {
    place: &'v OnEarth,
}

object!(PlaceObject<'_>, "CartDeliveryCoordinatesPreference", |this, arguments| {
    "countryCode" => leaf(country_code(&this.place.country)),
    "latitude" => leaf(this.place.degrees().0),
    "longitude" => leaf(this.place.degrees().1),
});

pub(super) struct AttributeObject<'v> {
    pub(super) attribute: &'v Attribute,
}

object!(AttributeObject<'_>, "Attribute", |this, arguments| {
    "key" => leaf(this.attribute.key.as_str()),
    "value" => leaf(this.attribute.value.as_str()),
});
