import type { Buyer } from './buyers.ts';
import { lastFour } from '../common/card-numbers.ts';
import type { Card } from './cards.ts';
import type {
  Address,
  CallbackTrigger,
  IntermediatePaymentData,
  PaymentData,
  PaymentDataRequest,
  PaymentMethodSpecification,
} from './types.ts';

/** Google sends this while no option is chosen. */
const UNSELECTED = 'shipping_option_unselected';

const NETWORK_NAMES: Partial<Record<Card['network'], string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard' };

function withoutPhone({ phoneNumber, ...address }: Address, phone: boolean | undefined): Address {
  return phone && phoneNumber !== undefined ? { ...address, phoneNumber } : address;
}

/** The data that a merchant gets before the buyer's consent: no name, street or phone. */
export function intermediateData(
  callbackTrigger: CallbackTrigger,
  request: PaymentDataRequest,
  buyer: Buyer,
  card: Card,
  optionId: string | null,
): IntermediatePaymentData {
  const { administrativeArea, countryCode, locality, postalCode } = buyer.address;
  const intents = request.callbackIntents ?? [];
  return {
    callbackTrigger,
    paymentMethodData: { type: 'CARD', info: { cardNetwork: card.network } },
    ...(intents.includes('SHIPPING_ADDRESS') && {
      shippingAddress: { administrativeArea, countryCode, locality, postalCode },
    }),
    ...(intents.includes('SHIPPING_OPTION') && { shippingOptionData: { id: optionId ?? UNSELECTED } }),
  };
}

/** The data that a merchant gets after the buyer's consent. */
export function paymentData(
  request: PaymentDataRequest,
  method: PaymentMethodSpecification,
  buyer: Buyer,
  card: Card,
  optionId: string | null,
  token: string,
): PaymentData {
  const { billingAddressRequired, billingAddressParameters, assuranceDetailsRequired } = method.parameters;
  const billing = withoutPhone(buyer.address, billingAddressParameters?.phoneNumberRequired);
  const { countryCode, name, postalCode } = buyer.address;
  const minimal: Address = { locality: '', administrativeArea: '', countryCode, postalCode, name };
  const isMinimal = (billingAddressParameters?.format ?? 'MIN') === 'MIN';
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    ...(request.emailRequired && { email: buyer.email }),
    ...(request.shippingAddressRequired && {
      shippingAddress: withoutPhone(buyer.address, request.shippingAddressParameters?.phoneNumberRequired),
    }),
    ...(request.shippingOptionRequired && { shippingOptionData: { id: optionId ?? UNSELECTED } }),
    paymentMethodData: {
      type: 'CARD',
      description: `${NETWORK_NAMES[card.network] ?? card.network} •••• ${lastFour(card)}`,
      info: {
        cardNetwork: card.network,
        cardDetails: lastFour(card),
        ...(assuranceDetailsRequired && {
          assuranceDetails: {
            accountVerified: true,
            cardHolderAuthenticated: card.authMethod === 'CRYPTOGRAM_3DS',
          },
        }),
        ...(billingAddressRequired && { billingAddress: isMinimal ? minimal : billing }),
      },
      tokenizationData: { type: method.tokenizationSpecification.type, token },
    },
  };
}
