//! The GraphQL documents of one purchase, as a storefront sends them.

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

pub(crate) struct Documents {
    create: String,
    identify: String,
    select: String,
    prepare: String,
    pay: String,
    submit: String,
    follow: String,
}

impl Documents {
    pub(crate) fn new() -> Self {
        let change = |name: &str, parameters: &str, arguments: &str| {
            format!(
                "mutation Buy({parameters}, $country: CountryCode, $language: LanguageCode)
                @inContext(country: $country, language: $language) {{
                  {name}({arguments}) {{
                    cart {{ ...CartFields }}
                    userErrors {{ message field code }}
                    warnings {{ code message target }}
                  }}
                }}{CART_FIELDS}"
            )
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
            prepare: "mutation ($cartId: ID!) { cartPrepareForCompletion(cartId: $cartId) {
                result { __typename } userErrors { code } } }"
                .to_owned(),
            submit: "mutation ($cartId: ID!, $attemptToken: String!) {
                cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken) {
                  result { __typename ... on SubmitSuccess { attemptId } }
                  userErrors { code } } }"
                .to_owned(),
            follow: "query ($attemptId: String!) {
                cartCompletionAttempt(attemptId: $attemptId) { __typename } }"
                .to_owned(),
        }
    }

    /// `cartCreate` with one line of each of these variants.
    pub(crate) fn create(&self, variants: &[usize]) -> Value {
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
        body(&self.create, json!({ "input": input }))
    }

    /// Sets the buyer's identity and address.
    pub(crate) fn identify(&self, cart: &Value) -> Value {
        let identity = json!({
            "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
            "deliveryAddressPreferences": [{
                "deliveryAddress": address(),
                "deliveryAddressValidationStrategy": "STRICT",
            }],
        });
        body(
            &self.identify,
            json!({ "cartId": cart, "buyerIdentity": identity }),
        )
    }

    /// Selects delivery by PPL.
    pub(crate) fn select(&self, cart: &Value, group: &Value) -> Value {
        let option = json!([{ "deliveryGroupId": group, "deliveryOptionHandle": "ppl" }]);
        body(&self.select, json!({ "cartId": cart, "options": option }))
    }

    pub(crate) fn prepare(&self, cart: &Value) -> Value {
        body(&self.prepare, json!({ "cartId": cart }))
    }

    /// Pays with the token of Google Pay's sheet.
    pub(crate) fn pay(&self, cart: &Value, amount: &Value, token: Value) -> Value {
        let mut content = token;
        content["billingAddress"] = address();
        let payment = json!({
            "amount": amount,
            "walletPaymentMethod": { "googlePayWalletContent": content },
        });
        body(&self.pay, json!({ "cartId": cart, "payment": payment }))
    }

    pub(crate) fn submit(&self, cart: &Value, token: &str) -> Value {
        body(
            &self.submit,
            json!({ "cartId": cart, "attemptToken": token }),
        )
    }

    pub(crate) fn follow(&self, attempt: &Value) -> Value {
        body(&self.follow, json!({ "attemptId": attempt }))
    }
}

fn body(query: &str, mut variables: Value) -> Value {
    variables["country"] = json!("CZ");
    variables["language"] = json!("CS");
    json!({ "query": query, "variables": variables })
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
