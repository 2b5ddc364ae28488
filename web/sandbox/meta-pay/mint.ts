import type {
  ContainerType,
  PaymentAmount,
  PaymentConfiguration,
  PaymentContainer,
} from '../../embed/wallets/meta-pay/types.ts';
import { isText, members } from '../../base/read.ts';
import { PaymentError } from './error.ts';

/** How long the sandbox may take to seal a container, in milliseconds. */
const MINT_DEADLINE = 10_000;

/** What a container is sealed for. */
export interface MintRequest {
  readonly configuration: PaymentConfiguration;
  readonly containerType: ContainerType;
  readonly containerContext: string;
  /** The value is in minor units. */
  readonly amount: { readonly currency: PaymentAmount['currency']; readonly value: number };
  readonly cardNumber: string;
  readonly holderName: string;
}

/** Seals a container. Rejects with `PaymentError` if the server refuses, or with the network's error. */
export type Mint = (request: MintRequest, signal: AbortSignal) => Promise<PaymentContainer>;

/** The request's body. */
const bodyOf = ({ configuration, cardNumber, holderName, ...sealed }: MintRequest): string =>
  JSON.stringify({
    mode: configuration.mode,
    partnerMerchantId: configuration.partnerMerchantId,
    ...sealed,
    card: {
      number: cardNumber,
      expirationMonth: 12,
      expirationYear: new Date().getFullYear() + 4,
      holderName,
    },
  });

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
    const answer = members(await response.json());
    const { container_id: containerId, container_data: containerData } = answer;
    if (response.ok && isText(containerId) && isText(containerData)) {
      const { mode } = request.configuration;
      return { mode, containerId, containerType: request.containerType, containerData };
    }
    // The server's own failures may pass.
    if (response.status >= 400 && response.status < 500)
      throw new PaymentError('CONTAINER_REFUSED', String(answer['statusMessage']));
    throw new Error('No container was sealed');
  };
