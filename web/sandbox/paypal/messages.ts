import { isText, members } from '../../base/read.ts';

/** The message from the approval page to the page that opened it. */
export type Answer =
  /** `token`: the ID of the order or the agreement. */
  | { readonly kind: 'approved'; readonly token: string; readonly payerId: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string };

/** Marks our messages among those of other scripts. */
const SOURCE = 'paypal-sandbox';

/** Sends the answer to the opener, which has the same origin. */
export function tellOpener(answer: Answer, origin: string): void {
  (window.opener as Window | null)?.postMessage({ source: SOURCE, ...answer }, origin);
}

/** The answer in a message; null if the message is not ours. */
export function readAnswer(data: unknown): Answer | null {
  const { source, kind, token, payerId, code } = members(data);
  if (source !== SOURCE) return null;
  if (kind === 'approved' && isText(token) && isText(payerId)) return { kind, token, payerId };
  if (kind === 'failed' && isText(code)) return { kind, code };
  return kind === 'cancelled' ? { kind } : null;
}
