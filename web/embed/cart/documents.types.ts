/** Generated from api_schema.graphql and the documents beside it by `npm run graphql-types`. */

export interface AmazonPayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly checkoutSessionId: string;
}

export interface ApplePayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly data: string;
  readonly header: ApplePayWalletHeaderInput;
  readonly lastDigits?: string | null;
  readonly signature: string;
  readonly version: string;
}

export interface ApplePayWalletHeaderInput {
  readonly applicationData?: string | null;
  readonly ephemeralPublicKey: string;
  readonly publicKeyHash: string;
  readonly transactionId: string;
  readonly wrappedKey?: string | null;
}

export interface AttributeInput {
  readonly key: string;
  readonly value: string;
}

export interface BillingAddressDocument {
  readonly name: 'cartBillingAddressUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly billingAddress?: MailingAddressInput | null;
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface BuyerIdentityDocument {
  readonly name: 'cartBuyerIdentityUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly buyerIdentity: CartBuyerIdentityInput;
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface CartAddressInput {
  readonly copyFromCustomerAddressId?: string | null;
  readonly deliveryAddress?: CartDeliveryAddressInput | null;
}

export interface CartAttributesDocument {
  readonly name: 'cartAttributesUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly attributes: readonly AttributeInput[];
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface CartBuyerIdentityInput {
  readonly companyLocationId?: string | null;
  readonly countryCode?: string | null;
  readonly customerAccessToken?: string | null;
  readonly deliveryAddressPreferences?: readonly DeliveryAddressInput[] | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly preferences?: CartPreferencesInput | null;
}

export type CartCardSource = 'SAVED_CREDIT_CARD';

export interface CartDeliveryAddressInput {
  readonly address1?: string | null;
  readonly address2?: string | null;
  readonly city?: string | null;
  readonly company?: string | null;
  readonly countryCode?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phone?: string | null;
  readonly provinceCode?: string | null;
  readonly zip?: string | null;
}

export interface CartDeliveryCoordinatesPreferenceInput {
  readonly countryCode: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface CartDeliveryInput {
  readonly addresses?: readonly CartSelectableAddressInput[] | null;
}

export interface CartDeliveryPreferenceInput {
  readonly coordinates?: CartDeliveryCoordinatesPreferenceInput | null;
  readonly deliveryMethod?: readonly PreferenceDeliveryMethodType[] | null;
  readonly pickupHandle?: readonly string[] | null;
}

export interface CartDirectPaymentMethodInput {
  readonly acceptedSubscriptionTerms?: boolean | null;
  readonly billingAddress: MailingAddressInput;
  readonly cardSource?: CartCardSource | null;
  readonly sessionId: string;
}

export interface CartFreePaymentMethodInput {
  readonly billingAddress: MailingAddressInput;
}

export interface CartInput {
  readonly attributes?: readonly AttributeInput[] | null;
  readonly buyerIdentity?: CartBuyerIdentityInput | null;
  readonly delivery?: CartDeliveryInput | null;
  readonly discountCodes?: readonly string[] | null;
  readonly giftCardCodes?: readonly string[] | null;
  readonly lines?: readonly CartLineInput[] | null;
  readonly metafields?: readonly CartInputMetafieldInput[] | null;
  readonly note?: string | null;
}

export interface CartInputMetafieldInput {
  readonly key: string;
  readonly type: string;
  readonly value: string;
}

export interface CartLineInput {
  readonly attributes?: readonly AttributeInput[] | null;
  readonly merchandiseId: string;
  readonly parent?: CartLineParentInput | null;
  readonly quantity?: number | null;
  readonly sellingPlanId?: string | null;
}

export interface CartLineParentInput {
  readonly lineId?: string | null;
  readonly merchandiseId?: string | null;
}

export interface CartManualPaymentMethodInput {
  readonly billingAddress: MailingAddressInput;
  readonly handle: string;
}

export interface CartPaymentDocument {
  readonly name: 'cartPaymentUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly payment: CartPaymentInput;
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface CartPaymentInput {
  readonly amount: MoneyInput;
  readonly directPaymentMethod?: CartDirectPaymentMethodInput | null;
  readonly freePaymentMethod?: CartFreePaymentMethodInput | null;
  readonly manualPaymentMethod?: CartManualPaymentMethodInput | null;
  readonly sourceIdentifier?: string | null;
  readonly walletPaymentMethod?: CartWalletPaymentMethodInput | null;
}

export interface CartPreferencesInput {
  readonly delivery?: CartDeliveryPreferenceInput | null;
  readonly wallet?: readonly string[] | null;
}

export interface CartSelectableAddressInput {
  readonly address: CartAddressInput;
  readonly oneTimeUse?: boolean | null;
  readonly selected?: boolean | null;
  readonly validationStrategy?: DeliveryAddressValidationStrategy | null;
}

export interface CartSelectedDeliveryOptionInput {
  readonly deliveryGroupId: string;
  readonly deliveryOptionHandle: string;
}

export interface CartSnapshotFragment {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly cost: {
    readonly totalAmount: { readonly amount: string; readonly currencyCode: string };
    readonly subtotalAmount: { readonly amount: string; readonly currencyCode: string };
    readonly totalTaxAmount: { readonly amount: string; readonly currencyCode: string } | null;
    readonly taxesIncluded: boolean;
    readonly totalDutyAmount: { readonly amount: string; readonly currencyCode: string } | null;
  };
  readonly discountAllocations: readonly {
    readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
  }[];
  readonly appliedGiftCards: readonly {
    readonly amountUsed: { readonly amount: string; readonly currencyCode: string };
  }[];
  readonly discountCodes: readonly { readonly code: string; readonly applicable: boolean }[];
  readonly lines: {
    readonly nodes: readonly {
      readonly quantity: number;
      readonly discountAllocations: readonly {
        readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
      }[];
      readonly merchandise: { readonly requiresShipping: boolean };
      readonly sellingPlanAllocation: {
        readonly priceAdjustments: readonly { readonly price: { readonly amount: string } }[];
        readonly sellingPlan: {
          readonly id: string;
          readonly billingPolicy: {
            readonly interval: SellingPlanInterval;
            readonly intervalCount: number;
          } | null;
          readonly priceAdjustments: readonly { readonly orderCount: number | null }[];
        };
      } | null;
    }[];
  };
  readonly deliveryGroups: {
    readonly nodes: readonly {
      readonly id: string;
      readonly isPending: boolean;
      readonly selectionHasChanged: boolean;
      readonly selectedDeliveryOption: { readonly handle: string } | null;
      readonly deliveryOptions: readonly {
        readonly handle: string;
        readonly title: string | null;
        readonly description: string | null;
        readonly deliveryPromise: string | null;
        readonly deliveryMethodType: DeliveryMethodType;
        readonly estimatedCost: { readonly amount: string; readonly currencyCode: string };
      }[];
    }[];
  };
}

export interface CartWalletPaymentMethodInput {
  readonly amazonPayWalletContent?: AmazonPayWalletContentInput | null;
  readonly applePayWalletContent?: ApplePayWalletContentInput | null;
  readonly facebookPayWalletContent?: FacebookPayWalletContentInput | null;
  readonly googlePayWalletContent?: GooglePayWalletContentInput | null;
  readonly paypalWalletContent?: PaypalWalletContentInput | null;
  readonly shopPayWalletContent?: ShopPayWalletContentInput | null;
}

export type CartWarningCode =
  | 'DISCOUNT_CODE_NOT_HONOURED'
  | 'DISCOUNT_CURRENTLY_INACTIVE'
  | 'DISCOUNT_CUSTOMER_NOT_ELIGIBLE'
  | 'DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED'
  | 'DISCOUNT_ELIGIBLE_CUSTOMER_MISSING'
  | 'DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE'
  | 'DISCOUNT_NOT_FOUND'
  | 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  | 'DISCOUNT_NO_ENTITLED_SHIPPING_LINES'
  | 'DISCOUNT_PURCHASE_NOT_IN_RANGE'
  | 'DISCOUNT_QUANTITY_NOT_IN_RANGE'
  | 'DISCOUNT_USAGE_LIMIT_REACHED'
  | 'DUPLICATE_DELIVERY_ADDRESS'
  | 'MERCHANDISE_NOT_ENOUGH_STOCK'
  | 'MERCHANDISE_OUT_OF_STOCK'
  | 'MERCHANDISE_SELLING_PLAN_NOT_APPLICABLE_ON_COMPANY_LOCATION'
  | 'PAYMENTS_GIFT_CARDS_UNAVAILABLE';

export interface CheckoutUrlDocument {
  readonly name: 'cart';
  readonly variables: {
    readonly id: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: { readonly checkoutUrl: string } | null;
}

export interface CreateCartDocument {
  readonly name: 'cartCreate';
  readonly variables: {
    readonly input: CartInput;
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: {
      readonly id: string;
      readonly checkoutUrl: string;
      readonly cost: { readonly totalAmount: { readonly amount: string; readonly currencyCode: string } };
      readonly lines: { readonly nodes: readonly { readonly quantity: number }[] };
    } | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface CreateSheetCartDocument {
  readonly name: 'cartCreate';
  readonly variables: {
    readonly input: CartInput;
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface DeliveryAddressInput {
  readonly customerAddressId?: string | null;
  readonly deliveryAddress?: MailingAddressInput | null;
  readonly deliveryAddressValidationStrategy?: DeliveryAddressValidationStrategy | null;
  readonly oneTimeUse?: boolean | null;
}

export type DeliveryAddressValidationStrategy = 'COUNTRY_CODE_ONLY' | 'STRICT';

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export interface DeliveryOptionsDocument {
  readonly name: 'cartSelectedDeliveryOptionsUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly selectedDeliveryOptions: readonly CartSelectedDeliveryOptionInput[];
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface DeliveryPromiseDocument {
  readonly name: 'deliveryPromise';
  readonly variables: {
    readonly variantId: string;
    readonly sellingPlanId?: string | null;
    readonly postalCode?: string | null;
    readonly isPostalCodeOverride?: boolean | null;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly selectedShippingOption: {
      readonly brandedPromise: { readonly handle: string } | null;
      readonly maxCalendarDaysToDelivery: number;
    };
  } | null;
}

export interface DiscountCodesDocument {
  readonly name: 'cartDiscountCodesUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly discountCodes: readonly string[];
    readonly country?: string | null;
    readonly language?: string | null;
    readonly visitorConsent?: VisitorConsent | null;
  };
  readonly answer: {
    readonly cart: CartSnapshotFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly { readonly code: CartWarningCode }[];
  };
}

export interface FacebookPayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly containerData: string;
  readonly containerId: string;
  readonly mode: string;
}

export interface FetchCartDocument {
  readonly name: 'cart';
  readonly variables: {
    readonly id: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: CartSnapshotFragment | null;
}

export interface GooglePayIntermediateSigningKeyInput {
  readonly signatures: readonly string[];
  readonly signedKey: string;
}

export interface GooglePayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly intermediateSigningKey?: GooglePayIntermediateSigningKeyInput | null;
  readonly protocolVersion: string;
  readonly signature: string;
  readonly signedMessage: string;
}

export interface LimitedCartDocument {
  readonly name: 'cart';
  readonly variables: {
    readonly id: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly id: string;
    readonly lines: {
      readonly nodes: readonly {
        readonly merchandise: { readonly requiresShipping: boolean };
        readonly sellingPlanAllocation: { readonly sellingPlan: { readonly id: string } } | null;
      }[];
    };
  } | null;
}

export interface MailingAddressInput {
  readonly address1?: string | null;
  readonly address2?: string | null;
  readonly city?: string | null;
  readonly company?: string | null;
  readonly country?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phone?: string | null;
  readonly province?: string | null;
  readonly zip?: string | null;
}

export interface MerchantSessionDocument {
  readonly name: 'applePaySessionCreate';
  readonly variables: {
    readonly validationUrl: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly body: string | null;
    readonly userErrors: readonly { readonly code: string | null }[];
  };
}

export interface MoneyInput {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface PaypalDetailsDocument {
  readonly name: 'paypalBuyerDetailsFetch';
  readonly variables: {
    readonly cartId: string;
    readonly token: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly details: {
      readonly email: string | null;
      readonly payerId: string | null;
      readonly expiresAt: string;
      readonly remoteOrderId: string;
      readonly destinationAddress: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly zip: string | null;
        readonly provinceCode: string | null;
        readonly countryCodeV2: string | null;
        readonly phone: string | null;
      } | null;
      readonly billingAddress: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly zip: string | null;
        readonly provinceCode: string | null;
        readonly countryCodeV2: string | null;
        readonly phone: string | null;
      } | null;
    } | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
  };
}

export type PaypalFundingSource = 'PAYPAL' | 'VENMO';

export interface PaypalTokenDocument {
  readonly name: 'paypalTokenCreate';
  readonly variables: {
    readonly cartId: string;
    readonly billingAgreement?: boolean | null;
    readonly fundingSource?: PaypalFundingSource | null;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly token: string | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
  };
}

export interface PaypalWalletContentInput {
  readonly acceptedSubscriptionTerms?: boolean | null;
  readonly billingAddress: MailingAddressInput;
  readonly email: string;
  readonly expiresAt: string;
  readonly merchantId?: string | null;
  readonly payerId: string;
  readonly token: string;
  readonly vaultingAgreement?: boolean | null;
}

export interface PersonalDataRemovalDocument {
  readonly name: 'cartRemovePersonalData';
  readonly variables: {
    readonly cartId: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: { readonly userErrors: readonly { readonly code: string | null }[] };
}

export type PreferenceDeliveryMethodType = 'PICKUP_POINT' | 'PICK_UP' | 'SHIPPING';

export interface PrepareDocument {
  readonly name: 'cartPrepareForCompletion';
  readonly variables: {
    readonly cartId: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly result:
      | (
          | {
              readonly __typename: 'CartStatusNotReady';
              readonly errors: readonly { readonly code: string; readonly message: string | null }[];
            }
          | { readonly __typename: 'CartStatusReady' }
          | { readonly __typename: 'CartThrottled'; readonly pollAfter: string }
        )
      | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
  };
}

export interface RatedCartDocument {
  readonly name: 'cart';
  readonly variables: {
    readonly id: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly id: string;
    readonly checkoutUrl: string;
    readonly cost: {
      readonly totalAmount: { readonly amount: string; readonly currencyCode: string };
      readonly subtotalAmount: { readonly amount: string; readonly currencyCode: string };
      readonly totalTaxAmount: { readonly amount: string; readonly currencyCode: string } | null;
      readonly taxesIncluded: boolean;
      readonly totalDutyAmount: { readonly amount: string; readonly currencyCode: string } | null;
    };
    readonly discountAllocations: readonly {
      readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
    }[];
    readonly appliedGiftCards: readonly {
      readonly amountUsed: { readonly amount: string; readonly currencyCode: string };
    }[];
    readonly discountCodes: readonly { readonly code: string; readonly applicable: boolean }[];
    readonly lines: {
      readonly nodes: readonly {
        readonly quantity: number;
        readonly discountAllocations: readonly {
          readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
        }[];
        readonly merchandise: { readonly requiresShipping: boolean };
        readonly sellingPlanAllocation: {
          readonly priceAdjustments: readonly { readonly price: { readonly amount: string } }[];
          readonly sellingPlan: {
            readonly id: string;
            readonly billingPolicy: {
              readonly interval: SellingPlanInterval;
              readonly intervalCount: number;
            } | null;
            readonly priceAdjustments: readonly { readonly orderCount: number | null }[];
          };
        } | null;
      }[];
    };
    readonly deliveryGroups: {
      readonly nodes: readonly {
        readonly id: string;
        readonly isPending: boolean;
        readonly selectionHasChanged: boolean;
        readonly selectedDeliveryOption: { readonly handle: string } | null;
        readonly deliveryOptions: readonly {
          readonly handle: string;
          readonly title: string | null;
          readonly description: string | null;
          readonly deliveryPromise: string | null;
          readonly deliveryMethodType: DeliveryMethodType;
          readonly estimatedCost: { readonly amount: string; readonly currencyCode: string };
        }[];
      }[];
    };
  } | null;
}

export type SellingPlanInterval = 'DAY' | 'MONTH' | 'WEEK' | 'YEAR';

export interface ShopPayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly sessionToken: string;
}

export interface SubmitDocument {
  readonly name: 'cartSubmitForCompletion';
  readonly variables: {
    readonly cartId: string;
    readonly attemptToken: string;
    readonly country?: string | null;
    readonly language?: string | null;
  };
  readonly answer: {
    readonly result:
      | (
          | { readonly __typename: 'SubmitAlreadyAccepted' }
          | {
              readonly __typename: 'SubmitFailed';
              readonly checkoutUrl: string | null;
              readonly errors: readonly { readonly code: string; readonly message: string | null }[];
            }
          | { readonly __typename: 'SubmitSuccess'; readonly redirectUrl: string }
          | { readonly __typename: 'SubmitThrottled'; readonly pollAfter: string }
        )
      | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
  };
}

export interface SubscriptionPolicyDocument {
  readonly name: 'subscriptionPolicy';
  readonly variables: { readonly country?: string | null; readonly language?: string | null };
  readonly answer: { readonly title: string; readonly body: string } | null;
}

export interface VisitorConsent {
  readonly analytics?: boolean | null;
  readonly marketing?: boolean | null;
  readonly preferences?: boolean | null;
  readonly saleOfData?: boolean | null;
}
