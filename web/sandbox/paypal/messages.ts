import { isText, members } from '../../base/read.ts';

/** What the approval page tells the page that opened it. */
export type Answer =
  /** `token`: the order's name, or the agreement's. */
  | { readonly kind: 'approved'; readonly token: string; readonly payerId: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string };

/** Marks our messages among others'. */
const SOURCE = 'paypal-sandbox';

/** Tells the opener, which stands on this origin. */
export function tellOpener(answer: Answer, origin: string): void {
  (window.opener as Window | null)?.postMessage({ source: SOURCE, ...answer }, origin);
}

/** The answer in a message; null where it is none. */
export function readAnswer(data: unknown): Answer | null {
  const { source, kind, token, payerId, code } = members(data);
  if (source !== SOURCE) return null;
  if (kind === 'approved' && isText(token) && isText(payerId)) return { kind, token, payerId };
  if (kind === 'failed' && isText(code)) return { kind, code };
  return kind === 'cancelled' ? { kind } : null;
}
