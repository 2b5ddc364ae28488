import { walletErrorText } from '../../i18n/wallet.cs.ts';
import { isText, members } from '../../../base/read.ts';
import type {
  AuthorisedPayment,
  SheetClosing,
  SheetContact,
  SheetHandlers,
  WalletContent,
} from '../protocol.ts';
import { given } from '../read.ts';
import { contact } from './contact.ts';
import { paymentErrors } from './errors.ts';
import type { Mode, PaymentAddress, PaymentResponse } from './types.ts';

/**
 * The container in the API's form. Null if it is malformed, or of another mode: a test payment pays nothing live. Only the
 * server can open it.
 */
export function walletContent(container: unknown, expected: Mode): WalletContent | null {
  const { mode, containerId, containerData } = members(container);
  if (mode !== expected || !isText(containerId) || !isText(containerData)) return null;
  return { input: 'facebookPayWalletContent', fields: { containerId, containerData, mode } };
}

/** The buyer's consent; null if its container is malformed. */
export function authorisedPayment(response: PaymentResponse, mode: Mode): AuthorisedPayment | null {
  const { payerName, payerEmail, payerPhone, shippingAddress, billingAddress } = response;
  const content = walletContent(response.container, mode);
  if (!content) return null;
  // An account has one telephone number and one name, which an address may lack.
  const complete = (address: PaymentAddress | undefined): SheetContact | null =>
    address
      ? contact({
          ...address,
          ...(!given(address.recipient) && payerName !== undefined && { recipient: payerName }),
          ...(!given(address.phone) && payerPhone !== undefined && { phone: payerPhone }),
        })
      : null;
  return {
    email: given(payerEmail),
    shipping: complete(shippingAddress),
    billing: complete(billingAddress),
    optionId: response.fulfillmentOptionId ?? null,
    content,
  };
}

/** Handles a consent, and each next one after an error, until the sheet has closed. Rejects with the vendor's error. */
export async function settle(
  first: PaymentResponse,
  { authorised }: Pick<SheetHandlers, 'authorised'>,
  mode: Mode,
): Promise<SheetClosing> {
  for (let response = first; ;) {
    const payment = authorisedPayment(response, mode);
    const reply = payment && (await authorised(payment));
    if (reply === null || reply.kind === 'show_error') {
      const errors = reply ? paymentErrors(reply.errors) : { payment: walletErrorText('Meta Pay') };
      response = await response.retry(errors);
    } else {
      const isPaid = reply.kind === 'complete';
      await response.complete(isPaid ? 'success' : 'fail');
      return { kind: isPaid ? 'completed' : 'cancelled' };
    }
  }
}
