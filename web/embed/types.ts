/** The public types: attributes, events, and what they add to the platform's own maps. Types only: importing loads nothing. */
import type { PayWalletButton } from './elements/views/pay-wallet-button.ts';
import type { PRODUCT_ATTRIBUTES } from './elements/attributes/product.ts';
import type { ProductElement } from './elements/product-element.ts';
import type { CART_ATTRIBUTES, CHECKOUT_ATTRIBUTES } from './elements/attributes/wallet-names.ts';
import type { CartElement, CheckoutElement } from './elements/wallet-element.ts';
import type { EventDetails } from './flows/events.ts';

export type { AttributeName } from './elements/attributes/parse.ts';
export type { ProductSettings, VariantParams } from './elements/attributes/product.ts';
export type { PayWalletButton } from './elements/views/pay-wallet-button.ts';
export type { ProductElement } from './elements/product-element.ts';
export type { WalletSettings } from './elements/attributes/wallet.ts';
export type { CartElement, CheckoutElement } from './elements/wallet-element.ts';
export type { DecelerationReason } from './flows/deceleration.ts';
export type {
  AcceleratedCheckoutEvent,
  EventDetails,
  EventName,
  FailureReason,
  UnavailableReason,
  WalletUnavailableReason,
} from './flows/events.ts';
export type { InstrumentName, WalletConfig } from './flows/instruments.ts';
export type { PageType } from './flows/page-type.ts';
export type { ProductLine } from './flows/product-form.ts';

type ProductAttributeName = keyof typeof PRODUCT_ATTRIBUTES;

/** The attributes of `<accelerated-checkout>` as markup has them. */
export type ProductAttributes = Readonly<
  Record<'access-token' | 'buyer-country' | 'buyer-currency', string> &
    Partial<Record<ProductAttributeName, string | boolean>>
>;

/** The attributes of `<accelerated-checkout-cart>` as markup has them. */
export type CartAttributes = Readonly<
  Record<'access-token' | 'buyer-country' | 'buyer-currency', string> &
    Partial<Record<(typeof CART_ATTRIBUTES)[number], string | boolean>>
>;

/** The attributes of `<checkout-wallet-button>` as markup has them. */
export type CheckoutAttributes = Readonly<
  Record<'access-token' | 'buyer-country' | 'buyer-currency' | 'wallet-config', string> &
    Partial<Record<(typeof CHECKOUT_ATTRIBUTES)[number], string | boolean>>
>;

/** The attributes of `<pay-wallet-button>` as markup has them. */
export interface PayWalletButtonAttributes {
  readonly wallet: string;
  readonly 'call-to-action'?: string | boolean;
  readonly disabled?: string | boolean;
  readonly theme?: 'light' | 'dark';
}

declare global {
  interface HTMLElementTagNameMap {
    'accelerated-checkout': ProductElement;
    'accelerated-checkout-cart': CartElement;
    'checkout-wallet-button': CheckoutElement;
    'pay-wallet-button': PayWalletButton;
  }
  /** Of elements and, as the events bubble, of the document and the window. */
  interface GlobalEventHandlersEventMap {
    'accelerated-checkout:start': CustomEvent<EventDetails['accelerated-checkout:start']>;
    'accelerated-checkout:complete': CustomEvent<EventDetails['accelerated-checkout:complete']>;
    'accelerated-checkout:metric': CustomEvent<EventDetails['accelerated-checkout:metric']>;
    'accelerated-checkout:error': CustomEvent<EventDetails['accelerated-checkout:error']>;
    'accelerated-checkout:unavailable': CustomEvent<EventDetails['accelerated-checkout:unavailable']>;
    'accelerated-checkout:visible': CustomEvent<EventDetails['accelerated-checkout:visible']>;
    'wallet-rendered': CustomEvent<EventDetails['wallet-rendered']>;
  }
}
