import { type Decoded, integer, member, nullable, object, text } from '../../base/decode.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import type { DeliveryPromiseDocument } from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

/** The input of a delivery promise. */
export interface PromiseQuestion {
  /** In global-id form. */
  readonly variantId: string;
  /** In global-id form. */
  readonly sellingPlanId: string | null;
  readonly postalCode: string | null;
  /** Whether the buyer entered the postal code for this; otherwise the browser remembered it. */
  readonly isPostalCodeOverride: boolean;
}

export const DELIVERY_PROMISE: CartOperation<DeliveryPromiseDocument> = {
  name: 'deliveryPromise',
  query: `query deliveryPromise($variantId:ID!$sellingPlanId:ID$postalCode:String$isPostalCodeOverride:Boolean${CONTEXT}{deliveryPromise(variantId:$variantId,sellingPlanId:$sellingPlanId,postalCode:$postalCode,isPostalCodeOverride:$isPostalCodeOverride){selectedShippingOption{brandedPromise{handle}maxCalendarDaysToDelivery}}}`,
};

const option = object({
  /** The handle of the delivery promise for badges; null if there is none. */
  brandedPromise: nullable(member('handle', text)),
  maxCalendarDaysToDelivery: integer,
});

/** The fastest delivery method. */
export type SelectedShippingOption = Decoded<typeof option>;

/** Fetches how soon one piece can be delivered; null if nothing is promised. */
export const fetchDeliveryPromise = (
  client: CartClient,
  question: PromiseQuestion,
  options: RequestOptions,
): Promise<SelectedShippingOption | null> =>
  runOperation(
    client,
    DELIVERY_PROMISE,
    { ...question },
    options,
    nullable(member('selectedShippingOption', option)),
  );
