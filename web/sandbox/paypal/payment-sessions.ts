import { isText, members } from '../../base/read.ts';
import { developerError } from './error.ts';
import { PopupSession, type Presentation, type PopupSessionOptions } from './popup-session.ts';
import type {
  SaveSessionOptions,
  SavePaymentSession as Saving,
  OneTimePaymentSession,
  SessionOptions,
} from './types.ts';

/** What a promise of the page's resolves to, of which one member is a name. */
async function named(member: string, given: Promise<unknown>): Promise<string> {
  const { [member]: name } = members(await given);
  if (!isText(name)) throw developerError(`The promise must resolve to an object with ${member}`);
  return name;
}

function demandOnApprove(options: unknown): void {
  if (typeof members(options)['onApprove'] !== 'function')
    throw developerError('onApprove is required to be a function');
}

/** One payment in one window: the buyer approves an order. */
export class OneTimeSession extends PopupSession implements OneTimePaymentSession {
  readonly #orderId: string | undefined;

  constructor(options: SessionOptions, parts: PopupSessionOptions) {
    demandOnApprove(options);
    const { onApprove, onCancel, onComplete, onError, orderId } = options;
    super(parts, {
      approved: (token, payerId) => {
        void onApprove?.({ orderId: token, payerId, fundingSource: parts.funding });
      },
      cancelled: (token) => onCancel?.(token === undefined ? {} : { orderId: token }),
      completed: (paymentSessionState) => onComplete?.({ paymentSessionState }),
      failed: (error) => onError?.(error),
    });
    this.#orderId = orderId;
  }

  /** Resolves once the order is shown. What the buyer does then comes by the callbacks. */
  start = (presentation?: Presentation, order?: Promise<{ orderId: string }>): Promise<void> =>
    this.open('order', presentation, () =>
      named('orderId', order ?? Promise.resolve({ orderId: this.#orderId })),
    );
}

/** One account that is kept: the buyer gives an agreement, and pays nothing. */
export class SaveSession extends PopupSession implements Saving {
  readonly #token: string | undefined;

  constructor(options: SaveSessionOptions, parts: PopupSessionOptions) {
    demandOnApprove(options);
    const { onApprove, onCancel, onComplete, onError, vaultSetupToken } = options;
    super(parts, {
      approved: (token, payerId) => {
        void onApprove?.({ vaultSetupToken: token, payerId, fundingSource: parts.funding });
      },
      cancelled: (token) => onCancel?.(token === undefined ? {} : { vaultSetupToken: token }),
      completed: (paymentSessionState) => onComplete?.({ paymentSessionState }),
      failed: (error) => onError?.(error),
    });
    this.#token = vaultSetupToken;
  }

  /** Resolves once the agreement is shown. What the buyer does then comes by the callbacks. */
  start = (presentation?: Presentation, agreement?: Promise<{ vaultSetupToken: string }>): Promise<void> =>
    this.open('agreement', presentation, () =>
      named('vaultSetupToken', agreement ?? Promise.resolve({ vaultSetupToken: this.#token })),
    );
}
