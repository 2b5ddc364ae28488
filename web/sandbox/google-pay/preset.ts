import { isText, members } from '../common/loose.ts';

/** What a test has chosen beforehand. */
export interface Preset {
  readonly buyer: string | null;
  readonly card: string | null;
  readonly protocol: 'ECv1' | 'ECv2' | null;
}

const KEY = 'google-pay-sandbox';

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    // No storage here, or something else in it: nothing is preset.
    return null;
  }
}

/** Reads `localStorage['google-pay-sandbox']`: `{"buyer": id, "card": id, "protocol": "ECv1"}`, all optional. */
export function readPreset(): Preset {
  const { buyer, card, protocol } = members(stored());
  return {
    buyer: isText(buyer) ? buyer : null,
    card: isText(card) ? card : null,
    protocol: protocol === 'ECv1' || protocol === 'ECv2' ? protocol : null,
  };
}
