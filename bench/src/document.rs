//! The GraphQL documents of one purchase, as a storefront sends them.

use crate::answer::Amount;
use serde_json::{Value, json};

/// The fields that a storefront requests after every change of a cart.
const CART_FIELDS: &str = r"
fragment MoneyFields on MoneyV2 { amount currencyCode }
fragment CartFields on Cart {
  id checkoutUrl totalQuantity note createdAt updatedAt
  attributes { key value }
  buyerIdentity { email phone countryCode }
  discountCodes { code applicable }
  cost {
    totalAmount { ...MoneyFields } subtotalAmount { ...MoneyFields }
    totalTaxAmount { ...MoneyFields } totalDutyAmount { ...MoneyFields }
  }
  lines(first: 10) {
    edges { node {
      id quantity attributes { key value }
      cost { totalAmount { ...MoneyFields } subtotalAmount { ...MoneyFields } amountPerQuantity { ...MoneyFields } }
      merchandise { ... on ProductVariant {
        id title requiresShipping availableForSale sku
        price { ...MoneyFields } compareAtPrice { ...MoneyFields }
        selectedOptions { name value } image { url altText }
        product { id handle title }
      } }
    } }
  }
  deliveryGroups(first: 10) {
    edges { node {
      id groupType
      deliveryOptions { handle title deliveryMethodType estimatedCost { ...MoneyFields } }
      selectedDeliveryOption { handle }
    } }
  }
}
";

/// Whole bodies but for the values of variables, so that a purchase costs the load generator little.
pub(crate) struct Documents {
    create: Document,
    identify: Document,
    select: Document,
    prepare: Document,
    pay: Document,
    submit: Document,
    follow: Document,
}

/// The text of a body up to the variables.
struct Document(String);

impl Document {
    fn new(query: &str) -> Self {
        Self(format!(r#"{{"query":{},"variables":"#, json!(query)))
    }

    fn body(&self, mut variables: Value) -> String {
        variables["country"] = json!("CZ");
        variables["language"] = json!("CS");
        format!("{}{variables}}}", self.0)
    }
}

impl Documents {
    pub(crate) fn new() -> Self {
        let change = |name: &str, parameters: &str, arguments: &str| {
            Document::new(&format!(
                "mutation Buy({parameters}, $country: CountryCode, $language: LanguageCode)
                @inContext(country: $country, language: $language) {{
                  {name}({arguments}) {{
                    cart {{ ...CartFields }}
                    userErrors {{ message field code }}
                    warnings {{ code message target }}
                  }}
                }}{CART_FIELDS}"
            ))
        };
        Self {
            create: change("cartCreate", "$input: CartInput!", "input: $input"),
            identify: change(
                "cartBuyerIdentityUpdate",
                "$cartId: ID!, $buyerIdentity: CartBuyerIdentityInput!",
                "cartId: $cartId, buyerIdentity: $buyerIdentity",
            ),
            select: change(
                "cartSelectedDeliveryOptionsUpdate",
                "$cartId: ID!, $options: [CartSelectedDeliveryOptionInput!]!",
                "cartId: $cartId, selectedDeliveryOptions: $options",
            ),
            pay: change(
                "cartPaymentUpdate",
                "$cartId: ID!, $payment: CartPaymentInput!",
                "cartId: $cartId, payment: $payment",
            ),
            prepare: Document::new(
                "mutation ($cartId: ID!) { cartPrepareForCompletion(cartId: $cartId) {
                result { __typename } userErrors { code } } }",
            ),
            submit: Document::new(
                "mutation ($cartId: ID!, $attemptToken: String!) {
                cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken) {
                  result { __typename ... on SubmitSuccess { attemptId } }
                  userErrors { code } } }",
            ),
            follow: Document::new(
                "query ($attemptId: String!) {
                cartCompletionAttempt(attemptId: $attemptId) { __typename } }",
            ),
        }
    }

    /// `cartCreate` with one line of each of these variants.
    pub(crate) fn create(&self, variants: &[usize]) -> String {
        let lines: Vec<Value> = variants
            .iter()
            .zip(1..)
            .map(|(variant, quantity)| {
                json!({
                    "merchandiseId": format!("gid://shopify/ProductVariant/{variant}"),
                    "quantity": quantity,
                    "attributes": [{ "key": "Balení", "value": "dárkové" }],
                })
            })
            .collect();
        let input = json!({
            "lines": lines,
            "attributes": [{ "key": "zdroj", "value": "měření" }],
            "buyerIdentity": { "countryCode": "CZ" },
        });
        self.create.body(json!({ "input": input }))
    }

    /// Sets the buyer's identity and address.
    pub(crate) fn identify(&self, cart: &str) -> String {
        let identity = json!({
            "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
            "deliveryAddressPreferences": [{
                "deliveryAddress": address(),
                "deliveryAddressValidationStrategy": "STRICT",
            }],
        });
        self.identify
            .body(json!({ "cartId": cart, "buyerIdentity": identity }))
    }

    /// Selects delivery by PPL.
    pub(crate) fn select(&self, cart: &str, group: &str) -> String {
        let option = json!([{ "deliveryGroupId": group, "deliveryOptionHandle": "ppl" }]);
        self.select
            .body(json!({ "cartId": cart, "options": option }))
    }

    pub(crate) fn prepare(&self, cart: &str) -> String {
        self.prepare.body(json!({ "cartId": cart }))
    }

    /// Pays with the token of Google Pay's sheet.
    pub(crate) fn pay(&self, cart: &str, amount: &Amount, token: Value) -> String {
        let mut content = token;
        content["billingAddress"] = address();
        let payment = json!({
            "amount": amount,
            "walletPaymentMethod": { "googlePayWalletContent": content },
        });
        self.pay.body(json!({ "cartId": cart, "payment": payment }))
    }

    pub(crate) fn submit(&self, cart: &str, token: &str) -> String {
        self.submit
            .body(json!({ "cartId": cart, "attemptToken": token }))
    }

    pub(crate) fn follow(&self, attempt: &str) -> String {
        self.follow.body(json!({ "attemptId": attempt }))
    }
}

fn address() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1",
        "city": "Praha", "zip": "11000", "country": "CZ",
    })
}

/// Whether a `cartCreate` succeeded.
pub(crate) fn is_cart(answer: &[u8]) -> bool {
    let Ok(answer) = serde_json::from_slice::<Value>(answer) else {
        return false;
    };
    answer["data"]["cartCreate"]["cart"]["id"].is_string()
}
