import { cardWords } from './CardArt.tsx';
import type { Choice } from './ChoiceList.tsx';
import { lastFour, type TestCard } from './card-numbers.ts';

/** The cards as choices, with what happens to a payment. */
export const cardChoices = (
  cards: readonly (TestCard & { readonly network?: string })[],
): readonly Choice[] =>
  cards.map((one) => {
    const card = { network: one.network ?? 'Visa', lastFour: lastFour(one) };
    return { id: one.id, text: cardWords(card), detail: one.label, card };
  });
