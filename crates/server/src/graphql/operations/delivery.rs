//! Delivery addresses and delivery options. A cart has at most one address, which is always the selected one.

use super::respond::{Mutation, faults_only};
use super::{Failure, RequestContext, addresses};
use crate::carts::{CartReference, Found, Prepared};
use crate::graphql::input::{
    Id, SelectableAddressInput, SelectableAddressUpdateInput, SelectedDeliveryOptionInput,
};
use crate::graphql::output::RootValue;
use crate::graphql::subject_path::delivery_field;
use crate::graphql::user_error::UserError;
use crate::graphql::{gids, messages};
use serde::Deserialize;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{Cart, set_delivery_address};
use zkratka_commerce::cart_changes::select_delivery;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::delivery::DeliveryGroup;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::merchant::destination_faults;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::{DeliveryChoicePart, Subject};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressesArguments {
    addresses: Vec<SelectableAddressInput>,
    cart_id: Id,
}

/// `cartDeliveryAddressesAdd`
pub(super) async fn add_addresses(
    call: &RequestContext<'_>,
    arguments: AddressesArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartDeliveryAddressesAddPayload",
        cart: arguments.cart_id,
    };
    match read_addresses(arguments.addresses, &["addresses"]) {
        Ok(None) => mutation.refuse(Vec::new()).await,
        Ok(Some((address, strictness))) => set_address(mutation, Some(address), strictness).await,
        Err(errors) => mutation.refuse(errors).await,
    }
}

/// `cartDeliveryAddressesReplace`
pub(super) async fn replace_addresses(
    call: &RequestContext<'_>,
    arguments: AddressesArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartDeliveryAddressesReplacePayload",
        cart: arguments.cart_id,
    };
    match read_addresses(arguments.addresses, &["addresses"]) {
        Ok(None) => set_address(mutation, None, Strictness::CountryOnly).await,
        Ok(Some((address, strictness))) => set_address(mutation, Some(address), strictness).await,
        Err(errors) => mutation.refuse(errors).await,
    }
}

async fn set_address(
    mutation: Mutation<'_>,
    address: Option<Address>,
    strictness: Strictness,
) -> Result<RootValue, Failure> {
    let country = addresses::country_of(address.as_ref());
    let call = mutation.call;
    let answer = mutation
        .change(
            move |cart, catalogue, rules| {
                let address = address.clone();
                faults_only(deliver_to(cart, address, strictness, catalogue, rules))
            },
            |fault| address_error(fault, &["addresses"], &country),
        )
        .await?;
    call.tell_pending(answer, &["addresses"]).await
}

/// The error for a fault of the first address in the list at `prefix`.
pub(super) fn address_error(fault: &Fault, prefix: &[&str], country: &str) -> UserError {
    let address = [prefix, &["0", "address", "deliveryAddress"]].concat();
    let mut error = UserError::with_country(fault, &address, country);
    if let Some(field) = fault.subject.address_field() {
        error.field.truncate(address.len());
        error.field.push(delivery_field(field).to_owned());
    }
    error
}

/// Reads a list of at most one address.
pub(super) fn read_addresses(
    inputs: Vec<SelectableAddressInput>,
    prefix: &[&str],
) -> Result<Option<(Address, Strictness)>, Vec<UserError>> {
    let selected = inputs.iter().filter(|input| input.selected == Some(true));
    if selected.count() > 1 {
        let code = "ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED";
        return Err(vec![UserError::new(
            code,
            prefix,
            messages::ONE_SELECTED_ADDRESS,
        )]);
    }
    if inputs.len() > 1 {
        let code = "TOO_MANY_DELIVERY_ADDRESSES";
        return Err(vec![UserError::new(code, prefix, messages::ONE_ADDRESS)]);
    }
    let Some(input) = inputs.into_iter().next() else {
        return Ok(None);
    };
    let strictness = input.validation_strategy.unwrap_or_default().into();
    let field = [prefix, &["0", "address"]].concat();
    match addresses::selectable(input.address, &field) {
        Ok(address) => Ok(Some((address, strictness))),
        Err(error) => Err(vec![error]),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateArguments {
    addresses: Vec<SelectableAddressUpdateInput>,
    cart_id: Id,
}

/// `cartDeliveryAddressesUpdate`
pub(super) async fn update_addresses(
    call: &RequestContext<'_>,
    arguments: UpdateArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartDeliveryAddressesUpdatePayload",
        cart: arguments.cart_id,
    };
    if arguments.addresses.len() > 1 {
        let code = "TOO_MANY_DELIVERY_ADDRESSES";
        let error = UserError::new(code, &["addresses"], messages::ONE_ADDRESS);
        return mutation.refuse(vec![error]).await;
    }
    let Some(update) = arguments.addresses.into_iter().next() else {
        return mutation.refuse(Vec::new()).await;
    };
    let strictness = update.validation_strategy.unwrap_or_default().into();
    let address = match update.address {
        None => None,
        Some(input) => match addresses::selectable(input, &["addresses", "0", "address"]) {
            Ok(address) => Some(address),
            Err(error) => return mutation.refuse(vec![error]).await,
        },
    };
    let country = addresses::country_of(address.as_ref());
    let answer = mutation
        .change(
            move |cart, catalogue, rules| {
                if !has_address(cart, &update.id) {
                    return faults_only(vec![unknown_address(0)]);
                }
                let address = address.clone().or_else(|| cart.delivery_address.clone());
                faults_only(deliver_to(cart, address, strictness, catalogue, rules))
            },
            |fault| update_error(fault, &country),
        )
        .await?;
    call.tell_pending(answer, &["addresses"]).await
}

/// Sets the address, unless it is faulty or a rule of the merchant forbids delivering the goods there.
fn deliver_to(
    cart: &mut Cart,
    address: Option<Address>,
    strictness: Strictness,
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Vec<Fault> {
    let before = cart.clone();
    let mut faults = set_delivery_address(cart, address, strictness);
    faults.extend(destination_faults(&before, cart, catalogue, rules));
    faults
}

fn update_error(fault: &Fault, country: &str) -> UserError {
    if let Subject::KnownDeliveryAddress(_) = fault.subject {
        return no_address(&["addresses", "0", "id"]);
    }
    address_error(fault, &["addresses"], country)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveArguments {
    address_ids: Vec<Id>,
    cart_id: Id,
}

/// `cartDeliveryAddressesRemove`
pub(super) async fn remove_addresses(
    call: &RequestContext<'_>,
    arguments: RemoveArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartDeliveryAddressesRemovePayload",
        cart: arguments.cart_id,
    };
    let ids = arguments.address_ids;
    mutation
        .change(
            move |cart, _, _| {
                let unknown = ids.iter().position(|id| !has_address(cart, id));
                if let Some(position) = unknown {
                    return faults_only(vec![unknown_address(position)]);
                }
                if ids.is_empty() {
                    return faults_only(Vec::new());
                }
                // Without an address, the buyer's country applies again. A rule may forbid delivering there. The
                // checkout reports that.
                faults_only(set_delivery_address(cart, None, Strictness::CountryOnly))
            },
            |fault| UserError {
                field: UserError::of(fault, &["addressIds"]).field,
                ..no_address(&[])
            },
        )
        .await
}

fn has_address(cart: &Cart, id: &Id) -> bool {
    let token = CartReference::from(cart).token;
    cart.delivery_address.is_some() && gids::is_delivery_address(&id.0, &token)
}

fn unknown_address(position: usize) -> Fault {
    let subject = Subject::KnownDeliveryAddress(position);
    Fault::of(FaultCode::Invalid, subject)
}

fn no_address(field: &[&str]) -> UserError {
    UserError::new("INVALID_DELIVERY_ADDRESS_ID", field, messages::NO_ADDRESS)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SelectArguments {
    cart_id: Id,
    selected_delivery_options: Vec<SelectedDeliveryOptionInput>,
}

/// `cartSelectedDeliveryOptionsUpdate`
pub(super) async fn select_options(
    call: &RequestContext<'_>,
    arguments: SelectArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartSelectedDeliveryOptionsUpdatePayload",
        cart: arguments.cart_id,
    };
    let selections = arguments.selected_delivery_options;
    ask_first(&mutation, &selections).await?;
    mutation
        .change_at(
            Prepared::default(),
            move |cart, prices| {
                let now = prices.of(cart);
                let token = CartReference::from(&*cart).token;
                let mut faults = Vec::new();
                for (position, selection) in selections.iter().enumerate() {
                    let id = &selection.delivery_group_id.0;
                    let mut groups = now.delivery.iter();
                    let group = groups
                        .find(|&(purchase, _)| *id == gids::delivery_group(purchase, &token))
                        .filter(|_| now.delivery.is_deliverable());
                    let found = match group {
                        Some((purchase, _)) => {
                            let handle = &selection.delivery_option_handle;
                            select_delivery(cart, position, purchase, handle, &now)
                        }
                        None => vec![Fault::of(
                            FaultCode::InvalidDeliveryGroup,
                            Subject::DeliveryChoice(position, DeliveryChoicePart::Group),
                        )],
                    };
                    faults.extend(found);
                }
                faults_only(faults)
            },
            |fault| UserError::of(fault, &["selectedDeliveryOptions"]),
        )
        .await
}

/// Asks the carrier before the buyer selects an option that only the carrier can price. If there is no capacity to wait
/// for the carrier, the option stays pending.
async fn ask_first(
    mutation: &Mutation<'_>,
    selections: &[SelectedDeliveryOptionInput],
) -> Result<(), Failure> {
    let Some(reference) = CartReference::from_gid(&mutation.cart.0) else {
        return Ok(());
    };
    let call = mutation.call;
    if !call.app.rules.waits_for_carrier() {
        return Ok(());
    }
    let is_wished = |group: &DeliveryGroup| {
        let mut wished = selections.iter();
        wished.any(|selection| group.awaits(&selection.delivery_option_handle))
    };
    if let Found::Cart(view) = call.carts().find(&reference).await?
        && view.cart.is_open()
        && view
            .priced
            .delivery
            .iter()
            .any(|(_, group)| is_wished(group))
        && let Ok(quoted) = call.outside(Box::pin(call.carts().quoted(*view))).await
    {
        call.reenter_gate()?;
        quoted?;
    }
    Ok(())
}
