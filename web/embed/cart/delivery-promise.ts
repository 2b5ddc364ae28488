import { CONTEXT } from './context.ts';
import type { CartClient } from './client.ts';
import { integer, nullable, object, text } from './decode.ts';
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

/** The way that delivers soonest. */
export interface SelectedShippingOption {
  /** The handle of the promise that badges make; null where none is made. */
  readonly brandedPromise: string | null;
  readonly maxCalendarDaysToDelivery: number;
}

const PROMISE: CartOperation = {
  name: 'deliveryPromise',
  query: `query deliveryPromise($variantId:ID!$sellingPlanId:ID$postalCode:String$isPostalCodeOverride:Boolean${CONTEXT}{deliveryPromise(variantId:$variantId,sellingPlanId:$sellingPlanId,postalCode:$postalCode,isPostalCodeOverride:$isPostalCodeOverride){selectedShippingOption{brandedPromise{handle}maxCalendarDaysToDelivery}}}`,
};

const handle = (value: unknown, what: string): string => text(object(value, what)['handle'], 'handle');

function readPromise(value: unknown, what: string): SelectedShippingOption {
  const option = object(object(value, what)['selectedShippingOption'], 'selectedShippingOption');
  return {
    brandedPromise: nullable(handle)(option['brandedPromise'], 'brandedPromise'),
    maxCalendarDaysToDelivery: integer(option['maxCalendarDaysToDelivery'], 'maxCalendarDaysToDelivery'),
  };
}

/** How soon one piece can be at the door; null where nothing is promised. */
export async function fetchDeliveryPromise(
  client: CartClient,
  question: PromiseQuestion,
  options: RequestOptions,
): Promise<SelectedShippingOption | null> {
  const { deliveryPromise } = await client.request(PROMISE, { ...question }, options);
  return nullable(readPromise)(deliveryPromise, 'deliveryPromise');
}
