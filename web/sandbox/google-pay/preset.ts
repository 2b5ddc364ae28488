import { isText } from '../../base/read.ts';
import { storedPreset } from '../common/stored-preset.ts';

/** A test's choices for the next sheet. */
export interface Preset {
  readonly buyer: string | null;
  readonly card: string | null;
  readonly protocol: 'ECv1' | 'ECv2' | null;
}

/** Reads `localStorage['google-pay-sandbox']`: `{"buyer": id, "card": id, "protocol": "ECv1"}`, all optional. */
export function readPreset(): Preset {
  const { buyer, card, protocol } = storedPreset('google-pay-sandbox');
  return {
    buyer: isText(buyer) ? buyer : null,
    card: isText(card) ? card : null,
    protocol: protocol === 'ECv1' || protocol === 'ECv2' ? protocol : null,
  };
}
