import { describe, expect, it } from 'vitest';
import gateway from '../../../crates/sandbox/src/gateway/card.rs?raw';
import { CARDS } from './cards.ts';

/** The sandbox gateway's cards, read from its source. */
const list = /TEST_CARDS: &\[TestCard\] = &\[([^;]*)\];/.exec(gateway)?.[1] ?? '';
const known = [...list.matchAll(/number: "(\d+)",\s*scenario: Scenario::(\w+),\s*label: "([^"]+)"/g)].map(
  ([, number = '', scenario = '', label = '']) => ({ number, scenario, label }),
);

/** The gateway's spelling of a scenario: `answer-lost` is `AnswerLost`. */
const scenarioOf = (id: string): string =>
  id.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the cards of the emulated wallet', () => {
  it('are compared with the gateway’s, which has some', () => {
    expect(known.length).toBe(list.match(/TestCard \{/g)?.length);
    expect(known.length).toBeGreaterThan(5);
  });

  it.each(known)(
    '[B.02] $number is labelled with the gateway’s scenario $scenario',
    ({ number, scenario, label }) => {
      const own = CARDS.find(({ id }) => scenarioOf(id) === scenario);
      expect(own).toMatchObject({ number, label });
    },
  );

  it('[B.02] are labelled with no scenario that the gateway lacks', () => {
    const others = CARDS.filter(({ id }) => !known.some(({ scenario }) => scenario === scenarioOf(id)));
    // The gateway approves these like any other valid number. They differ only within the wallet.
    expect(others.map(({ id }) => id)).toEqual(['device', 'mastercard']);
    const special = known.filter(({ scenario }) => scenario !== 'Approve').map(({ number }) => number);
    for (const { number } of others) expect(special).not.toContain(number);
  });
});
