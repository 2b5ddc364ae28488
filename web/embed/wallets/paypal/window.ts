import type { OpenSheet, SheetClosing, SheetHandlers, SheetSetup } from '../protocol.ts';
import { isText, members } from '../../../base/read.ts';
import { walletContent } from './content.ts';
import type { PayPalParams } from './params.ts';
import type { Funding, Instance, SavingOptions, SessionEvents, SessionOptions } from './types.ts';

/** PayPal's word for a window that the browser would not open. */
const BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';

/** A window that can be opened. */
interface PayPalWindow {
  /** Opens it, with what it is to show to come later. */
  readonly start: (token: Promise<string>) => Promise<unknown>;
  readonly destroy: () => void;
}

/** What an opening tells the adapter. */
interface Events extends SessionEvents {
  readonly onApprove: (token: string) => Promise<void>;
}

const POPUP = { presentationMode: 'popup' } as const;

/**
 * What the window is to show, in the vendor's words. A window that never opened waits for nothing: nobody would be there to
 * hear that there is nothing to show, which the page would be told of as an error of its own.
 */
function later<T>(token: Promise<string>, inWords: (token: string) => T): Promise<T> {
  const shown = token.then(inWords);
  shown.catch(() => undefined);
  return shown;
}

/** A window in which the buyer approves an order; undefined where the instance has no such component. */
function paying(
  instance: Instance,
  funding: Funding,
  { onApprove, ...rest }: Events,
): PayPalWindow | undefined {
  const options: SessionOptions = { ...rest, onApprove: ({ orderId }) => onApprove(orderId) };
  const session =
    funding === 'venmo'
      ? instance.createVenmoOneTimePaymentSession?.(options)
      : // Nothing is committed in the window: the buyer orders in the checkout.
        instance.createPayPalOneTimePaymentSession?.({ ...options, commit: false });
  return (
    session && {
      start: (token) =>
        session.start(
          POPUP,
          later(token, (orderId) => ({ orderId })),
        ),
      destroy: session.destroy,
    }
  );
}

/** The same for one in which the buyer agrees that the account is kept, and pays nothing. */
function keeping(
  instance: Instance,
  funding: Funding,
  { onApprove, ...rest }: Events,
): PayPalWindow | undefined {
  const options: SavingOptions = { ...rest, onApprove: ({ vaultSetupToken }) => onApprove(vaultSetupToken) };
  const session =
    funding === 'venmo'
      ? instance.createVenmoSavePaymentSession?.(options)
      : instance.createPayPalSavePaymentSession?.(options);
  return (
    session && {
      start: (token) =>
        session.start(
          POPUP,
          later(token, (vaultSetupToken) => ({ vaultSetupToken })),
        ),
      destroy: session.destroy,
    }
  );
}

/** How a window closed that failed, by what the vendor rejected with. */
function closingOf(error: unknown): SheetClosing {
  const { code } = members(error);
  if (code === BLOCKED) return { kind: 'blocked' };
  return { kind: 'failed', code: isText(code) ? code : 'UNKNOWN' };
}

/** Opens the window, in the task of the click (row 4.19). */
export function openWindow(
  instance: Instance,
  funding: Funding,
  params: PayPalParams,
  setup: SheetSetup,
  handlers: SheetHandlers,
): OpenSheet {
  const { hasSellingPlan } = setup;
  const billingAgreement = hasSellingPlan || params.requiresBillingAgreement;
  const { merchantId } = params;
  let isOver = false;
  let isApproved = false;
  let opening: PayPalWindow | undefined;
  /** Once, whatever the vendor says later; the window would survive the page that opened it. */
  const end = (how: SheetClosing | null): void => {
    if (isOver) return;
    isOver = true;
    opening?.destroy();
    if (how) handlers.closed(how);
  };
  const failed = (error: unknown): void => {
    if (!isApproved) end(closingOf(error));
  };
  const order = async (): Promise<string> => {
    const reply = await handlers.orderWanted({ fundingSource: funding.toUpperCase(), billingAgreement });
    if (reply.kind === 'ordered') return reply.token;
    throw Object.assign(new Error('There is no order'), { code: reply.error.code });
  };
  const onApprove: Events['onApprove'] = async (token) => {
    if (isOver || isApproved) return;
    isApproved = true;
    const reply = await handlers.approved(token, (details) =>
      walletContent(details, { merchantId, billingAgreement, hasSellingPlan }),
    );
    end(reply.kind === 'complete' ? { kind: 'completed' } : { kind: 'failed', code: 'APPROVAL' });
  };
  // The executor runs at once, in the click's task; what it throws becomes a rejection.
  new Promise((resolve) => {
    const events: Events = {
      onApprove,
      // The window closes after the approval, too.
      onCancel: () => {
        if (!isApproved) end({ kind: 'cancelled' });
      },
      onError: failed,
    };
    // What renews is charged again: the account is kept, and what is due now is charged to it when it is ordered.
    opening = (billingAgreement ? keeping : paying)(instance, funding, events);
    if (!opening) throw new Error('No such component');
    resolve(opening.start(order()));
  }).catch(failed);
  return {
    close: () => {
      end(null);
    },
  };
}
