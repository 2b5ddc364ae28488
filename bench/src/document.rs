//! The request that is measured: cartCreate as a storefront sends it.

use serde_json::json;

/// Fields that a storefront asks for after creating a cart.
const DOCUMENT: &str = r"
mutation CartCreate($input: CartInput!, $country: CountryCode, $language: LanguageCode)
@inContext(country: $country, language: $language) {
  cartCreate(input: $input) {
    cart { ...CartFields }
    userErrors { message field code }
    warnings { code message target }
  }
}
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

/// The body of one cartCreate with two lines.
#[must_use]
pub(crate) fn cart_create(variants: [u64; 2]) -> String {
    let line = |variant: u64, quantity: u32| {
        json!({
            "merchandiseId": format!("gid://shopify/ProductVariant/{variant}"),
            "quantity": quantity,
            "attributes": [{ "key": "Balení", "value": "dárkové" }],
        })
    };
    json!({
        "query": DOCUMENT,
        "variables": {
            "country": "CZ",
            "language": "CS",
            "input": {
                "lines": [line(variants[0], 1), line(variants[1], 2)],
                "attributes": [{ "key": "zdroj", "value": "měření" }],
                "buyerIdentity": { "countryCode": "CZ" },
            },
        },
    })
    .to_string()
}

/// Reads one order-bearing number: the cart id must be there, or the answer was no cart.
pub(crate) fn is_cart(answer: &[u8]) -> bool {
    let Ok(answer) = serde_json::from_slice::<serde_json::Value>(answer) else {
        return false;
    };
    answer["data"]["cartCreate"]["cart"]["id"].is_string()
}
