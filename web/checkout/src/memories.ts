import { plainCartId } from '../../base/made-cart.ts';
import type { CheckoutData } from './bootstrap/data.ts';
import { AttemptMemory } from './flow/attempt-memory.ts';
import { Drafts, type Memory } from './form/draft.ts';

/** This tab's stored data of a cart. */
export function memoriesOf(
  { cartId }: Pick<CheckoutData, 'cartId'>,
  memory: Memory,
): { readonly attempts: AttemptMemory; readonly drafts: Drafts } {
  const cart = plainCartId(cartId);
  return { attempts: new AttemptMemory(memory, cart), drafts: new Drafts(memory, cart) };
}

/** A storage, or none: reading the property throws if storage is forbidden. */
function memoryOf(storage: () => Memory): Memory {
  try {
    return storage();
  } catch {
    return NO_MEMORY;
  }
}

/** What this tab stores. */
export const tabMemory = (): Memory => memoryOf(() => sessionStorage);

/** What this browser stores. */
export const browserMemory = (): Memory => memoryOf(() => localStorage);

export const NO_MEMORY: Memory = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
