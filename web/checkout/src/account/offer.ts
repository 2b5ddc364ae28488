import { type Decoded, nullable, object, text } from '../../../base/decode.ts';
import { oneOf } from '../../../base/decode-choice.ts';
import { maskedCard, WALLET_STATES } from './client.ts';

/** What the page says of the shop's wallet. A signed-in buyer's data are asked for. */
export const decodeOffer = object({ name: text, state: oneOf(WALLET_STATES), card: nullable(maskedCard) });

export type WalletOffer = Decoded<typeof decodeOffer>;
