/** The public types: attributes, events, and what they add to the platform's own maps. Types only: importing loads nothing. */
import type { PRODUCT_ATTRIBUTES } from './elements/product-attributes.ts';
import type { ProductElement } from './elements/product-element.ts';
import type { EventDetails } from './flows/events.ts';

export type { AttributeName } from './elements/attributes.ts';
export type { ProductSettings, VariantParams } from './elements/product-attributes.ts';
export type { ProductElement } from './elements/product-element.ts';
export type { DecelerationReason } from './flows/deceleration.ts';
export type {
  AcceleratedCheckoutEvent,
  EventDetails,
  EventName,
  FailureReason,
  UnavailableReason,
} from './flows/events.ts';
export type { InstrumentName, WalletConfig } from './flows/instruments.ts';
export type { ProductLine } from './flows/product-form.ts';

type ProductAttributeName = keyof typeof PRODUCT_ATTRIBUTES;

/** The attributes of `<accelerated-checkout>` as markup has them. */
export type ProductAttributes = Readonly<
  Record<'access-token' | 'buyer-country' | 'buyer-currency', string> &
    Partial<Record<ProductAttributeName, string | boolean>>
>;

declare global {
  interface HTMLElementTagNameMap {
    'accelerated-checkout': ProductElement;
  }
  /** Of elements and, as the events bubble, of the document and the window. */
  interface GlobalEventHandlersEventMap {
    'accelerated-checkout:start': CustomEvent<EventDetails['accelerated-checkout:start']>;
    'accelerated-checkout:complete': CustomEvent<EventDetails['accelerated-checkout:complete']>;
    'accelerated-checkout:error': CustomEvent<EventDetails['accelerated-checkout:error']>;
    'accelerated-checkout:unavailable': CustomEvent<EventDetails['accelerated-checkout:unavailable']>;
  }
}
