import { VISA_CARDS, type TestCard } from '../common/card-numbers.ts';
import { items, members } from '../../base/read.ts';
import type { CardAuthMethod, CardNetwork } from './types.ts';

/** A card with its own scenario. */
export interface Card extends TestCard {
  readonly network: CardNetwork;
  readonly authMethod: CardAuthMethod;
}

const visa = (card: TestCard): Card => ({ ...card, network: 'VISA', authMethod: 'PAN_ONLY' });
const [approve, ...others] = VISA_CARDS.map(visa) as [Card, ...Card[]];

/** The cards in the wallet. */
export const CARDS: readonly Card[] = [
  approve,
  { ...approve, id: 'device', label: 'Platba projde, karta v zařízení', authMethod: 'CRYPTOGRAM_3DS' },
  ...others,
  {
    ...approve,
    id: 'mastercard',
    label: 'Platba projde, Mastercard',
    number: '5555555555554444',
    network: 'MASTERCARD',
  },
];

/** The cards that a payment method allows. */
export function allowedCards(parameters: unknown): Card[] {
  const { allowedAuthMethods, allowedCardNetworks } = members(parameters);
  return CARDS.filter(
    ({ authMethod, network }) =>
      items(allowedAuthMethods).includes(authMethod) && items(allowedCardNetworks).includes(network),
  );
}
