import type { OpenSheet, SheetClosing, SheetHandlers, SheetSetup } from '../protocol.ts';
import { isText, members } from '../../../base/read.ts';
import { walletContent } from './content.ts';
import type { PayPalParams } from './params.ts';
import type { Funding, Instance, SavingOptions, SessionEvents, SessionOptions } from './types.ts';

/** PayPal's code for a blocked window. */
const BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';

/** A window that is ready to open. */
interface PayPalWindow {
  /** Opens it; the token of its content may arrive later. */
  readonly start: (token: Promise<string>) => Promise<unknown>;
  readonly destroy: () => void;
}

/** The callbacks of a window. */
interface Events extends SessionEvents {
  readonly onApprove: (token: string) => Promise<void>;
}

const POPUP = { presentationMode: 'popup' } as const;

/**
 * The window's content in the vendor's form. A rejection is marked as handled, because nobody awaits it if the window
 * never opened.
 */
function later<T>(token: Promise<string>, inWords: (token: string) => T): Promise<T> {
  const shown = token.then(inWords);
  shown.catch(() => undefined);
  return shown;
}

/** A window in which the buyer approves an order; undefined if the instance lacks the component. */
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

/** A window in which the buyer agrees that the account is stored, without paying. */
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

/** How a failed window closed, by the vendor's error. */
function closingOf(error: unknown): SheetClosing {
  const { code } = members(error);
  if (code === BLOCKED) return { kind: 'blocked' };
  return { kind: 'failed', code: isText(code) ? code : 'UNKNOWN' };
}

/** Opens the window. Call it in the click's own task (row 4.19). */
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
  /** Called once, whatever the vendor reports later. Destroys the window, which would survive the page that opened it. */
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
  // The executor runs synchronously, in the click's task; an exception becomes a rejection.
  new Promise((resolve) => {
    const events: Events = {
      onApprove,
      // The window closes after the approval, too.
      onCancel: () => {
        if (!isApproved) end({ kind: 'cancelled' });
      },
      onError: failed,
    };
    // A subscription is charged again, so the account is stored; the order charges the amount due now to it.
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
