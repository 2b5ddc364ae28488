import { isText, members } from '../../base/read.ts';
import { developerError } from './error.ts';
import { PopupSession, type Presentation, type PopupSessionOptions } from './popup-session.ts';
import type {
  SaveSessionOptions,
  SavePaymentSession as Saving,
  OneTimePaymentSession,
  SessionOptions,
} from './types.ts';

/** The ID that the page's promise resolves to, in this member. */
async function named(member: string, given: Promise<unknown>): Promise<string> {
  const { [member]: name } = members(await given);
  if (!isText(name)) throw developerError(`The promise must resolve to an object with ${member}`);
  return name;
}

function demandOnApprove(options: unknown): void {
  if (typeof members(options)['onApprove'] !== 'function')
    throw developerError('onApprove must be a function');
}

/** A payment session: the buyer approves an order in a window. */
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

  /** Resolves when the window shows the order. The callbacks report what the buyer does next. */
  start = (presentation?: Presentation, order?: Promise<{ orderId: string }>): Promise<void> =>
    this.open('order', presentation, () =>
      named('orderId', order ?? Promise.resolve({ orderId: this.#orderId })),
    );
}

/** A session that keeps the account: the buyer approves an agreement and pays nothing. */
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

  /** Resolves when the window shows the agreement. The callbacks report what the buyer does next. */
  start = (presentation?: Presentation, agreement?: Promise<{ vaultSetupToken: string }>): Promise<void> =>
    this.open('agreement', presentation, () =>
      named('vaultSetupToken', agreement ?? Promise.resolve({ vaultSetupToken: this.#token })),
    );
}
