import { hasUserActivation } from '../common/user-activation.ts';
import { readAnswer, type Answer } from './messages.ts';
import { coverPage } from './overlay.ts';
import type { Funding } from './types.ts';

/** How often to check whether the buyer has closed the window. No event reports that. */
const LOOK_EVERY_MS = 200;

const NAME = 'paypal-sandbox';
const SIZE = 'popup,width=480,height=720';

/** The kinds of content, by the name of the page's query parameter. */
export type PopupContent = 'order' | 'agreement';

export interface PopupOptions {
  readonly approvalUrl: string;
  readonly funding: Funding;
  /** Whether an overlay covers the page meanwhile. */
  readonly covers: boolean;
}

/** PayPal's window. */
export interface Popup {
  /** Shows an order or an agreement. */
  readonly show: (what: PopupContent, token: string) => void;
  readonly close: () => void;
}

/**
 * Opens the window in the task of the click; null if the browser blocks it. `answered` is called at most once, and never
 * after `close`. If the buyer closes the window, the answer is a cancellation.
 */
export function openPopup(
  { approvalUrl, funding, covers }: PopupOptions,
  answered: (answer: Answer) => void,
): Popup | null {
  const url = new URL(approvalUrl);
  url.searchParams.set('funding', funding);
  url.searchParams.set('opener', location.origin);
  const popup = hasUserActivation() ? window.open(url, NAME, SIZE) : null;
  if (popup === null || popup.closed) return null;
  const listening = new AbortController();
  const close = (): void => {
    listening.abort();
    clearInterval(looking);
    uncover();
    popup.close();
  };
  const answer = (given: Answer): void => {
    close();
    answered(given);
  };
  const uncover = covers
    ? coverPage({
        funding,
        show: () => {
          popup.focus();
        },
        cancel: () => {
          answer({ kind: 'cancelled' });
        },
      })
    : () => undefined;
  const looking = setInterval(() => {
    if (popup.closed) answer({ kind: 'cancelled' });
  }, LOOK_EVERY_MS);
  window.addEventListener(
    'message',
    ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== popup || origin !== url.origin) return;
      const given = readAnswer(data);
      if (given) answer(given);
    },
    { signal: listening.signal },
  );
  return {
    show: (what, token) => {
      url.searchParams.set(what, token);
      popup.location.replace(url);
    },
    close,
  };
}
