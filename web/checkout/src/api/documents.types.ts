/** Generated from api_schema.graphql and the documents beside it by `npm run graphql-types`. */

export interface AddGiftCardsDocument {
  readonly name: 'cartGiftCardCodesAdd';
  readonly variables: { readonly cartId: string; readonly giftCardCodes: readonly string[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

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

export interface CaptchaSolutionInput {
  readonly answer?: string | null;
  readonly challenge: string;
  readonly work?: string | null;
}

export interface CartAddressInput {
  readonly copyFromCustomerAddressId?: string | null;
  readonly deliveryAddress?: CartDeliveryAddressInput | null;
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

export type CartDeliveryGroupType = 'ONE_TIME_PURCHASE' | 'SUBSCRIPTION';

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

export interface CartLineUpdateInput {
  readonly attributes?: readonly AttributeInput[] | null;
  readonly id: string;
  readonly merchandiseId?: string | null;
  readonly quantity?: number | null;
  readonly sellingPlanId?: string | null;
}

export interface CartManualPaymentMethodInput {
  readonly billingAddress: MailingAddressInput;
  readonly handle: string;
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

export interface CheckoutCartFragment {
  readonly id: string;
  readonly totalQuantity: number;
  readonly note: string | null;
  readonly attributes: readonly { readonly key: string; readonly value: string | null }[];
  readonly buyerIdentity: {
    readonly email: string | null;
    readonly phone: string | null;
    readonly countryCode: string | null;
  };
  readonly delivery: {
    readonly addresses: readonly {
      readonly address: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly provinceCode: string | null;
        readonly zip: string | null;
        readonly countryCode: string | null;
      };
    }[];
  };
  readonly lines: {
    readonly nodes: readonly (
      | {
          readonly id: string;
          readonly quantity: number;
          readonly attributes: readonly { readonly key: string; readonly value: string | null }[];
          readonly discountAllocations: readonly (
            | {
                readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
                readonly title: string;
              }
            | {
                readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
                readonly code: string;
              }
            | { readonly discountedAmount: { readonly amount: string; readonly currencyCode: string } }
          )[];
          readonly parentRelationship: { readonly parent: { readonly id: string } } | null;
          readonly sellingPlanAllocation: {
            readonly sellingPlan: {
              readonly name: string;
              readonly id: string;
              readonly billingPolicy: {
                readonly interval: SellingPlanInterval;
                readonly intervalCount: number;
              } | null;
              readonly priceAdjustments: readonly { readonly orderCount: number | null }[];
            };
            readonly priceAdjustments: readonly { readonly price: { readonly amount: string } }[];
          } | null;
          readonly cost: {
            readonly amountPerQuantity: { readonly amount: string; readonly currencyCode: string };
            readonly compareAtAmountPerQuantity: {
              readonly amount: string;
              readonly currencyCode: string;
            } | null;
            readonly totalAmount: { readonly amount: string; readonly currencyCode: string };
          };
          readonly merchandise: {
            readonly id: string;
            readonly title: string;
            readonly requiresShipping: boolean;
            readonly image: { readonly url: string } | null;
            readonly product: { readonly title: string; readonly isGiftCard: boolean };
          };
        }
      | {
          readonly id: string;
          readonly quantity: number;
          readonly attributes: readonly { readonly key: string; readonly value: string | null }[];
          readonly discountAllocations: readonly (
            | {
                readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
                readonly title: string;
              }
            | {
                readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
                readonly code: string;
              }
            | { readonly discountedAmount: { readonly amount: string; readonly currencyCode: string } }
          )[];
          readonly sellingPlanAllocation: {
            readonly sellingPlan: {
              readonly name: string;
              readonly id: string;
              readonly billingPolicy: {
                readonly interval: SellingPlanInterval;
                readonly intervalCount: number;
              } | null;
              readonly priceAdjustments: readonly { readonly orderCount: number | null }[];
            };
            readonly priceAdjustments: readonly { readonly price: { readonly amount: string } }[];
          } | null;
          readonly cost: {
            readonly amountPerQuantity: { readonly amount: string; readonly currencyCode: string };
            readonly compareAtAmountPerQuantity: {
              readonly amount: string;
              readonly currencyCode: string;
            } | null;
            readonly totalAmount: { readonly amount: string; readonly currencyCode: string };
          };
          readonly merchandise: {
            readonly id: string;
            readonly title: string;
            readonly requiresShipping: boolean;
            readonly image: { readonly url: string } | null;
            readonly product: { readonly title: string; readonly isGiftCard: boolean };
          };
        }
    )[];
  };
  readonly discountCodes: readonly { readonly code: string; readonly applicable: boolean }[];
  readonly discountAllocations: readonly (
    | {
        readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
        readonly title: string;
      }
    | {
        readonly discountedAmount: { readonly amount: string; readonly currencyCode: string };
        readonly code: string;
      }
    | { readonly discountedAmount: { readonly amount: string; readonly currencyCode: string } }
  )[];
  readonly appliedGiftCards: readonly {
    readonly id: string;
    readonly lastCharacters: string;
    readonly amountUsed: { readonly amount: string; readonly currencyCode: string };
  }[];
  readonly deliveryGroups: {
    readonly nodes: readonly {
      readonly id: string;
      readonly groupType: CartDeliveryGroupType;
      readonly isOutOfStock: boolean;
      readonly isPending: boolean;
      readonly deliveryOptions: readonly {
        readonly handle: string;
        readonly code: string | null;
        readonly title: string | null;
        readonly description: string | null;
        readonly deliveryPromise: string | null;
        readonly deliveryMethodType: DeliveryMethodType;
        readonly cashOnDelivery: boolean;
        readonly estimatedCost: { readonly amount: string; readonly currencyCode: string };
        readonly discountedCost: { readonly amount: string; readonly currencyCode: string };
        readonly coordinates: { readonly latitude: number; readonly longitude: number } | null;
      }[];
      readonly selectedDeliveryOption: { readonly handle: string } | null;
      readonly selectionHasChanged: boolean;
    }[];
  };
  readonly cost: {
    readonly subtotalAmount: { readonly amount: string; readonly currencyCode: string };
    readonly totalAmount: { readonly amount: string; readonly currencyCode: string };
    readonly cashOnDeliveryAmount: { readonly amount: string; readonly currencyCode: string };
    readonly totalTaxAmount: { readonly amount: string; readonly currencyCode: string } | null;
    readonly totalDutyAmount: { readonly amount: string; readonly currencyCode: string } | null;
    readonly taxesIncluded: boolean;
  };
}

export type CompletionErrorCode =
  | 'ERROR'
  | 'INVENTORY_RESERVATION_ERROR'
  | 'PAYMENT_ADDRESS_CHANGED'
  | 'PAYMENT_AMOUNT_TOO_SMALL'
  | 'PAYMENT_CALL_ISSUER'
  | 'PAYMENT_CARD_DECLINED'
  | 'PAYMENT_ERROR'
  | 'PAYMENT_GATEWAY_NOT_ENABLED_ERROR'
  | 'PAYMENT_INSUFFICIENT_FUNDS'
  | 'PAYMENT_INVALID_BILLING_ADDRESS'
  | 'PAYMENT_INVALID_CREDIT_CARD'
  | 'PAYMENT_INVALID_CURRENCY'
  | 'PAYMENT_INVALID_PAYMENT_METHOD'
  | 'PAYMENT_TRANSIENT_ERROR';

export interface DeliveryAddressInput {
  readonly customerAddressId?: string | null;
  readonly deliveryAddress?: MailingAddressInput | null;
  readonly deliveryAddressValidationStrategy?: DeliveryAddressValidationStrategy | null;
  readonly oneTimeUse?: boolean | null;
}

export type DeliveryAddressValidationStrategy = 'COUNTRY_CODE_ONLY' | 'STRICT';

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export interface FacebookPayWalletContentInput {
  readonly billingAddress: MailingAddressInput;
  readonly containerData: string;
  readonly containerId: string;
  readonly mode: string;
}

export interface FetchAttemptDocument {
  readonly name: 'cartCompletionAttempt';
  readonly variables: { readonly attemptId: string };
  readonly answer:
    | (
        | {
            readonly __typename: 'CartCompletionActionRequired';
            readonly action: { readonly redirectUrl: string | null } | null;
          }
        | {
            readonly __typename: 'CartCompletionFailed';
            readonly errors: readonly {
              readonly code: CompletionErrorCode;
              readonly message: string | null;
            }[];
          }
        | {
            readonly __typename: 'CartCompletionProcessing';
            readonly pollDelay: number;
            readonly underReview: boolean;
          }
        | { readonly __typename: 'CartCompletionSuccess'; readonly orderUrl: string }
      )
    | null;
}

export interface FetchCartDocument {
  readonly name: 'cart';
  readonly variables: { readonly id: string };
  readonly answer: CheckoutCartFragment | null;
}

export interface GiveUpAttemptDocument {
  readonly name: 'cartCompletionAttemptGiveUp';
  readonly variables: { readonly attemptId: string };
  readonly answer: {
    readonly __typename:
      | 'CartCompletionActionRequired'
      | 'CartCompletionFailed'
      | 'CartCompletionProcessing'
      | 'CartCompletionSuccess';
  };
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

export interface MoneyInput {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface PageCartDocument {
  readonly name: 'cart';
  readonly variables: { readonly id: string };
  readonly answer: CheckoutCartFragment | null;
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

export type PreferenceDeliveryMethodType = 'PICKUP_POINT' | 'PICK_UP' | 'SHIPPING';

export interface PrepareDocument {
  readonly name: 'cartPrepareForCompletion';
  readonly variables: { readonly cartId: string };
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

export interface RemoveGiftCardsDocument {
  readonly name: 'cartGiftCardCodesRemove';
  readonly variables: { readonly cartId: string; readonly appliedGiftCardIds: readonly string[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface ReplaceAddressDocument {
  readonly name: 'cartDeliveryAddressesReplace';
  readonly variables: { readonly cartId: string; readonly addresses: readonly CartSelectableAddressInput[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface SelectDeliveryDocument {
  readonly name: 'cartSelectedDeliveryOptionsUpdate';
  readonly variables: {
    readonly cartId: string;
    readonly selectedDeliveryOptions: readonly CartSelectedDeliveryOptionInput[];
  };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
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
    readonly captcha?: CaptchaSolutionInput | null;
  };
  readonly answer: {
    readonly result:
      | (
          | { readonly __typename: 'SubmitAlreadyAccepted'; readonly attemptId: string }
          | {
              readonly __typename: 'SubmitFailed';
              readonly captcha: {
                readonly challenge: string;
                readonly difficulty: number;
                readonly question: string | null;
              } | null;
              readonly errors: readonly { readonly code: string; readonly message: string | null }[];
            }
          | { readonly __typename: 'SubmitSuccess'; readonly attemptId: string; readonly redirectUrl: string }
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

export interface UpdateAttributesDocument {
  readonly name: 'cartAttributesUpdate';
  readonly variables: { readonly cartId: string; readonly attributes: readonly AttributeInput[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdateBillingDocument {
  readonly name: 'cartBillingAddressUpdate';
  readonly variables: { readonly cartId: string; readonly billingAddress?: MailingAddressInput | null };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdateBuyerDocument {
  readonly name: 'cartBuyerIdentityUpdate';
  readonly variables: { readonly cartId: string; readonly buyerIdentity: CartBuyerIdentityInput };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdateDiscountCodesDocument {
  readonly name: 'cartDiscountCodesUpdate';
  readonly variables: { readonly cartId: string; readonly discountCodes: readonly string[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdateLinesDocument {
  readonly name: 'cartLinesUpdate';
  readonly variables: { readonly cartId: string; readonly lines: readonly CartLineUpdateInput[] };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdateNoteDocument {
  readonly name: 'cartNoteUpdate';
  readonly variables: { readonly cartId: string; readonly note: string };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}

export interface UpdatePaymentDocument {
  readonly name: 'cartPaymentUpdate';
  readonly variables: { readonly cartId: string; readonly payment: CartPaymentInput };
  readonly answer: {
    readonly cart: CheckoutCartFragment | null;
    readonly userErrors: readonly {
      readonly code: string | null;
      readonly field: readonly string[] | null;
      readonly message: string;
    }[];
    readonly warnings: readonly {
      readonly code: CartWarningCode;
      readonly target: string;
      readonly message: string;
    }[];
  };
}
