import { describe, expect, it } from 'vitest';
import { RememberedBuyer } from '../src/form/remembered.ts';
import { form, memory } from './support.ts';

const KEY = 'zkratka.buyer';
const DAY = 24 * 60 * 60 * 1_000;
const NOW = 1_000_000;

function at(now: number, storage = memory()) {
  return { storage, buyer: new RememberedBuyer(storage, () => now) };
}

describe('what a browser remembers of its buyer', () => {
  it('[B.12] is contact and delivery address, the country first, and nothing of the payment', () => {
    const { storage, buyer } = at(NOW);
    const { delivery } = form();
    buyer.write(
      form({
        note: 'tajné',
        payment: 'card',
        companyId: '27082440',
        delivery: { ...delivery, company: 'Sojka s.r.o.' },
      }),
    );
    const texts = buyer.read(['CZ']);
    expect(texts?.[0]).toEqual(['delivery.country', 'CZ']);
    expect(Object.fromEntries(texts ?? [])).toMatchObject({
      email: form().email,
      'delivery.city': form().delivery.city,
    });
    const written = storage.getItem(KEY) ?? '';
    for (const other of ['tajné', 'card', '27082440', 'Sojka s.r.o.', 'billing'])
      expect(written).not.toContain(other);
  });

  it('[B.12] is forgotten after 180 days, and when the buyer wants', () => {
    const { storage, buyer } = at(NOW);
    buyer.write(form());
    expect(at(NOW + 180 * DAY - 1, storage).buyer.read(['CZ'])).not.toBeNull();
    expect(at(NOW + 180 * DAY, storage).buyer.read(['CZ'])).toBeNull();
    // Written by a clock that was wrong: it would never end.
    expect(at(NOW - 1, storage).buyer.read(['CZ'])).toBeNull();
    buyer.forget();
    expect(storage.getItem(KEY)).toBeNull();
    expect(buyer.read(['CZ'])).toBeNull();
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    [
      'another version',
      JSON.stringify({ version: 2, until: NOW + DAY, texts: { 'delivery.country': 'CZ' } }),
    ],
    [
      'other types',
      JSON.stringify({ version: 1, until: NOW + DAY, texts: { 'delivery.country': 'CZ', email: 3 } }),
    ],
    ['no texts', JSON.stringify({ version: 1, until: NOW + DAY })],
  ])('[B.12] is ignored if it is %s', (_, text) => {
    const { storage, buyer } = at(NOW);
    if (text !== null) storage.setItem(KEY, text);
    expect(buyer.read(['CZ'])).toBeNull();
  });

  it('[B.12] is ignored where its country is not delivered to, and without texts that no field takes', () => {
    const { storage, buyer } = at(NOW);
    buyer.write(form({ email: `${'a'.repeat(300)}@example.cz` }));
    expect(buyer.read(['SK'])).toBeNull();
    const long = (storage.getItem(KEY) ?? '').replace(/a{255}/u, 'a'.repeat(256));
    storage.setItem(KEY, long);
    expect(buyer.read(['CZ'])?.map(([name]) => name)).not.toContain('email');
  });

  it('[B.12] fails silently where storage is refused', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    const buyer = new RememberedBuyer({ getItem: refuse, setItem: refuse, removeItem: refuse }, () => NOW);
    buyer.write(form());
    buyer.forget();
    expect(buyer.read(['CZ'])).toBeNull();
  });
});
