import { boolean, type Decoder, mapped, nullable, object, text, withDefault } from '../../../base/decode.ts';
import { oneOf } from '../../../base/decode-choice.ts';
import type { AddressValues, DeliveryChoice, FormValues, PaymentChoice } from './fields.ts';

/** The part of browser storage used here; a browser may refuse it (then nothing is remembered). */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const address: Decoder<AddressValues, never> = object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  zip: text,
  country: text,
});

const choice: Decoder<DeliveryChoice, never> = object({ code: nullable(text), handle: nullable(text) });

/** An earlier version of this app wrote `paypal` for an account: the only vendor it knew. */
const payment: Decoder<PaymentChoice, never> = mapped(
  oneOf(['account', 'card', 'cash_on_delivery', 'bank_transfer', 'paypal']),
  (written) => (written === 'paypal' ? 'account' : written),
);

/** The typed values. */
export interface Draft extends FormValues {
  /** The approved order at a wallet that the shopper had come back with then. */
  readonly approval: string | null;
}

const draft: Decoder<Draft, never> = object({
  email: text,
  phone: text,
  note: text,
  companyId: text,
  vatId: text,
  // Drafts from before there was a consent have none.
  consent: withDefault(text, ''),
  delivery: address,
  billing: address,
  billingSame: boolean,
  deliveries: object({ ONE_TIME_PURCHASE: choice, SUBSCRIPTION: choice }),
  payment: nullable(payment),
  approval: nullable(text),
});

/** Keeps typed values across reloads, per cart and only for this tab. */
export class Drafts {
  readonly #memory: Memory;
  readonly #key: string;

  constructor(memory: Memory, cart: string) {
    this.#memory = memory;
    this.#key = `zkratka.checkout.${cart}`;
  }

  read(): Draft | null {
    try {
      const text = this.#memory.getItem(this.#key);
      return text === null ? null : draft(JSON.parse(text), 'draft');
    } catch {
      // Written by another version of this app, or storage is refused: start with the server's data.
      return null;
    }
  }

  write(typed: Draft): void {
    try {
      this.#memory.setItem(this.#key, JSON.stringify(typed));
    } catch {
      // Storage is full or refused; the form itself still works.
    }
  }

  forget(): void {
    try {
      this.#memory.removeItem(this.#key);
    } catch {
      // Storage is refused: nothing is kept.
    }
  }
}
