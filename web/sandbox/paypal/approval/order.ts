import { isText, items, members } from '../../common/loose.ts';

/** A line of an order's amount. */
export interface Part {
  readonly name: string;
  readonly value: string;
}

/** An invented buyer, as the emulated PayPal tells of one. */
export interface Buyer {
  readonly handle: string;
  readonly name: string;
  readonly country: string;
}

/** An order as the window shows it. */
export interface Order {
  readonly id: string;
  readonly isApproved: boolean;
  readonly brand: string;
  readonly currency: string;
  readonly value: string;
  readonly parts: readonly Part[];
  readonly buyers: readonly Buyer[];
}

const text = (value: unknown): string => (isText(value) ? value : '');

const isNothing = (value: string): boolean => Number(value) === 0;

/** Reads what the emulated PayPal answers. */
export function readOrder(id: string, answer: unknown): Order {
  const { status, amount, brand, buyers } = members(answer);
  const { currency_code: currency, value, breakdown } = members(amount);
  const parts = Object.entries(members(breakdown)).map(([name, part]) => ({
    name,
    value: text(members(part)['value']),
  }));
  return {
    id,
    isApproved: status === 'APPROVED',
    brand: text(brand),
    currency: text(currency),
    value: text(value),
    parts: parts.filter((part) => !isNothing(part.value)),
    buyers: items(buyers)
      .map(members)
      .map(({ handle, name, country }) => ({
        handle: text(handle),
        name: text(name),
        country: text(country),
      })),
  };
}

const address = (id: string): string => `orders/${encodeURIComponent(id)}`;

async function json(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`PayPal answers ${String(answer.status)}`);
  return answer.json() as Promise<unknown>;
}

/** Asks for the order. Rejects where there is none. */
export const fetchOrder = async (id: string, signal: AbortSignal): Promise<Order> =>
  readOrder(id, await json(await fetch(address(id), { signal })));

/** Approves it; answers with the payer. */
export async function approveOrder(id: string, buyer: string, scenario: string): Promise<string> {
  const answer = await fetch(`${address(id)}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ buyer, scenario }),
  });
  return text(members(await json(answer))['payerID']);
}
