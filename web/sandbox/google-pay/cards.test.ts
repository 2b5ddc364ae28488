import { describe, expect, it } from 'vitest';
import gateway from '../../../crates/sandbox/src/gateway/card.rs?raw';
import { CARDS } from './cards.ts';

/** The sandbox gateway's cards, as its source lists them. */
const list = /TEST_CARDS: &\[TestCard\] = &\[([^;]*)\];/.exec(gateway)?.[1] ?? '';
const known = [...list.matchAll(/number: "(\d+)",\s*scenario: Scenario::(\w+),\s*label: "([^"]+)"/g)].map(
  ([, number = '', scenario = '', label = '']) => ({ number, scenario, label }),
);

/** `answer-lost` is `AnswerLost` there. */
const scenarioOf = (id: string): string =>
  id.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the cards of the emulated wallet', () => {
  it('the gateway has cards to compare with', () => {
    expect(known.length).toBe(list.match(/TestCard \{/g)?.length);
    expect(known.length).toBeGreaterThan(5);
  });

  it.each(known)('[B.02] $number does what the gateway says: $scenario', ({ number, scenario, label }) => {
    const own = CARDS.find(({ id }) => scenarioOf(id) === scenario);
    expect(own).toMatchObject({ number, label });
  });

  it('[B.02] no card is called by a scenario that the gateway does not have', () => {
    const others = CARDS.filter(({ id }) => !known.some(({ scenario }) => scenario === scenarioOf(id)));
    // These are approved as any other valid number is; they differ in what the wallet says of them.
    expect(others.map(({ id }) => id)).toEqual(['device', 'mastercard']);
    const special = known.filter(({ scenario }) => scenario !== 'Approve').map(({ number }) => number);
    for (const { number } of others) expect(special).not.toContain(number);
  });
});
