//! The values of each type's fields. There is one object for each type, and none of them waits for anything.

mod address;
mod apple_pay;
mod buyer;
mod cart;
mod collection;
mod completion;
mod connection;
mod cost;
mod delivery;
mod discount;
mod gift_card;
mod line;
mod localization;
mod metafield;
mod object;
mod option;
mod payload;
mod paypal;
mod policy;
mod product;
mod promise;
mod root;
mod selling_plan;
mod shop;
mod variant;

pub(super) use apple_pay::SessionPayload;
pub(super) use completion::{
    AttemptStatus, CodedError, PrepareResult, PreparedPayload, SubmitPayload, SubmitResult,
};
pub(super) use connection::Page;
pub(super) use metafield::{DeletedPayload, MetafieldError, MetafieldsPayload};
pub(super) use payload::{Payload, Warning};
pub(super) use paypal::{PaypalDetails, PaypalDetailsPayload, PaypalTokenPayload};
pub(super) use promise::SoonestDelivery;
pub(super) use root::{NodeValue, RootValue};
