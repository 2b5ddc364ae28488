import type {
  PaymentConfiguration,
  PaymentOptions,
  PaymentResponse,
} from '../../../embed/wallets/meta-pay/types.ts';
import { agreedContact } from '../addresses.ts';
import { PaymentError } from '../error.ts';
import { minorUnits } from '../minor-units.ts';
import type { Mint } from '../mint.ts';
import type { SheetState } from './state.ts';

/** How much more the scenario of a changed price seals, in minor units. */
export const PRICE_CHANGE = 100;

/** The context that is sealed. Nobody but the merchant can make one for another amount, so the scenario seals a wrong one. */
const contextOf = (context: string, { scenario }: SheetState): string =>
  scenario === 'price-change' ? `${context}-of-another-amount` : context;

/** The amount that a container is sealed for, in minor units. */
function amountOf({ details, scenario }: SheetState): { currency: string; value: number } {
  const { currency, value } = details.total.amount;
  const minor = minorUnits(value, currency) ?? 0;
  return { currency, value: scenario === 'price-change' ? minor + PRICE_CHANGE : minor };
}

interface Sealer {
  readonly configuration: PaymentConfiguration;
  readonly options: PaymentOptions;
  readonly mint: Mint;
}

/** Seals what the buyer has agreed to, and adds what the merchant has asked for. Rejects as {@link Mint} does. */
export async function sealedPayment(
  state: SheetState,
  { configuration, options, mint }: Sealer,
  signal: AbortSignal,
): Promise<Omit<PaymentResponse, 'complete' | 'retry'>> {
  const { buyer, card, containerType, context, details } = state;
  if (context === null) throw new PaymentError('INVALID_STATE', 'the total has no context');
  const { fulfillmentOptionId } = details;
  const amount = amountOf(state);
  const container = await mint(
    {
      configuration,
      containerType,
      containerContext: contextOf(context, state),
      amount,
      cardNumber: card.number,
      holderName: buyer.address.recipient,
    },
    signal,
  );
  return {
    container,
    ...agreedContact(buyer, options),
    ...(options.requestShipping && fulfillmentOptionId !== undefined && { fulfillmentOptionId }),
  };
}
