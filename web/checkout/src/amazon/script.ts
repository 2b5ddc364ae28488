import { withDeadline } from '../../../base/deadline.ts';
import { loadSdk } from '../../../embed/wallets/load-sdk.ts';

export type ChangeAction = 'changeAddress' | 'changePayment';

/** `amazon.Pay`, as far as it is used here. Amazon publishes no types. */
export interface ChangeSdk {
  /** Makes a press of an element lead to Amazon's pages of a session. */
  readonly bindChangeAction: (
    selector: string,
    options: { readonly amazonCheckoutSessionId: string; readonly changeAction: ChangeAction },
  ) => unknown;
}

/** Milliseconds to wait for Amazon's script. Without it the buyer gets other ways on. */
const PATIENCE = 8_000;

/** `amazon.Pay`, if a script has defined it. */
function vendor(): ChangeSdk | null {
  const { amazon } = globalThis as { readonly amazon?: { readonly Pay?: Partial<ChangeSdk> } };
  return typeof amazon?.Pay?.bindChangeAction === 'function' ? (amazon.Pay as ChangeSdk) : null;
}

/** Loads Amazon's script. Rejects if it does not load in time, and at once when the signal aborts. */
export async function loadAmazon(url: string, signal: AbortSignal): Promise<ChangeSdk> {
  const limit = withDeadline(signal, PATIENCE);
  try {
    if (vendor() === null) await loadSdk(url, limit.signal);
  } finally {
    limit.clear();
  }
  const sdk = vendor();
  if (sdk === null) throw new Error("Amazon's script defines no amazon.Pay.bindChangeAction");
  return sdk;
}
