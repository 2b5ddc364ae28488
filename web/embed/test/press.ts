import { createCartClient } from '../cart/checked-client.ts';
import { createPageLock } from '../flows/page-lock.ts';
import type { PurchaseRequest } from '../flows/request.ts';
import type { DialogText } from '../i18n/cs.ts';

/** What a press needs from its element and its page, and what it does to them. */
export type PressedParts = Omit<PurchaseRequest, 'instrument' | 'source'>;

/** The page of a press, whose effects are written down in the order in which they happen. */
export function pressLog(): {
  readonly parts: PressedParts;
  readonly log: unknown[];
  readonly names: () => unknown[];
} {
  const log: unknown[] = [];
  const host = new EventTarget();
  for (const name of ['start', 'complete', 'error'])
    host.addEventListener(`accelerated-checkout:${name}`, (event) => {
      log.push([name, (event as CustomEvent<unknown>).detail]);
    });
  const parts: PressedParts = {
    host,
    requiresShipping: true,
    buyerCountry: 'CZ',
    buyerCurrency: 'CZK',
    lock: createPageLock(),
    client: () =>
      createCartClient({ origin: 'https://shop.example', accessToken: 't', country: 'CZ', locale: 'cs' }),
    signal: new AbortController().signal,
    busy: (busy) => log.push(busy ? 'busy' : 'free'),
    showDialog: (text: DialogText) => log.push(['dialog', text]),
    navigate: (url) => log.push(['navigate', url]),
  };
  return {
    parts,
    log,
    names: () => log.map((entry) => (Array.isArray(entry) ? (entry[0] as string) : entry)),
  };
}
