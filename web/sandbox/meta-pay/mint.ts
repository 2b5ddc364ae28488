import type {
  ContainerType,
  PaymentAmount,
  PaymentConfiguration,
  PaymentContainer,
} from '../../embed/wallets/meta-pay/types.ts';
import { isText, members } from '../../base/read.ts';
import type { BuyerAddress } from './buyers.ts';
import { PaymentError } from './error.ts';

/** How long the sandbox may take to seal a container, in milliseconds. */
const MINT_DEADLINE = 10_000;

/** What a container is sealed for. */
export interface MintRequest {
  readonly configuration: PaymentConfiguration;
  readonly containerType: ContainerType;
  /** The value is in minor units. */
  readonly amount: { readonly currency: PaymentAmount['currency']; readonly value: number };
  readonly cardNumber: string;
  readonly billing: BuyerAddress;
}

/** Seals a container. Rejects with `PaymentError` if the server refuses, or with the network's error. */
export type Mint = (request: MintRequest, signal: AbortSignal) => Promise<PaymentContainer>;

/** The request's body. The card's owner and address are those of the container's form. */
function bodyOf({ configuration, containerType, amount, cardNumber, billing }: MintRequest): string {
  const { mode, partnerMerchantId, containerContext } = configuration;
  const [street1 = '', street2 = ''] = billing.addressLine ?? [];
  return JSON.stringify({
    mode,
    partnerMerchantId,
    containerContext,
    amount,
    containerType,
    cardNumber,
    expiryMonth: '12',
    expiryYear: String(new Date().getFullYear() + 4),
    accountHolderName: billing.recipient,
    billingAddress: {
      street1,
      street2,
      city: billing.city ?? '',
      state: billing.region ?? '',
      postalCode: billing.postalCode ?? '',
      country: billing.country,
    },
  });
}

/** Has the sandbox's server, which also serves this script, seal a container. */
export const mintAt =
  (containersUrl: string): Mint =>
  async (request, signal) => {
    const response = await fetch(containersUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: bodyOf(request),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MINT_DEADLINE)]),
    });
    const { containerId, containerData, code, message } = members(await response.json());
    if (response.ok && isText(containerId) && isText(containerData)) {
      const { mode } = request.configuration;
      return { mode, containerId, containerType: request.containerType, containerData };
    }
    if (code === 'CONTAINER_REFUSED') throw new PaymentError(code, String(message));
    throw new Error('No container was sealed');
  };
