import { type Decoded, nullable, number, object, text } from '../../../base/decode.ts';
import { addressNames, type FormValues, textOf, type TextFieldName } from './fields.ts';
import type { Memory } from './draft.ts';

export const REMEMBERED_KEY = 'zkratka.buyer';
const VERSION = 1;
const DAY = 24 * 60 * 60 * 1_000;
const KEPT_DAYS = 180;
/** As long as a field takes. */
const LONGEST = 255;

/** Contact and delivery address; nothing of the payment, and no company: its fields may be hidden at the next order. */
const REMEMBERED: readonly TextFieldName[] = [
  'email',
  'phone',
  ...addressNames('delivery').filter((name) => name !== 'delivery.company'),
];

const stored = object({
  version: number,
  until: number,
  texts: object(Object.fromEntries(REMEMBERED.map((name) => [name, nullable(text)]))),
});

/** Texts by field. The country comes first: another country has other fields. */
export type BuyerTexts = readonly (readonly [name: TextFieldName, text: string])[];

/** What this browser remembers of its buyer, where the buyer agreed. */
export class RememberedBuyer {
  readonly #memory: Memory;
  readonly #now: () => number;

  constructor(memory: Memory, now: () => number) {
    this.#memory = memory;
    this.#now = now;
  }

  /** Null if nothing is remembered, or it is out of date, or not what this version writes. */
  read(countries: readonly string[]): BuyerTexts | null {
    try {
      const { version, until, texts } = this.#stored();
      const left = until - this.#now();
      const isRight = version === VERSION && left > 0 && left <= KEPT_DAYS * DAY;
      if (isRight && countries.includes(texts['delivery.country'] ?? '')) return inOrder(texts);
    } catch {
      // Nothing is stored, or something else.
    }
    return null;
  }

  write(form: FormValues): void {
    const texts = Object.fromEntries(
      REMEMBERED.map((name) => [name, textOf(form, name).trim().slice(0, LONGEST)]),
    );
    const until = this.#now() + KEPT_DAYS * DAY;
    try {
      this.#memory.setItem(REMEMBERED_KEY, JSON.stringify({ version: VERSION, until, texts }));
    } catch {
      // Storage is full or refused: the next order is typed again.
    }
  }

  forget(): void {
    try {
      this.#memory.removeItem(REMEMBERED_KEY);
    } catch {
      // Storage is refused: nothing is kept.
    }
  }

  #stored(): Decoded<typeof stored> {
    return stored(JSON.parse(this.#memory.getItem(REMEMBERED_KEY) ?? 'null'), '');
  }
}

function inOrder(texts: Readonly<Record<string, string | null>>): BuyerTexts {
  const country = (name: TextFieldName): number => (name === 'delivery.country' ? 0 : 1);
  return REMEMBERED.toSorted((one, other) => country(one) - country(other)).flatMap((name) => {
    const known = texts[name] ?? '';
    return known === '' || known.length > LONGEST ? [] : [[name, known] as const];
  });
}
