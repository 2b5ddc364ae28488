import { cardWords } from '../../common/CardArt.tsx';
import type { Choice } from '../../common/ChoiceList.tsx';
import type { SignedIn } from './session.ts';
import { outcomeText } from './texts.ts';

/** An entry of the address book as a choice. */
export const addressChoice = ({ handle, name, place }: SignedIn['addresses'][number]): Choice => ({
  id: handle,
  text: name,
  detail: place,
});

/** A card as a choice. Amazon describes cards as `Visa ****1111 (Amazon Pay)`. */
export function cardChoice({ ending, name }: SignedIn['cards'][number]): Choice {
  const card = { network: name.split(' ')[0] ?? '', lastFour: ending };
  return { id: ending, text: cardWords(card), detail: outcomeText(ending), card };
}
