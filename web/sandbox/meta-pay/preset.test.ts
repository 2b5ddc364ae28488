import { beforeEach, describe, expect, it } from 'vitest';
import { readPreset } from './preset.ts';

const KEY = 'meta-pay-sandbox';
const NOTHING = { buyer: null, card: null, containerType: null, scenario: 'none' };

beforeEach(() => {
  localStorage.clear();
});

describe('the preset', () => {
  it('[B.02] is what a test has stored', () => {
    const preset = { buyer: 'de', card: 'decline', containerType: 'ecom-token-v1', scenario: 'redact' };
    localStorage.setItem(KEY, JSON.stringify(preset));
    expect(readPreset()).toEqual(preset);
  });

  it.each(['', 'null', '{"scenario":"toString","buyer":7}', '[]'])('[B.02] is nothing in %j', (stored) => {
    localStorage.setItem(KEY, stored);
    expect(readPreset()).toEqual(NOTHING);
  });
});
