import { nullable, object, text } from '../../../base/decode.ts';
import type { Memory } from '../form/draft.ts';
import type { DeliveryChoices } from '../form/fields.ts';
import type { PurchaseType } from '../purchase-type.ts';

/** Says nothing of the buyer: only which methods the last order used, without the place. */
const KEY = 'zkratka.delivery';

const stored = object({ ONE_TIME_PURCHASE: nullable(text), SUBSCRIPTION: nullable(text) });

/** The delivery methods of the last order that was placed here by the shop's wallet. */
export class LastDelivery {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The method's code; null if none is known. */
  read(purchase: PurchaseType): string | null {
    try {
      return stored(JSON.parse(this.#memory.getItem(KEY) ?? 'null'), 'delivery')[purchase];
    } catch {
      return null;
    }
  }

  /** An order without one kind of goods leaves what is known of them. */
  write({ ONE_TIME_PURCHASE, SUBSCRIPTION }: DeliveryChoices): void {
    const known = {
      ONE_TIME_PURCHASE: ONE_TIME_PURCHASE.code ?? this.read('ONE_TIME_PURCHASE'),
      SUBSCRIPTION: SUBSCRIPTION.code ?? this.read('SUBSCRIPTION'),
    };
    try {
      this.#memory.setItem(KEY, JSON.stringify(known));
    } catch {
      // Storage is full or refused: the next order has no delivery chosen.
    }
  }

  forget(): void {
    try {
      this.#memory.removeItem(KEY);
    } catch {
      // Storage is refused: nothing is kept.
    }
  }
}
