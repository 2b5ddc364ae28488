import { afterEach, describe, expect, it } from 'vitest';
import { visitorConsent } from './consent.ts';
import { mayCount, visitorId } from './visitor.ts';

const setCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}; path=/`;
};
const COOKIE = '_tracking_consent';

afterEach(() => {
  for (const name of [COOKIE, '_shopify_y']) document.cookie = `${name}=; path=/; max-age=0`;
  history.replaceState(null, '', '/');
});

/** Analytics, marketing, preferences, sale of data. */
type Answers = readonly (boolean | null)[];
const answers = (): Answers | null => {
  const consent = visitorConsent();
  return consent && [consent.analytics, consent.marketing, consent.preferences, consent.saleOfData];
};

const json = (chosen: Record<string, string>, more: object = {}) =>
  JSON.stringify({ v: '2.1', con: { CMP: chosen }, region: 'CZ10', reg: 'GDPR', ...more });
const NOBODY = { a: '', m: '', p: '', s: '' };

const WRITTEN: readonly (readonly [string, string, Answers | null])[] = [
  ['2.1, all agreed to', json({ a: '1', m: '1', p: '1', s: '1' }), [true, true, true, true]],
  ['2.1, all declined', json({ a: '0', m: '0', p: '0', s: '0' }), [false, false, false, false]],
  ['2.1, no answer', json(NOBODY), [null, null, null, null]],
  [
    '2.1, allowed without an answer',
    json(NOBODY, { purposes: { a: true, m: false, p: true, t: true } }),
    [true, null, true, true],
  ],
  [
    '2.1, declined and yet allowed',
    json({ ...NOBODY, a: '0' }, { purposes: { a: true } }),
    [false, null, null, null],
  ],
  [
    '2.1, agreed to and yet not allowed',
    json({ ...NOBODY, m: '1' }, { purposes: { m: false } }),
    [null, null, null, null],
  ],
  ['3, all agreed to', '3AMPS_CZ10_f_f_Yv4xZ2', [true, true, true, true]],
  ['3, some of each', '3Amp_CZ10_f_f_Yv4xZ2', [true, false, false, null]],
  ['3, allowed without an answer', '3.AP_USTX_f_f', [true, null, true, null]],
  ['3, declined and yet allowed', '3a.AM', [false, true, null, null]],
  ['3, small letters behind the dot', '3M.ap', [null, true, null, null]],
  ['3, small letters behind the underscore', '3_amps', [null, null, null, null]],
  ['3, large letters behind the underscore', '3_AMPS', [null, null, null, null]],
  ['3, no answer', '3_CZ10_t_f', [null, null, null, null]],
  ['3, as the checkout’s address has it', '3aP', [false, null, true, null]],
  ['another version of JSON', json(NOBODY).replace('2.1', '2.0'), null],
  ['JSON without answers', '{"v":"2.1"}', null],
  ['JSON without the visitor’s answers', '{"v":"2.1","con":{}}', null],
  ['half of it', '{"v":"2.1","con"', null],
  ['JSON of another shape', '{"v":"2.1","con":{"CMP":7}}', [null, null, null, null]],
  ['another format', '4AMPS', null],
  ['nothing', '', null],
];

describe('what a visitor agreed to', () => {
  it.each(WRITTEN)('[3.20] is read from the cookie: %s', (_what, text, expected) => {
    setCookie(COOKIE, encodeURIComponent(text));
    expect(answers()).toEqual(expected);
  });

  it.each(WRITTEN)('[3.20] is read from _cs: %s', (_what, text, expected) => {
    history.replaceState(null, '', `/?_cs=${encodeURIComponent(text)}`);
    expect(answers()).toEqual(expected);
  });

  it('[3.20] a link overrules no answer that was given here, even one that cannot be read', () => {
    history.replaceState(null, '', '/?_cs=3AMPS');
    setCookie(COOKIE, '3amps');
    expect(answers()).toEqual([false, false, false, false]);
    setCookie(COOKIE, '%7B');
    expect(answers()).toBeNull();
    setCookie(COOKIE, '');
    expect(answers()).toEqual([true, true, true, true]);
  });

  it('[3.20] an unreadable cookie counts as absent', () => {
    setCookie(COOKIE, '3A%E0%A4%A');
    expect(answers()).toBeNull();
    expect(mayCount()).toBe(false);
  });

  it.each([
    ['3A', true],
    ['3a', false],
    ['3MPS', false],
    ['', false],
  ])('[3.20] with "%s" visits may be counted: %s', (text, counted) => {
    setCookie(COOKIE, text);
    expect(mayCount()).toBe(counted);
  });

  it('[3.20] a cookie holds the visitor’s id', () => {
    expect(visitorId()).toBeNull();
    setCookie('_shopify_y', '53a3fc3a-a773-4921-ad8c-d474acb20ab6');
    expect(visitorId()).toBe('53a3fc3a-a773-4921-ad8c-d474acb20ab6');
  });
});
