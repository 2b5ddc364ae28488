import { withDeadline } from '../../../base/deadline.ts';
import { nullable, object, text } from '../../../base/decode.ts';

/** A company of the register. */
export interface Company {
  readonly name: string;
  readonly vatId: string | null;
  /** Null if the register does not know all of it. */
  readonly seat: { readonly address1: string; readonly city: string; readonly zip: string } | null;
}

const PATH = '/checkout/company';

/** Longer than the server waits for its register. */
const DEADLINE = 12_000;

const answer = object({
  company: nullable(
    object({
      name: text,
      vatId: nullable(text),
      seat: nullable(object({ address1: text, city: text, zip: text })),
    }),
  ),
});

const BAD_REQUEST = 400;

/**
 * Asks the shop for a company. `unknown`: the register has none with this number. `wrong`: no company can have it. Throws if
 * the register fails.
 */
export async function fetchCompany(
  companyId: string,
  parent: AbortSignal,
): Promise<Company | 'unknown' | 'wrong'> {
  const { signal, clear } = withDeadline(parent, DEADLINE);
  try {
    const response = await fetch(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ companyId }),
      signal,
    });
    if (response.status === BAD_REQUEST) return 'wrong';
    if (!response.ok) throw new Error(`the register: ${String(response.status)}`);
    return answer(await response.json(), '').company ?? 'unknown';
  } finally {
    clear();
  }
}
