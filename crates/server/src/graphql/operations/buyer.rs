//! `cartBuyerIdentityUpdate`, `cartBillingAddressUpdate`, `cartRemovePersonalData`.

use super::respond::{Mutation, faults_only};
use super::{Failure, RequestContext, addresses};
use crate::carts::of_country_code;
use crate::graphql::input::{
    BuyerIdentityInput, DeliveryAddressInput, Edit, Id, MailingAddressInput, PreferencesInput,
};
use crate::graphql::messages;
use crate::graphql::output::RootValue;
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{
    BuyerIdentity, DeliveryPreference, Place, Preferences, remove_personal_data as forget,
    set_billing_address, set_buyer, set_delivery_address, set_preferences,
};
use zkratka_commerce::error::Fault;
use zkratka_commerce::merchant::destination_faults;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IdentityArguments {
    buyer_identity: BuyerIdentityInput,
    cart_id: Id,
}

/// `cartBuyerIdentityUpdate`
pub(super) async fn update(
    call: &RequestContext<'_>,
    arguments: IdentityArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartBuyerIdentityUpdatePayload",
        cart: arguments.cart_id,
    };
    let wish = match read_identity(arguments.buyer_identity, &["buyerIdentity"]) {
        Ok(wish) => wish,
        Err(errors) => return mutation.refuse(errors).await,
    };
    let delivery = wish.delivery.as_ref();
    let country = addresses::country_of(delivery.and_then(|(address, _)| address.as_ref()));
    let tells_where = delivery.is_some();
    let answer = mutation
        .change(
            move |cart, catalogue, rules| {
                let before = cart.clone();
                let mut faults = set_buyer(cart, wish.identity(&cart.buyer));
                if let Some((address, strictness)) = &wish.delivery {
                    let found = set_delivery_address(cart, address.clone(), *strictness);
                    faults.extend(found);
                }
                if let Some(preferences) = wish.preferences.clone() {
                    faults.extend(set_preferences(cart, preferences));
                }
                let broken = destination_faults(&before, cart, catalogue, rules);
                faults.extend(broken.into_iter().map(|fault| match wish.delivery {
                    Some((Some(_), _)) => fault,
                    Some((None, _)) | None => of_country_code(fault),
                }));
                faults_only(faults)
            },
            |fault| identity_error(fault, &["buyerIdentity"], &country),
        )
        .await?;
    if !tells_where {
        return Ok(answer);
    }
    call.tell_pending(answer, &["buyerIdentity", PREFERENCE[0]])
        .await
}

/// The path of the first address preference, below the buyer identity.
pub(super) const PREFERENCE: [&str; 3] = ["deliveryAddressPreferences", "0", "deliveryAddress"];

/// The error for a fault of a `CartBuyerIdentityInput`. `argument` is the input's path, `country` the country of its
/// delivery address.
pub(super) fn identity_error(fault: &Fault, argument: &[&str], country: &str) -> UserError {
    match fault.subject.address() {
        Some(_) => UserError::with_country(fault, &[argument, &PREFERENCE].concat(), country),
        None => UserError::with_country(fault, argument, country),
    }
}

/// The changes that a `CartBuyerIdentityInput` requests.
#[derive(Default)]
pub(super) struct IdentityWish {
    email: Edit<String>,
    phone: Edit<String>,
    country: Edit<String>,
    /// The delivery address, if the input mentions it. An empty list of preferences removes it.
    pub(super) delivery: Option<(Option<Address>, Strictness)>,
    /// The buyer's preferences, if the input mentions them.
    pub(super) preferences: Option<Preferences>,
}

impl IdentityWish {
    /// The buyer's identity after the change. Fields that were left out keep their values.
    pub(super) fn identity(&self, present: &BuyerIdentity) -> BuyerIdentity {
        BuyerIdentity {
            email: self.email.after(present.email.as_ref()),
            phone: self.phone.after(present.phone.as_ref()),
            country: self.country.after(present.country.as_ref()),
        }
    }
}

/// Reads a `CartBuyerIdentityInput`. `field` is its path.
pub(super) fn read_identity(
    input: BuyerIdentityInput,
    field: &[&str],
) -> Result<IdentityWish, Vec<UserError>> {
    let mut errors = Vec::new();
    let mut no_accounts = |name| {
        let field = [field, &[name]].concat();
        let message = messages::NO_CUSTOMER_ACCOUNTS;
        errors.push(UserError::new("INVALID", &field, message));
    };
    if input.customer_access_token.is_some() {
        no_accounts("customerAccessToken");
    }
    if input.company_location_id.is_some() {
        no_accounts("companyLocationId");
    }
    let delivery =
        read_addresses(input.delivery_address_preferences, field).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
    let preferences = read_preferences(input.preferences, field).unwrap_or_else(|error| {
        errors.push(error);
        None
    });
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(IdentityWish {
        email: input.email,
        phone: input.phone,
        country: input.country_code,
        delivery,
        preferences,
    })
}

/// Reads the address preferences. Only the first one is used.
fn read_addresses(
    preferences: Option<Vec<DeliveryAddressInput>>,
    field: &[&str],
) -> Result<Option<(Option<Address>, Strictness)>, UserError> {
    let Some(preferences) = preferences else {
        return Ok(None);
    };
    let Some(first) = preferences.into_iter().next() else {
        return Ok(Some((None, Strictness::CountryOnly)));
    };
    let strategy = first
        .delivery_address_validation_strategy
        .unwrap_or_default();
    let field = [field, &PREFERENCE[..2]].concat();
    let address = addresses::preference(first, &field)?;
    Ok(Some((Some(address), strategy.into())))
}

/// Reads the buyer's preferences. Null removes them.
fn read_preferences(
    preferences: Edit<PreferencesInput>,
    field: &[&str],
) -> Result<Option<Preferences>, UserError> {
    let given = match preferences {
        Edit::Keep => return Ok(None),
        Edit::Clear => PreferencesInput::default(),
        Edit::Set(given) => given,
    };
    let mut delivery = None;
    if let Some(given) = given.delivery {
        let near = given.coordinates.map(|coordinates| {
            let place = Place::at(
                &coordinates.country_code,
                coordinates.latitude,
                coordinates.longitude,
            );
            let field = [field, &["preferences", "delivery", "coordinates"]].concat();
            place.ok_or_else(|| UserError::new("INVALID", &field, messages::PLACE_NOT_ON_EARTH))
        });
        delivery = Some(DeliveryPreference {
            near: near.transpose()?,
            methods: given.delivery_method.unwrap_or_default(),
            pickup_handles: given.pickup_handle.unwrap_or_default(),
        });
    }
    Ok(Some(Preferences {
        delivery,
        wallets: given.wallet.unwrap_or_default(),
    }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BillingAddressArguments {
    billing_address: Option<MailingAddressInput>,
    cart_id: Id,
}

/// `cartBillingAddressUpdate`
pub(super) async fn update_billing_address(
    call: &RequestContext<'_>,
    arguments: BillingAddressArguments,
) -> Result<RootValue, Failure> {
    let address = arguments.billing_address.map(addresses::mailing);
    let mutation = Mutation {
        call,
        payload: "CartBillingAddressUpdatePayload",
        cart: arguments.cart_id,
    };
    let country = addresses::country_of(address.as_ref());
    mutation
        .change(
            // Wallets reveal the whole address only after the buyer has authorised the payment. The payment then checks
            // the rest.
            move |cart, _, _| {
                let strictness = Strictness::CountryOnly;
                faults_only(set_billing_address(cart, address.clone(), strictness))
            },
            |fault: &Fault| UserError::with_country(fault, &["billingAddress"], &country),
        )
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CartIdArguments {
    pub(super) cart_id: Id,
}

/// `cartRemovePersonalData`
pub(super) async fn remove_personal_data(
    call: &RequestContext<'_>,
    arguments: CartIdArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartRemovePersonalDataPayload",
        cart: arguments.cart_id,
    };
    mutation
        .change(
            |cart, _, _| {
                forget(cart);
                faults_only(Vec::new())
            },
            |fault| UserError::of(fault, &[]),
        )
        .await
}
