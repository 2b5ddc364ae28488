//! `cartPaymentUpdate`.

use super::respond::{Mutation, faults_only};
use super::{Call, Failure, addresses};
use crate::graphql::input::{Id, MailingAddressInput, MoneyInput, PaymentInput};
use crate::graphql::messages;
use crate::graphql::output::RootValue;
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{Cart, bind_payment, set_billing_address};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::error::Fault;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::price;
use zkratka_commerce::rules::ShopRules;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentArguments {
    cart_id: Id,
    payment: PaymentInput,
}

/// A payment as asked for.
struct Wish {
    amount: Money,
    method: PaymentMethod,
    /// None when the client gave an empty one: then the delivery address is meant.
    billing_address: Option<Address>,
    /// The argument that the method came in.
    argument: &'static str,
}

/// `cartPaymentUpdate`
pub(super) async fn update(
    call: &Call<'_>,
    arguments: PaymentArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartPaymentUpdatePayload",
        cart: arguments.cart_id,
    };
    let wish = match read_payment(arguments.payment) {
        Ok(wish) => wish,
        Err(error) => return mutation.refuse(vec![error]).await,
    };
    let argument = wish.argument;
    mutation
        .change(
            move |cart, catalogue, rules| faults_only(apply(cart, &wish, catalogue, rules)),
            move |fault| payment_error(fault, argument),
        )
        .await
}

fn apply(cart: &mut Cart, wish: &Wish, catalogue: &Catalogue, rules: &ShopRules) -> Vec<Fault> {
    let address = wish.billing_address.clone();
    let faults = set_billing_address(cart, address, Strictness::Strict, rules);
    let mut faults: Vec<Fault> = faults
        .into_iter()
        .map(|fault| fault.under(&["billingAddress"]))
        .collect();
    let priced = price(cart, catalogue, rules);
    let method = wish.method.clone();
    faults.extend(bind_payment(cart, wish.amount, method, &priced, rules));
    faults
}

/// Faults of the address stand in the method's argument, those of the amount beside it.
fn payment_error(fault: &Fault, argument: &str) -> UserError {
    if fault.field.first().is_some_and(|first| first == "amount") {
        UserError::of(fault, &["payment"])
    } else {
        UserError::of(fault, &["payment", argument])
    }
}

fn read_payment(input: PaymentInput) -> Result<Wish, UserError> {
    let amount = read_amount(&input.amount)?;
    let mut offers: Vec<(&'static str, Option<PaymentMethod>, MailingAddressInput)> = Vec::new();
    if let Some(direct) = input.direct_payment_method {
        let session = direct.session_id;
        let method = PaymentMethod::Card { session };
        offers.push(("directPaymentMethod", Some(method), direct.billing_address));
    }
    if let Some(free) = input.free_payment_method {
        let method = PaymentMethod::Free;
        offers.push(("freePaymentMethod", Some(method), free.billing_address));
    }
    if let Some(manual) = input.manual_payment_method {
        let method = manual_method(&manual.handle);
        offers.push(("manualPaymentMethod", method, manual.billing_address));
    }
    if input.wallet_payment_method.is_some() {
        offers.push(("walletPaymentMethod", None, MailingAddressInput::default()));
    }
    let Ok([(argument, method, billing_address)]) = <[_; 1]>::try_from(offers) else {
        let message = messages::ONE_PAYMENT_METHOD;
        return Err(UserError::new("INVALID_PAYMENT", &["payment"], message));
    };
    let Some(method) = method else {
        let field = ["payment", argument];
        let message = messages::UNKNOWN_PAYMENT_METHOD;
        return Err(UserError::new(
            "PAYMENT_METHOD_NOT_SUPPORTED",
            &field,
            message,
        ));
    };
    let billing_address = addresses::mailing(billing_address).tidied();
    Ok(Wish {
        amount,
        method,
        billing_address: Some(billing_address).filter(|address| !address.is_empty()),
        argument,
    })
}

fn manual_method(handle: &str) -> Option<PaymentMethod> {
    match handle {
        "cash_on_delivery" => Some(PaymentMethod::CashOnDelivery),
        "bank_transfer" => Some(PaymentMethod::BankTransfer),
        _ => None,
    }
}

fn read_amount(input: &MoneyInput) -> Result<Money, UserError> {
    let currency = Currency::new(&input.currency_code);
    let amount = currency.map(|currency| Money::parse_decimal(&input.amount.0, currency));
    if let Ok(Ok(amount)) = amount {
        return Ok(amount);
    }
    let field = ["payment", "amount"];
    let message = messages::NOT_AN_AMOUNT;
    Err(UserError::new("INVALID_PAYMENT", &field, message))
}
