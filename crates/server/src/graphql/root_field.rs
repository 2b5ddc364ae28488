//! The root fields of the API.

macro_rules! root_fields {
    ($($variant:ident => $name:literal,)+) => {
        /// A root field of the schema, of `QueryRoot` or `Mutation`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum RootField { $($variant,)+ }

        impl RootField {
            /// Every root field. A plan refers to a field by its position here.
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Finds a root field by its name in the schema.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

root_fields! {
    Cart => "cart",
    CartCompletionAttempt => "cartCompletionAttempt",
    Collection => "collection",
    CollectionByHandle => "collectionByHandle",
    Collections => "collections",
    DeliveryPromise => "deliveryPromise",
    Localization => "localization",
    Node => "node",
    Nodes => "nodes",
    PaymentSettings => "paymentSettings",
    Product => "product",
    ProductByHandle => "productByHandle",
    ProductTags => "productTags",
    ProductTypes => "productTypes",
    Products => "products",
    Shop => "shop",
    SubscriptionPolicy => "subscriptionPolicy",
    ApplePaySessionCreate => "applePaySessionCreate",
    CartAttributesUpdate => "cartAttributesUpdate",
    CartBillingAddressUpdate => "cartBillingAddressUpdate",
    CartBuyerIdentityUpdate => "cartBuyerIdentityUpdate",
    CartClone => "cartClone",
    CartCompletionAttemptGiveUp => "cartCompletionAttemptGiveUp",
    CartCreate => "cartCreate",
    CartDeliveryAddressesAdd => "cartDeliveryAddressesAdd",
    CartDeliveryAddressesRemove => "cartDeliveryAddressesRemove",
    CartDeliveryAddressesReplace => "cartDeliveryAddressesReplace",
    CartDeliveryAddressesUpdate => "cartDeliveryAddressesUpdate",
    CartDiscountCodesUpdate => "cartDiscountCodesUpdate",
    CartGiftCardCodesAdd => "cartGiftCardCodesAdd",
    CartGiftCardCodesRemove => "cartGiftCardCodesRemove",
    CartGiftCardCodesUpdate => "cartGiftCardCodesUpdate",
    CartLinesAdd => "cartLinesAdd",
    CartLinesRemove => "cartLinesRemove",
    CartLinesUpdate => "cartLinesUpdate",
    CartMetafieldDelete => "cartMetafieldDelete",
    CartMetafieldsSet => "cartMetafieldsSet",
    CartNoteUpdate => "cartNoteUpdate",
    CartPaymentUpdate => "cartPaymentUpdate",
    CartPrepareForCompletion => "cartPrepareForCompletion",
    CartRemovePersonalData => "cartRemovePersonalData",
    CartSelectedDeliveryOptionsUpdate => "cartSelectedDeliveryOptionsUpdate",
    CartSubmitForCompletion => "cartSubmitForCompletion",
    PaypalBuyerDetailsFetch => "paypalBuyerDetailsFetch",
    PaypalTokenCreate => "paypalTokenCreate",
}

impl RootField {
    /// The number by which plans refer to the field of this name.
    pub(super) fn number(name: &str) -> Option<usize> {
        Self::named(name).map(|field| field as usize)
    }

    /// The field to which a plan refers by this number.
    pub(super) fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphql::schema::api_schema;
    use apollo_compiler::executable::OperationType;

    /// A field that is added to the schema, or removed from it, must be added or removed here.
    #[test]
    fn the_root_fields_are_those_of_the_schema() {
        let schema = &api_schema().unwrap().schema;
        let mut fields = 0;
        for kind in [OperationType::Query, OperationType::Mutation] {
            let root = schema.get_object(schema.root_operation(kind).unwrap());
            for name in root.unwrap().fields.keys() {
                let field = RootField::named(name);
                assert!(field.is_some(), "{name} is in the schema alone");
                assert_eq!(RootField::number(name).and_then(RootField::numbered), field);
                fields += 1;
            }
        }
        assert_eq!(
            fields,
            RootField::ALL.len(),
            "all of them are in the schema"
        );
    }
}
