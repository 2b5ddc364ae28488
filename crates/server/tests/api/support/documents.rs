//! GraphQL documents as a storefront sends them.

/// Every field of a cart that a storefront shows.
pub(crate) const CART: &str = "
fragment M on MoneyV2 { amount currencyCode }
fragment F on Cart {
  id checkoutUrl totalQuantity note createdAt updatedAt
  attributes { key value }
  buyerIdentity { email phone countryCode customer { id } deliveryAddressPreferences { ... on MailingAddress { zip country countryCodeV2 } } }
  delivery { addresses { id selected address { ... on CartDeliveryAddress { firstName lastName address1 city zip countryCode formatted(withName: true) } } } }
  discountCodes { code applicable }
  discountAllocations { discountedAmount { ...M } ... on CartCodeDiscountAllocation { code } ... on CartAutomaticDiscountAllocation { title } }
  cost {
    totalAmount { ...M } subtotalAmount { ...M } totalTaxAmount { ...M } totalDutyAmount { ...M }
    checkoutChargeAmount { ...M } cashOnDeliveryAmount { ...M } totalAmountEstimated
  }
  lines(first: 10) {
    edges { cursor node { id } }
    nodes {
      id quantity attributes { key value }
      cost { totalAmount { ...M } subtotalAmount { ...M } amountPerQuantity { ...M } compareAtAmountPerQuantity { ...M } }
      discountAllocations { discountedAmount { ...M } }
      sellingPlanAllocation { sellingPlan { id recurringDeliveries billingPolicy { ... on SellingPlanRecurringBillingPolicy { interval intervalCount } } priceAdjustments { orderCount } } priceAdjustments { price { ...M } } }
      merchandise { ... on ProductVariant {
        id title requiresShipping availableForSale quantityAvailable sku weight weightUnit
        price { ...M } compareAtPrice { ...M } selectedOptions { name value } image { url altText }
        product { id handle title vendor tags description priceRange { minVariantPrice { ...M } } }
      } }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
  deliveryGroups(first: 10) {
    nodes {
      id groupType isOutOfStock isPending selectionHasChanged
      deliveryAddress { country countryCodeV2 zip }
      deliveryOptions { code title handle description deliveryPromise deliveryMethodType cashOnDelivery estimatedCost { ...M } }
      selectedDeliveryOption { handle }
      cartLines(first: 10) { nodes { id } }
    }
  }
}";

/// For each mutation: its declared variables, and its arguments.
const ARGUMENTS: &[(&str, &str, &str)] = &[
    ("cartCreate", "$input: CartInput", "input: $input"),
    (
        "cartLinesAdd",
        "$cartId: ID!, $lines: [CartLineInput!]!",
        "cartId: $cartId, lines: $lines",
    ),
    (
        "cartLinesUpdate",
        "$cartId: ID!, $lines: [CartLineUpdateInput!]!",
        "cartId: $cartId, lines: $lines",
    ),
    (
        "cartLinesRemove",
        "$cartId: ID!, $lineIds: [ID!]!",
        "cartId: $cartId, lineIds: $lineIds",
    ),
    (
        "cartAttributesUpdate",
        "$cartId: ID!, $attributes: [AttributeInput!]!",
        "cartId: $cartId, attributes: $attributes",
    ),
    (
        "cartNoteUpdate",
        "$cartId: ID!, $note: String!",
        "cartId: $cartId, note: $note",
    ),
    (
        "cartDiscountCodesUpdate",
        "$cartId: ID!, $discountCodes: [String!]!",
        "cartId: $cartId, discountCodes: $discountCodes",
    ),
    (
        "cartBuyerIdentityUpdate",
        "$cartId: ID!, $buyerIdentity: CartBuyerIdentityInput!",
        "cartId: $cartId, buyerIdentity: $buyerIdentity",
    ),
    (
        "cartBillingAddressUpdate",
        "$cartId: ID!, $billingAddress: MailingAddressInput",
        "cartId: $cartId, billingAddress: $billingAddress",
    ),
    (
        "cartDeliveryAddressesAdd",
        "$cartId: ID!, $addresses: [CartSelectableAddressInput!]!",
        "cartId: $cartId, addresses: $addresses",
    ),
    (
        "cartDeliveryAddressesReplace",
        "$cartId: ID!, $addresses: [CartSelectableAddressInput!]!",
        "cartId: $cartId, addresses: $addresses",
    ),
    (
        "cartDeliveryAddressesUpdate",
        "$cartId: ID!, $addresses: [CartSelectableAddressUpdateInput!]!",
        "cartId: $cartId, addresses: $addresses",
    ),
    (
        "cartDeliveryAddressesRemove",
        "$cartId: ID!, $addressIds: [ID!]!",
        "cartId: $cartId, addressIds: $addressIds",
    ),
    (
        "cartSelectedDeliveryOptionsUpdate",
        "$cartId: ID!, $selectedDeliveryOptions: [CartSelectedDeliveryOptionInput!]!",
        "cartId: $cartId, selectedDeliveryOptions: $selectedDeliveryOptions",
    ),
    (
        "cartPaymentUpdate",
        "$cartId: ID!, $payment: CartPaymentInput!",
        "cartId: $cartId, payment: $payment",
    ),
    (
        "cartGiftCardCodesAdd",
        "$cartId: ID!, $giftCardCodes: [String!]!",
        "cartId: $cartId, giftCardCodes: $giftCardCodes",
    ),
    (
        "cartGiftCardCodesUpdate",
        "$cartId: ID!, $giftCardCodes: [String!]!",
        "cartId: $cartId, giftCardCodes: $giftCardCodes",
    ),
    (
        "cartGiftCardCodesRemove",
        "$cartId: ID!, $appliedGiftCardIds: [ID!]!",
        "cartId: $cartId, appliedGiftCardIds: $appliedGiftCardIds",
    ),
    ("cartClone", "$cartId: ID!", "cartId: $cartId"),
    ("cartRemovePersonalData", "$cartId: ID!", "cartId: $cartId"),
];

/// The names of all mutations in [`ARGUMENTS`].
pub(crate) fn mutation_names() -> impl Iterator<Item = &'static str> {
    ARGUMENTS.iter().map(|&(name, _, _)| name)
}

/// A mutation of [`ARGUMENTS`] that selects every field of its payload.
pub(crate) fn mutation(name: &str) -> String {
    let &(_, declared, passed) = ARGUMENTS
        .iter()
        .find(|&&(known, _, _)| known == name)
        .unwrap();
    format!(
        "mutation ({declared}) {{ {name}({passed}) {{
            cart {{ ...F }} userErrors {{ code field message }} warnings {{ code message target }}
        }} }} {CART}"
    )
}
