import { items, members } from './loose.ts';
import type { CardAuthMethod, CardNetwork } from './types.ts';

/** A card that does something particular; what, the sandbox's payment gateway decides by the number. */
export interface Card {
  readonly id: string;
  readonly label: string;
  readonly number: string;
  readonly network: CardNetwork;
  readonly authMethod: CardAuthMethod;
}

const visa = (id: string, number: string, label: string): Card => ({
  id,
  label,
  number,
  network: 'VISA',
  authMethod: 'PAN_ONLY',
});

/** The cards in the wallet. */
export const CARDS: readonly Card[] = [
  visa('approve', '4111111111111111', 'Platba projde'),
  { ...visa('device', '4111111111111111', 'Platba projde, karta v zařízení'), authMethod: 'CRYPTOGRAM_3DS' },
  visa('decline', '4000000000000002', 'Banka platbu zamítne'),
  visa('challenge', '4000000000003220', 'Ověření v bance (3-D Secure)'),
  visa('slow', '4000000000000077', 'Banka odpoví až za 8 sekund'),
  visa('answer-lost', '4000000000000119', 'Odpověď banky se jednou ztratí'),
  visa('duplicate', '4000000000000259', 'Zpráva o platbě přijde vícekrát'),
  visa('wrong-amount', '4000000000009995', 'Banka zablokuje jinou částku'),
  visa('capture-refused', '4000000000000341', 'Zablokované peníze nepůjde strhnout'),
  { ...visa('mastercard', '5555555555554444', 'Platba projde, Mastercard'), network: 'MASTERCARD' },
];

/** The last four digits. */
export const lastFour = ({ number }: Card): string => number.slice(-4);

/** The cards that a payment method allows. */
export function allowedCards(parameters: unknown): Card[] {
  const { allowedAuthMethods, allowedCardNetworks } = members(parameters);
  return CARDS.filter(
    ({ authMethod, network }) =>
      items(allowedAuthMethods).includes(authMethod) && items(allowedCardNetworks).includes(network),
  );
}
