//! `cartPaymentUpdate`.

use super::respond::{Mutation, faults_only};
use super::{Failure, RequestContext, addresses};
use crate::app::App;
use crate::carts::{CartReference, Carts, Claim, Prepared, Prices};
use crate::graphql::input::{
    ApplePayToken, FacebookPayContainer, GooglePayToken, Id, MailingAddressInput, MoneyInput,
    PaymentInput, PaypalToken, WalletPaymentMethodInput,
};
use crate::graphql::messages;
use crate::graphql::output::RootValue;
use crate::graphql::user_error::UserError;
use serde::Deserialize;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{Cart, CartStatus, set_billing_address};
use zkratka_commerce::cart_changes::bind_payment;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::subject::Subject;
use zkratka_payments::GatewayName;
use zkratka_payments::WalletSessionError;
use zkratka_saved_cards::confirmed_card;
use zkratka_shop_wallets::ClearedToken;
use zkratka_shop_wallets::amazon_pay::{NotApproved, PayableCart, Unusable};
use zkratka_shop_wallets::meta_pay;
use zkratka_shop_wallets::paypal;
use zkratka_store::WalletMessage;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentArguments {
    cart_id: Id,
    payment: PaymentInput,
}

/// A payment that the client requests.
struct RequestedPayment {
    amount: Money,
    method: PaymentMethod,
    /// `None` if the client sent an empty address. The delivery address is then used.
    billing_address: Option<Address>,
    /// The path of the method's argument, below `payment`.
    argument: &'static [&'static str],
    /// The wallet's token, which is still to be exchanged for a gateway session.
    token: Option<WalletToken>,
    /// The cart's revision that the buyer has confirmed; `None` if any will do.
    confirmed: Option<u64>,
}

/// A token from a wallet. It has no `Debug`, because the token is as good as money and must not be logged.
enum WalletToken {
    ApplePay(Box<ApplePayToken>),
    GooglePay(GooglePayToken),
    PayPal(PaypalToken),
    MetaPay(FacebookPayContainer),
    /// The id of a checkout session at Amazon.
    AmazonPay(String),
    /// The token of a payment by a saved card, which a signed-in buyer has confirmed.
    SavedCard(String),
}

impl WalletToken {
    /// How the cart is paid once the token is exchanged. The rules check this, but it is never bound to a cart.
    fn unsettled(&self) -> PaymentMethod {
        let wallet = match self {
            Self::ApplePay(_) => Wallet::ApplePay,
            Self::GooglePay(_) => Wallet::GooglePay,
            Self::PayPal(_) => Wallet::PayPal,
            Self::MetaPay(_) => Wallet::MetaPay,
            Self::AmazonPay(_) => Wallet::AmazonPay,
            Self::SavedCard(_) => {
                return PaymentMethod::SavedCard {
                    mandate: "-".to_owned(),
                    network: String::new(),
                    last_four: String::new(),
                    confirmation: String::new(),
                };
            }
        };
        PaymentMethod::Wallet {
            wallet,
            session: "-".to_owned(),
        }
    }
}

/// `cartPaymentUpdate`
pub(super) async fn update(
    call: &RequestContext<'_>,
    arguments: PaymentArguments,
) -> Result<RootValue, Failure> {
    let mutation = Mutation {
        call,
        payload: "CartPaymentUpdatePayload",
        cart: arguments.cart_id,
    };
    let wish = match read_payment(arguments.payment, call.app.shop_wallet.is_some()) {
        Ok(wish) => wish,
        Err(error) => return mutation.refuse(vec![error]).await,
    };
    let argument = wish.argument;
    let country = addresses::country_of(wish.billing_address.as_ref());
    let to_error = move |fault: &Fault| payment_error(fault, argument, &country);
    let (settled, known) = wish.settle(&mutation).await?;
    match settled {
        SettleResult::RequestedPayment(wish, message) => {
            let refusal = spent_message();
            let claim = message.map(|message| Claim { message, refusal });
            let change =
                move |cart: &mut Cart, prices: &Prices<'_>| faults_only(apply(cart, &wish, prices));
            let prepared = Prepared { known, claim };
            mutation.change_at(prepared, change, to_error).await
        }
        SettleResult::Refused(error) => mutation.refuse(vec![error]).await,
        // The wallet's token was not used. Report what is wrong with the cart, and bind no payment.
        SettleResult::Faulty(wish) => {
            let change = move |cart: &mut Cart, prices: &Prices<'_>| {
                faults_only(dry_run(cart, &wish, prices))
            };
            let prepared = Prepared { known, claim: None };
            mutation.change_at(prepared, change, to_error).await
        }
    }
}

/// The fault of a wallet's message that has been used before. The rules for payments find no such fault at the method.
const fn spent_message() -> Fault {
    Fault::of(FaultCode::InvalidPayment, Subject::PaymentMethod)
}

/// The result of [`RequestedPayment::settle`].
enum SettleResult {
    /// The payment can be bound to the cart, if the wallet's message, where there is one, can be claimed for the cart.
    RequestedPayment(RequestedPayment, Option<WalletMessage>),
    /// The rules already find a fault, or the cart is not open.
    Faulty(RequestedPayment),
    /// The wallet's token was refused or could not be verified.
    Refused(UserError),
}

impl RequestedPayment {
    /// Exchanges a wallet's token for a gateway session if the rules accept the payment. If they do not, the token is
    /// not used up. Also returns the cart and its prices, if it needed them.
    async fn settle<'m>(
        mut self,
        mutation: &Mutation<'m>,
    ) -> Result<(SettleResult, Option<(Cart, Prices<'m>)>), Failure> {
        let Some(token) = self.token.take() else {
            return Ok((SettleResult::RequestedPayment(self, None), None));
        };
        let Some(cart) = open_cart(mutation).await? else {
            return Ok((SettleResult::Faulty(self), None));
        };
        let prices = mutation.call.carts().prices(&cart).await?;
        if !apply(&mut cart.clone(), &self, &prices).is_empty() {
            return Ok((SettleResult::Faulty(self), Some((cart, prices))));
        }
        let cart_prices = prices.of(&cart);
        let paid = Purchase {
            cart: &cart,
            priced: &cart_prices,
            amount: self.amount,
        };
        let settled = match wallet_session(mutation.call, token, &paid).await? {
            ExchangeResult::Session(session, message) => {
                if let PaymentMethod::Wallet { session: place, .. } = &mut self.method {
                    *place = session;
                }
                SettleResult::RequestedPayment(self, Some(message))
            }
            ExchangeResult::Confirmed(method) => {
                self.method = method;
                self.confirmed = Some(cart.revision);
                SettleResult::RequestedPayment(self, None)
            }
            ExchangeResult::Refused => SettleResult::Refused(wallet_refused(&path(self.argument))),
            // Report the error at the payment as a whole, not at the token: the client may send the same token again.
            ExchangeResult::NoAnswer => SettleResult::Refused(UserError::new(
                "INVALID_PAYMENT",
                &["payment"],
                messages::WALLET_UNVERIFIED,
            )),
            ExchangeResult::Moved => SettleResult::Refused(UserError::new(
                "INVALID_PAYMENT",
                &["payment", "amount"],
                messages::ADDRESS_CHANGED,
            )),
        };
        Ok((settled, Some((cart, prices))))
    }
}

/// The error at the wallet's argument, below `payment`.
fn wallet_refused(method: &[&str]) -> UserError {
    UserError::new("INVALID_PAYMENT", method, messages::WALLET_REFUSED)
}

/// Reads the cart, without prices; `None` unless it is open.
async fn open_cart(mutation: &Mutation<'_>) -> Result<Option<Cart>, Failure> {
    let Some(reference) = CartReference::from_gid(&mutation.cart.0) else {
        return Ok(None);
    };
    let cart = mutation.call.carts().read(&reference).await?;
    Ok(cart.filter(|cart| cart.status == CartStatus::Open))
}

/// The cart for which a wallet pays, and the amount.
struct Purchase<'a> {
    cart: &'a Cart,
    priced: &'a PricedCart,
    amount: Money,
}

/// Verifies a token as far as this server can; `None` if it is refused.
async fn clear(app: &App, token: WalletToken, paid: &Purchase<'_>) -> Option<ClearedToken> {
    match token {
        WalletToken::ApplePay(token) => {
            let text = serde_json::to_string(&*token).ok()?;
            let apple_pay = app.wallets.apple_pay.as_ref()?;
            apple_pay.clear(&text, paid.amount, app.clock.now()).ok()
        }
        WalletToken::GooglePay(token) => {
            let text = serde_json::to_string(&token).ok()?;
            let google_pay = app.wallets.google_pay.as_ref()?;
            let signed = &token.signed_message;
            google_pay.clear(text, signed, &*app.clock).await.ok()
        }
        WalletToken::MetaPay(container) => {
            let content = meta_pay::Content {
                mode: &container.mode,
                container_id: &container.container_id,
                container_data: &container.container_data,
            };
            // The rules have found that the amount is the one due.
            let bought = (paid.cart, paid.amount);
            let meta_pay = app.wallets.meta_pay.as_ref()?;
            meta_pay.clear(content, bought, app.clock.now()).ok()
        }
        // Accounts are no card tokens. `account_session` handles them.
        WalletToken::PayPal(_) | WalletToken::AmazonPay(_) | WalletToken::SavedCard(_) => None,
    }
}

/// The result of exchanging a wallet's token.
enum ExchangeResult {
    /// The gateway's session, with which the cart can be paid once the wallet's message is claimed for the cart.
    Session(String, WalletMessage),
    /// The saved card that the buyer has confirmed. The token is used up.
    Confirmed(PaymentMethod),
    /// The token was refused.
    Refused,
    /// The token could not be verified now, and was not used up.
    NoAnswer,
    /// The wallet names another delivery address than the cart had, which has it now. The buyer must see the new total.
    Moved,
}

/// Exchanges an approved PayPal order or agreement for a session.
async fn paypal_session(
    app: &App,
    token: &PaypalToken,
    paid: &Purchase<'_>,
) -> Result<ExchangeResult, Failure> {
    let Some(paypal) = &app.wallets.paypal else {
        return Ok(ExchangeResult::Refused);
    };
    let bought = (paid.cart, paid.priced);
    let approved = paypal.approved(&token.token, &token.payer_id, bought, app.clock.now());
    let approved = match approved.await {
        Ok(approved) => approved,
        Err(paypal::NotApproved::Refused) => return Ok(ExchangeResult::Refused),
        Err(paypal::NotApproved::NoAnswer) => return Ok(ExchangeResult::NoAnswer),
    };
    let message = WalletMessage {
        id: approved.message,
        expires_at: approved.expires_at,
    };
    Ok(ExchangeResult::Session(approved.session, message))
}

/// Exchanges a buyer's choice at Amazon for a session.
async fn amazon_pay_session(
    app: &App,
    id: &str,
    paid: &Purchase<'_>,
) -> Result<ExchangeResult, Failure> {
    let Some(amazon) = &app.wallets.amazon_pay else {
        return Ok(ExchangeResult::Refused);
    };
    let payable = PayableCart {
        cart: paid.cart,
        priced: paid.priced,
    };
    let catalogue = app.catalogue.current();
    let shop = (&*catalogue, &*app.rules);
    let approved = match amazon.approved(id, payable, shop, app.clock.now()).await {
        Ok(approved) => approved,
        Err(NotApproved::Unusable(Unusable::Refused)) => return Ok(ExchangeResult::Refused),
        Err(NotApproved::Unusable(Unusable::NoAnswer)) => return Ok(ExchangeResult::NoAnswer),
        Err(NotApproved::Moved(chosen)) => {
            let reference = CartReference::from(paid.cart);
            Carts::new(app).take_over(&reference, &chosen).await?;
            return Ok(ExchangeResult::Moved);
        }
    };
    let message = WalletMessage {
        id: approved.message,
        expires_at: approved.expires_at,
    };
    Ok(ExchangeResult::Session(approved.session, message))
}

/// Exchanges a buyer's confirmation for the saved card.
async fn saved_card(
    app: &App,
    token: &str,
    paid: &Purchase<'_>,
) -> Result<ExchangeResult, Failure> {
    let now = app.clock.now();
    let confirmed = confirmed_card(&*app.store, token, paid.cart, paid.amount, now);
    Ok(confirmed.await?.map_or_else(
        || {
            tracing::info!(refusal = "confirmation", "a wallet's token was refused");
            ExchangeResult::Refused
        },
        ExchangeResult::Confirmed,
    ))
}

/// Exchanges an account for a session or a saved card; `None` for a card's token.
async fn account_session(
    call: &RequestContext<'_>,
    token: &WalletToken,
    paid: &Purchase<'_>,
) -> Result<Option<ExchangeResult>, Failure> {
    let app = call.app;
    match token {
        WalletToken::PayPal(token) => {
            let _exchange = call.call_provider()?;
            paypal_session(app, token, paid).await.map(Some)
        }
        WalletToken::AmazonPay(id) => {
            let _exchange = call.call_provider()?;
            amazon_pay_session(app, id, paid).await.map(Some)
        }
        WalletToken::SavedCard(token) => saved_card(app, token, paid).await.map(Some),
        WalletToken::ApplePay(_) | WalletToken::GooglePay(_) | WalletToken::MetaPay(_) => Ok(None),
    }
}

/// Exchanges a token for a gateway session. The server stores only a digest of the token.
async fn wallet_session(
    call: &RequestContext<'_>,
    token: WalletToken,
    paid: &Purchase<'_>,
) -> Result<ExchangeResult, Failure> {
    let app = call.app;
    // Fetching keys and calling PayPal or the gateway is slow but has deadlines of its own, and takes none of this
    // server's capacity. So give up the place in the admission gate.
    if let Some(exchanged) = account_session(call, &token, paid).await? {
        return Ok(exchanged);
    }
    let _exchange = call.start_exchange()?;
    let Some(cleared) = clear(app, token, paid).await else {
        return Ok(ExchangeResult::Refused);
    };
    let session = match app.gateway.wallet_session(cleared.credential()).await {
        Ok(session) => session,
        Err(WalletSessionError::Refused) => {
            tracing::info!(refusal = "gateway", "a wallet's token was refused");
            return Ok(ExchangeResult::Refused);
        }
        Err(WalletSessionError::NoAnswer(error)) => {
            tracing::warn!(%error, "the gateway gave no session for a wallet's token");
            return Ok(ExchangeResult::Refused);
        }
    };
    // The message is claimed only after the gateway's answer, together with the payment. Only the gateway can verify a
    // sealed token, and a forged one must leave nothing in the store. If another payment has claimed the message, the
    // session is discarded and expires.
    let message = WalletMessage {
        id: cleared.message,
        expires_at: cleared.expires_at,
    };
    Ok(ExchangeResult::Session(session, message))
}

/// Applies the rules to a copy of the cart. If they no longer find a fault, the payment is refused all the same, and
/// the client tries again.
fn dry_run(cart: &Cart, wish: &RequestedPayment, prices: &Prices<'_>) -> Vec<Fault> {
    let faults = apply(&mut cart.clone(), wish, prices);
    if faults.is_empty() {
        return vec![Fault::of(FaultCode::InvalidPayment, Subject::Payment)];
    }
    faults
}

fn apply(cart: &mut Cart, wish: &RequestedPayment, prices: &Prices<'_>) -> Vec<Fault> {
    let is_confirmed = wish
        .confirmed
        .is_none_or(|revision| revision == cart.revision);
    if !is_confirmed {
        return vec![spent_message()];
    }
    let rules = prices.rules;
    let address = wish.billing_address.clone();
    let mut faults = set_billing_address(cart, address, Strictness::Strict);
    let now = prices.of(cart);
    let method = wish.method.clone();
    faults.extend(bind_payment(cart, wish.amount, method, &now, rules));
    faults
}

/// Maps a fault to its path: faults of the address are in the method's argument, faults of the amount beside it.
fn payment_error(fault: &Fault, argument: &[&'static str], country: &str) -> UserError {
    let method = path(argument);
    match fault.subject {
        Subject::BillingAddressField(_) => {
            UserError::with_country(fault, &[&method[..], &["billingAddress"]].concat(), country)
        }
        Subject::PaymentAmount => UserError::of(fault, &["payment", "amount"]),
        Subject::Payment => UserError::of(fault, &["payment"]),
        Subject::PaymentMethod if *fault == spent_message() => wallet_refused(&method),
        Subject::PaymentMethod
        | Subject::Whole
        | Subject::Lines
        | Subject::Line(..)
        | Subject::Buyer(_)
        | Subject::Preferences
        | Subject::Attributes
        | Subject::Attribute(..)
        | Subject::DiscountCode(_)
        | Subject::GiftCards
        | Subject::GiftCard(_)
        | Subject::Note
        | Subject::Metafields
        | Subject::MetafieldKey
        | Subject::DeliveryAddress
        | Subject::DeliveryAddressField(_)
        | Subject::KnownDeliveryAddress(_)
        | Subject::DeliveryGroups
        | Subject::DeliveryGroup(..)
        | Subject::DeliveryChoice(..) => UserError::of(fault, &method),
    }
}

fn path(argument: &[&'static str]) -> Vec<&'static str> {
    ["payment"].iter().chain(argument).copied().collect()
}

/// `has_wallet`: whether the shop has a wallet of its own, whose saved cards can pay.
fn read_payment(input: PaymentInput, has_wallet: bool) -> Result<RequestedPayment, UserError> {
    let amount = read_amount(&input.amount)?;
    let mut offers: Vec<(
        &'static [&'static str],
        Option<PaymentMethod>,
        MailingAddressInput,
    )> = Vec::new();
    let mut token = None;
    if let Some(direct) = input.direct_payment_method {
        let session = card_session(direct.session_id);
        let method = PaymentMethod::Card { session };
        offers.push((
            &["directPaymentMethod"],
            Some(method),
            direct.billing_address,
        ));
    }
    if let Some(free) = input.free_payment_method {
        let method = PaymentMethod::Free;
        offers.push((&["freePaymentMethod"], Some(method), free.billing_address));
    }
    if let Some(manual) = input.manual_payment_method {
        let method = manual_method(&manual.handle);
        offers.push((&["manualPaymentMethod"], method, manual.billing_address));
    }
    if let Some(wallet) = input.wallet_payment_method {
        let (argument, given, billing_address) = read_wallet(wallet, has_wallet);
        let method = given.as_ref().map(WalletToken::unsettled);
        offers.push((argument, method, billing_address));
        token = given;
    }
    let Ok([(argument, method, billing_address)]) = <[_; 1]>::try_from(offers) else {
        let message = messages::ONE_PAYMENT_METHOD;
        return Err(UserError::new("INVALID_PAYMENT", &["payment"], message));
    };
    let Some(method) = method else {
        let message = messages::UNKNOWN_PAYMENT_METHOD;
        return Err(UserError::new(
            "PAYMENT_METHOD_NOT_SUPPORTED",
            &path(argument),
            message,
        ));
    };
    let billing_address = addresses::mailing(billing_address).tidied();
    Ok(RequestedPayment {
        amount,
        method,
        billing_address: Some(billing_address).filter(|address| !address.is_empty()),
        argument,
        token,
        confirmed: None,
    })
}

/// Checks the session of a card payment. A reference of another provider is refused here, because it must come through that
/// provider's own argument, which verifies it.
fn card_session(given: String) -> String {
    match GatewayName::of(&given) {
        GatewayName::Card => given,
        GatewayName::PayPal | GatewayName::AmazonPay => String::new(),
    }
}

/// Reads the wallet. Returns no token unless the input has exactly one wallet, which the shop supports.
fn read_wallet(
    input: WalletPaymentMethodInput,
    has_wallet: bool,
) -> (
    &'static [&'static str],
    Option<WalletToken>,
    MailingAddressInput,
) {
    let WalletPaymentMethodInput {
        amazon_pay,
        apple,
        google,
        meta_pay,
        paypal,
        shop,
    } = input;
    match (apple, google, paypal, meta_pay, amazon_pay, shop) {
        (Some(content), None, None, None, None, None) => (
            &["walletPaymentMethod", "applePayWalletContent"],
            Some(WalletToken::ApplePay(Box::new(content.token))),
            content.billing_address,
        ),
        (None, None, Some(content), None, None, None) => (
            &["walletPaymentMethod", "paypalWalletContent"],
            Some(WalletToken::PayPal(content.token)),
            content.billing_address,
        ),
        (None, None, None, Some(content), None, None) => (
            &["walletPaymentMethod", "facebookPayWalletContent"],
            Some(WalletToken::MetaPay(content.container)),
            content.billing_address,
        ),
        (None, None, None, None, Some(content), None) => (
            &["walletPaymentMethod", "amazonPayWalletContent"],
            Some(WalletToken::AmazonPay(content.checkout_session_id)),
            content.billing_address,
        ),
        (None, None, None, None, None, Some(content)) if has_wallet => (
            &["walletPaymentMethod", "shopPayWalletContent"],
            Some(WalletToken::SavedCard(content.session_token)),
            content.billing_address,
        ),
        (None, Some(content), None, None, None, None) => (
            &["walletPaymentMethod", "googlePayWalletContent"],
            Some(WalletToken::GooglePay(content.token)),
            content.billing_address,
        ),
        _ => (
            &["walletPaymentMethod"],
            None,
            MailingAddressInput::default(),
        ),
    }
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
