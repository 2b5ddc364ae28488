import { isText } from '../../base/read.ts';
import { storedPreset } from '../common/stored-preset.ts';

/** A test's choices for the next sheet. */
export interface Preset {
  readonly buyer: string | null;
  readonly card: string | null;
  readonly version: 'EC_v1' | 'RSA_v1' | null;
  /** The flaw of issued tokens, by the names of the sandbox's server. */
  readonly flaw: string | null;
  /** `session-expired`: the merchant session arrives too late. */
  readonly scenario: 'session-expired' | null;
}

/** Reads `localStorage['apple-pay-sandbox']`: `{"buyer", "card", "version", "flaw", "scenario"}`, all optional. */
export function readPreset(): Preset {
  const { buyer, card, version, flaw, scenario } = storedPreset('apple-pay-sandbox');
  return {
    buyer: isText(buyer) ? buyer : null,
    card: isText(card) ? card : null,
    version: version === 'EC_v1' || version === 'RSA_v1' ? version : null,
    flaw: isText(flaw) ? flaw : null,
    scenario: scenario === 'session-expired' ? scenario : null,
  };
}
