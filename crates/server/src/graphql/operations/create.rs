//! `cartCreate`.

use super::addresses;
use super::buyer::{IdentityWish, identity_error, read_identity};
use super::code_attempts::CodeAttempts;
use super::delivery::{address_error, read_addresses};
use super::gift_cards::cards_of;
use super::lines::{attributes, line_inputs};
use super::metafields::{EntryFault, read_metafields};
use super::{Failure, RequestContext, keyed};
use crate::carts::{Created, NewCart};
use crate::graphql::input::{CartDeliveryInput, CartInput};
use crate::graphql::output::{Payload, RootValue, Warning};
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::BuyerIdentity;
use zkratka_commerce::error::Fault;
use zkratka_commerce::subject::Subject;

pub(super) const PAYLOAD: &str = "CartCreatePayload";

#[derive(Deserialize)]
pub(super) struct CreateArguments {
    input: Option<CartInput>,
}

/// The argument that contained the delivery address.
#[derive(Clone, Copy)]
enum AddressArgument {
    Preferences,
    Delivery,
}

/// `cartCreate`
pub(super) async fn create(
    call: &RequestContext<'_>,
    arguments: CreateArguments,
) -> Result<RootValue, Failure> {
    let keyed = call.context.caller.keyed.as_deref();
    if let Some(keyed) = keyed
        && let Some(answer) = Box::pin(keyed::earlier(call, keyed)).await?
    {
        return Ok(answer);
    }
    let input = arguments.input.unwrap_or_default();
    let codes = input.gift_card_codes.clone().unwrap_or_default();
    let refused = |errors| Ok(RootValue::Payload(Payload::new(PAYLOAD, None, errors)));
    let (mut new, argument) = match read_cart(call, input) {
        Ok(read) => read,
        Err(errors) => return refused(errors),
    };
    let code_attempts = CodeAttempts::of(call, None);
    let refusal = code_attempts.refusal_of(&new.discount_codes, &["input", "discountCodes"]);
    if let Some(refusal) = refusal {
        return refused(vec![refusal]);
    }
    let takes_gift_cards = call.app.config.payments.gift_cards;
    if takes_gift_cards {
        match cards_of(&code_attempts, call, &codes, &["input", "giftCardCodes"]).await? {
            Ok(cards) => new.gift_cards = cards,
            Err(errors) => return refused(errors),
        }
    }
    let delivery = new.delivery.as_ref().map(|(address, _)| address);
    let country = addresses::country_of(delivery);
    let created = match keyed {
        None => call.carts().create(new).await?,
        Some(keyed) => {
            let request = keyed.at(call.app.clock.now());
            match Box::pin(call.carts().create_keyed(new, request)).await? {
                Ok(created) => created,
                Err(earlier) => return Box::pin(keyed::repeated(call, keyed, &earlier)).await,
            }
        }
    };
    let payload = match created {
        Created::Cart(view) => {
            let mut payload = Payload::new(PAYLOAD, Some(view), Vec::new());
            if !codes.is_empty() && !takes_gift_cards {
                payload.warn(Warning::PaymentsGiftCardsUnavailable);
            }
            payload
        }
        Created::Refused(faults) => {
            let error = |fault: &Fault| create_error(fault, argument, &country);
            Payload::new(PAYLOAD, None, faults.iter().map(error).collect())
        }
    };
    Ok(RootValue::Payload(payload))
}

fn read_cart(
    call: &RequestContext<'_>,
    input: CartInput,
) -> Result<(NewCart, AddressArgument), Vec<UserError>> {
    let mut errors = Vec::new();
    let lines =
        line_inputs(input.lines.unwrap_or_default(), &["input", "lines"]).unwrap_or_else(|found| {
            errors.extend(found);
            Vec::new()
        });
    let wish = read_identity(
        input.buyer_identity.unwrap_or_default(),
        &["input", "buyerIdentity"],
    )
    .unwrap_or_else(|found| {
        errors.extend(found);
        IdentityWish::default()
    });
    let address = read_delivery(input.delivery).unwrap_or_else(|found| {
        errors.extend(found);
        None
    });
    let metafields =
        read_metafields(input.metafields.unwrap_or_default()).unwrap_or_else(|found| {
            errors.extend(found.iter().map(EntryFault::of_new_cart));
            Vec::new()
        });
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut buyer = wish.identity(&BuyerIdentity::default());
    if buyer.country.is_none() {
        buyer.country.clone_from(&call.context.country);
    }
    // The newer argument takes precedence if a client gives both.
    let (delivery, argument) = match (address, wish.delivery) {
        (Some(address), _) => (Some(address), AddressArgument::Delivery),
        (None, Some((Some(address), strictness))) => {
            (Some((address, strictness)), AddressArgument::Preferences)
        }
        (None, _) => (None, AddressArgument::Delivery),
    };
    let new = NewCart {
        lines,
        buyer,
        attributes: attributes(input.attributes.unwrap_or_default()),
        discount_codes: input.discount_codes.unwrap_or_default(),
        gift_cards: Vec::new(),
        note: input.note.filter(|note| !note.is_empty()),
        metafields,
        preferences: wish.preferences.unwrap_or_default(),
        delivery,
        opens: call.context.caller.opens,
    };
    Ok((new, argument))
}

fn read_delivery(
    input: Option<CartDeliveryInput>,
) -> Result<Option<(Address, Strictness)>, Vec<UserError>> {
    let addresses = input.and_then(|input| input.addresses).unwrap_or_default();
    read_addresses(addresses, &["input", "delivery", "addresses"])
}

/// The error for a fault, with the path that the client used.
fn create_error(fault: &Fault, argument: AddressArgument, country: &str) -> UserError {
    const BUYER: [&str; 2] = ["input", "buyerIdentity"];
    let of = |argument| UserError::of(fault, &["input", argument]);
    match fault.subject {
        Subject::DeliveryAddress
        | Subject::DeliveryAddressField(_)
        | Subject::KnownDeliveryAddress(_) => match argument {
            AddressArgument::Delivery => {
                address_error(fault, &["input", "delivery", "addresses"], country)
            }
            AddressArgument::Preferences => identity_error(fault, &BUYER, country),
        },
        Subject::Buyer(_) | Subject::Preferences => UserError::of(fault, &BUYER),
        Subject::Lines | Subject::Line(..) => of("lines"),
        Subject::Attributes | Subject::Attribute(..) => of("attributes"),
        Subject::DiscountCode(_) => of("discountCodes"),
        Subject::GiftCards | Subject::GiftCard(_) => of("giftCardCodes"),
        Subject::Note => of("note"),
        Subject::Metafields | Subject::MetafieldKey => of("metafields"),
        // A new cart has none of these, so they have no faults.
        Subject::Whole
        | Subject::BillingAddressField(_)
        | Subject::DeliveryGroups
        | Subject::DeliveryGroup(..)
        | Subject::DeliveryChoice(..)
        | Subject::Payment
        | Subject::PaymentMethod
        | Subject::PaymentAmount => UserError::of(fault, &["input"]),
    }
}
