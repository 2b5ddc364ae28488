import { PERSONALISED_ANSWER_MS } from '../constants.ts';
import { members } from '../../base/read.ts';

/** The path at which the wallet answers whether it knows a browser (row 7.16). */
const AUTHORIZE_PATH = '/services/login_with_shop/authorize';

export interface FaceFrame {
  readonly element: HTMLIFrameElement;
  /** Stops listening; later answers are ignored. */
  readonly close: () => void;
}

export interface FaceFrameOptions {
  /** The origin of the wallet's pages. */
  readonly walletOrigin: string;
  /** The colour of the button's words, which the face takes over. */
  readonly words: string;
  /** Called once: whether the wallet knows this browser. Silence means that it does not. */
  readonly answered: (isRecognised: boolean) => void;
}

/** The address of the face for this page. What follows `#` stays in the browser. */
export function faceUrl({ walletOrigin, words }: Pick<FaceFrameOptions, 'walletOrigin' | 'words'>): string {
  const url = new URL(AUTHORIZE_PATH, walletOrigin);
  url.searchParams.set('target_origin', location.origin);
  url.searchParams.set('flow', 'default');
  url.hash = words;
  return url.href;
}

/**
 * Makes the frame with the face; it loads once it is in the document. The page cannot read it: it is opaque, takes no input,
 * and says recognised or not and nothing else.
 */
export function openFaceFrame({ walletOrigin, words, answered }: FaceFrameOptions): FaceFrame {
  const element = document.createElement('iframe');
  element.src = faceUrl({ walletOrigin, words });
  element.tabIndex = -1;
  element.inert = true;
  element.referrerPolicy = 'no-referrer';
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  const closing = new AbortController();
  const { signal } = closing;
  const settle = (isRecognised: boolean): void => {
    closing.abort();
    answered(isRecognised);
  };
  const timer = setTimeout(() => {
    settle(false);
  }, PERSONALISED_ANSWER_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
  });
  window.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source === null || source !== element.contentWindow || origin !== 'null') return;
      const { type, userCookieExists } = members(data);
      if (type === 'shop_user_matched') settle(userCookieExists === true);
      else if (type === 'loaded') settle(false);
    },
    { signal },
  );
  return {
    element,
    close: () => {
      closing.abort();
    },
  };
}
