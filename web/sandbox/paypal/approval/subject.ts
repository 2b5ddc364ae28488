import { isText, items, members } from '../../../base/read.ts';

/** A line of an order's amount. */
export interface CostPart {
  readonly name: string;
  readonly value: string;
}

/** An invented buyer, as the emulated PayPal returns it. */
export interface Buyer {
  readonly handle: string;
  readonly name: string;
  readonly country: string;
}

/** The kind of request: to approve an order, or to agree that the shop keeps the account for later payments. */
export interface ApprovalSubjectId {
  readonly kind: 'order' | 'agreement';
  readonly id: string;
}

/** The amount of an order. */
export interface Cost {
  readonly currency: string;
  readonly value: string;
  readonly parts: readonly CostPart[];
}

/** An order or an agreement, as the window shows it. */
export interface ApprovalSubject {
  readonly isApproved: boolean;
  readonly brand: string;
  /** Missing for an agreement, which pays nothing. */
  readonly cost: Cost | null;
  readonly buyers: readonly Buyer[];
}

const text = (value: unknown): string => (isText(value) ? value : '');

const isNothing = (value: string): boolean => Number(value) === 0;

function readCost(amount: unknown): Cost {
  const { currency_code: currency, value, breakdown } = members(amount);
  const parts = Object.entries(members(breakdown)).map(([name, part]) => ({
    name,
    value: text(members(part)['value']),
  }));
  return {
    currency: text(currency),
    value: text(value),
    parts: parts.filter((part) => !isNothing(part.value)),
  };
}

/** Decodes the emulated PayPal's answer. */
export function readSubject(answer: unknown): ApprovalSubject {
  const { status, amount, brand, buyers } = members(answer);
  return {
    isApproved: status === 'APPROVED',
    brand: text(brand),
    cost: amount === undefined ? null : readCost(amount),
    buyers: items(buyers)
      .map(members)
      .map(({ handle, name, country }) => ({
        handle: text(handle),
        name: text(name),
        country: text(country),
      })),
  };
}

const address = ({ kind, id }: ApprovalSubjectId): string => `${kind}s/${encodeURIComponent(id)}`;

async function json(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`PayPal answers ${String(answer.status)}`);
  return answer.json() as Promise<unknown>;
}

/** Fetches the order or agreement. Rejects if it does not exist. */
export const fetchSubject = async (name: ApprovalSubjectId, signal: AbortSignal): Promise<ApprovalSubject> =>
  readSubject(await json(await fetch(address(name), { signal })));

/** Approves it. Resolves to the payer. */
export async function approve(name: ApprovalSubjectId, buyer: string, scenario: string): Promise<string> {
  const answer = await fetch(`${address(name)}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ buyer, scenario }),
  });
  const { payerID, payerId } = members(await json(answer));
  return text(payerID ?? payerId);
}
