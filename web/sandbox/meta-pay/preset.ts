import { isText } from '../../base/read.ts';
import { storedPreset } from '../common/stored-preset.ts';

/** What happens besides what the card decides, with its name in the sheet. */
export const SCENARIOS = {
  none: 'Bez zvláštností',
  cancel: 'Kupující místo zaplacení okno zavře',
  redact: 'Adresa je před souhlasem skrytá až na zemi a kraj',
  'price-change': 'Platba je zapečetěná k jiné částce',
} as const;

export type Scenario = keyof typeof SCENARIOS;

export const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'string' && Object.hasOwn(SCENARIOS, value);

/** A test's choices for the next sheet. */
export interface Preset {
  readonly buyer: string | null;
  readonly card: string | null;
  readonly containerType: string | null;
  readonly scenario: Scenario;
}

/** Reads `localStorage['meta-pay-sandbox']`: `{"buyer", "card", "containerType", "scenario"}`, all optional. */
export function readPreset(): Preset {
  const { buyer, card, containerType, scenario } = storedPreset('meta-pay-sandbox');
  return {
    buyer: isText(buyer) ? buyer : null,
    card: isText(card) ? card : null,
    containerType: isText(containerType) ? containerType : null,
    scenario: isScenario(scenario) ? scenario : 'none',
  };
}
