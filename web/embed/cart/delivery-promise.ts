import { type Decoded, integer, member, nullable, object, text } from '../../base/decode.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import type { DeliveryPromiseDocument } from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

/** What a delivery promise is asked for. */
export interface PromiseQuestion {
  /** In global-id form. */
  readonly variantId: string;
  /** In global-id form. */
  readonly sellingPlanId: string | null;
  readonly postalCode: string | null;
  /** The buyer has given the postal code just for this; otherwise it is the one that the browser remembers. */
  readonly isPostalCodeOverride: boolean;
}

export const DELIVERY_PROMISE: CartOperation<DeliveryPromiseDocument> = {
  name: 'deliveryPromise',
  query: `query deliveryPromise($variantId:ID!$sellingPlanId:ID$postalCode:String$isPostalCodeOverride:Boolean${CONTEXT}{deliveryPromise(variantId:$variantId,sellingPlanId:$sellingPlanId,postalCode:$postalCode,isPostalCodeOverride:$isPostalCodeOverride){selectedShippingOption{brandedPromise{handle}maxCalendarDaysToDelivery}}}`,
};

const option = object({
  /** The handle of the promise that badges make; null where none is made. */
  brandedPromise: nullable(member('handle', text)),
  maxCalendarDaysToDelivery: integer,
});

/** The way that delivers soonest. */
export type SelectedShippingOption = Decoded<typeof option>;

/** How soon one piece can be at the door; null where nothing is promised. */
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
