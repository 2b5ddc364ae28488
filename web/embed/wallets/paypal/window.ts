import type { OpenSheet, SheetClosing, SheetHandlers, SheetSetup } from '../protocol.ts';
import { isText, members } from '../read.ts';
import { walletContent } from './content.ts';
import type { PayPalParams } from './params.ts';
import type { Funding, Instance, Session, SessionOptions } from './types.ts';

/** PayPal's word for a window that the browser would not open. */
const BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';

/** A session for one kind of account; undefined where the instance has no such component. */
function sessionOf(
  instance: Instance,
  funding: Funding,
  options: SessionOptions,
  savePayment: boolean,
): Session | undefined {
  if (funding === 'venmo') return instance.createVenmoOneTimePaymentSession?.(options);
  // Nothing is committed in the window: the buyer orders in the checkout.
  return instance.createPayPalOneTimePaymentSession?.({ ...options, commit: false, savePayment });
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
  let session: Session | undefined;
  /** Once, whatever the vendor says later; the window would survive the page that opened it. */
  const end = (how: SheetClosing | null): void => {
    if (isOver) return;
    isOver = true;
    session?.destroy();
    if (how) handlers.closed(how);
  };
  const failed = (error: unknown): void => {
    if (!isApproved) end(closingOf(error));
  };
  const order = async (): Promise<{ orderId: string }> => {
    const reply = await handlers.orderWanted({ fundingSource: funding.toUpperCase(), billingAgreement });
    if (reply.kind === 'ordered') return { orderId: reply.token };
    throw Object.assign(new Error('There is no order'), { code: reply.error.code });
  };
  const onApprove: SessionOptions['onApprove'] = async ({ orderId }) => {
    if (isOver || isApproved) return;
    isApproved = true;
    const reply = await handlers.approved(orderId, (details) =>
      walletContent(details, { merchantId, billingAgreement, hasSellingPlan }),
    );
    end(reply.kind === 'complete' ? { kind: 'completed' } : { kind: 'failed', code: 'APPROVAL' });
  };
  // The executor runs at once, in the click's task; what it throws becomes a rejection.
  new Promise((resolve) => {
    session = sessionOf(
      instance,
      funding,
      {
        onApprove,
        // The window closes after the approval, too.
        onCancel: () => {
          if (!isApproved) end({ kind: 'cancelled' });
        },
        onError: failed,
      },
      billingAgreement,
    );
    if (!session) throw new Error('No such component');
    resolve(session.start({ presentationMode: 'popup' }, order()));
  }).catch(failed);
  return {
    close: () => {
      end(null);
    },
  };
}
