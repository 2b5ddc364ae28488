import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embedChunk } from '../lib/browser.mjs';
import { checkoutChunk } from '../lib/checkout.mjs';
import { bundleGraph, consumersOf, filesOf } from '../lib/graph.mjs';
import { assertNothingTwice, hasIdentity } from '../lib/identity.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graph-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes modules and bundles `entry.js`, which imports `later.js` dynamically. @param {Record<string, string>} modules */
async function built(modules) {
  for (const [name, code] of Object.entries(modules)) await writeFile(join(folder, name), code);
  return bundleGraph({
    entries: { entry: join(folder, 'entry.js') },
    later: { later: join(folder, 'later.js') },
    plugins: [],
    chunkOf: (consumers) => (consumers.has('entry') ? 'entry' : 'later'),
  });
}

describe('the graph', () => {
  it('contains a module that two chunks use once, and lists the files that a chunk needs', async () => {
    const chunks = await built({
      'shared.js': 'export class Shared {}',
      'entry.js':
        "import { Shared } from './shared.js'; export const load = () => import('./later.js'); console.log(Shared);",
      'later.js': "import { Shared } from './shared.js'; export const make = () => new Shared();",
    });
    expect(chunks.map(({ name }) => name).sort()).toEqual(['entry', 'later']);
    const holders = chunks.filter(({ modules }) => modules.some((module) => module.endsWith('shared.js')));
    expect(holders.map(({ name }) => name)).toEqual(['entry']);
    expect(filesOf(chunks, 'later').map((file) => file.replace(/-.*/, ''))).toEqual(['later', 'entry']);
    expect(filesOf(chunks, 'entry')).toHaveLength(1);
    expect(() => filesOf(chunks, 'another')).toThrow(/no chunk "another"/);
  });

  it('names a file by its content', async () => {
    const modules = {
      'later.js': 'export const later = 1;',
      'entry.js': "export const load = () => import('./later.js');",
    };
    const names = async (/** @type {Record<string, string>} */ more) =>
      (await built({ ...modules, ...more })).map(({ fileName }) => fileName).sort();
    const before = await names({});
    expect(await names({})).toEqual(before);
    const after = await names({ 'later.js': 'export const later = 2;' });
    for (const name of before) expect(after).not.toContain(name);
  });

  it('follows static imports only', () => {
    /** @type {Record<string, string[]>} */
    const imports = { a: ['b'], b: ['c', 'a'], c: [], d: ['c'] };
    const consumers = consumersOf({ one: 'a', two: 'd' }, (id) => imports[id] ?? []);
    expect(consumers).toEqual(
      new Map([
        ['a', new Set(['one'])],
        ['b', new Set(['one'])],
        ['c', new Set(['one', 'two'])],
        ['d', new Set(['two'])],
      ]),
    );
  });
});

describe('the chunk of a module', () => {
  it.each([
    [['accelerated-checkout', 'wallet'], 'accelerated-checkout'],
    [['press', 'wallet'], 'press'],
    [['wallet', 'delivery'], 'press'],
    [['wallet', 'google-pay'], 'wallet'],
    [['apple-pay', 'google-pay'], 'wallet'],
    [['google-pay'], 'google-pay'],
  ])('of %j is %s', (consumers, chunk) => {
    expect(embedChunk(new Set(consumers))).toBe(chunk);
  });

  it.each([
    [['checkout', 'confirmation'], '/x/node_modules/react-dom/client.js', 'react'],
    [['checkout', 'confirmation'], '/x/web/checkout/src/texts/general.ts', 'checkout-pages'],
    [['checkout'], '/x/web/checkout/src/main.tsx', 'checkout'],
    [['checkout', 'amazon-buyer'], '/x/web/checkout/src/views/Field.tsx', 'checkout'],
    [['amazon-buyer'], '/x/web/checkout/src/amazon/Buyer.tsx', 'amazon-buyer'],
    [['checkout', 'add-passkey'], '/x/web/checkout/src/views/Section.tsx', 'checkout-pages'],
    [['confirmation', 'account'], '/x/web/checkout/src/account/passkey-offer.ts', 'checkout-pages'],
    [['add-passkey', 'account'], '/x/web/checkout/src/account/client.ts', 'account-add-passkey'],
  ])('of the checkout, used by %j: %s is in %s', (pages, module, chunk) => {
    expect(checkoutChunk(new Set(pages), module)).toBe(chunk);
  });
});

describe('a class or a state', () => {
  it.each([
    ['export class Failure extends Error {}', true],
    ['class Inner {}\nexport const make = () => new Inner();', true],
    ['export const Failure = class {};', true],
    ['let last = null;\nexport const set = (to: string) => { last = to; };', true],
    ['const known = new Map<string, number>();\nexport { known };', true],
    ['const seen = new WeakSet();', true],
    [
      'export const limit = 3;\nexport const double = (x: number): number => { let y = x; return y * 2; };',
      false,
    ],
    ['export interface Shape { readonly x: number }', false],
  ])('%s: %s', (code, expected) => {
    expect(hasIdentity(code, 'module.ts')).toBe(expected);
  });

  it('[B.01] may not be in two chunks', () => {
    const chunks = [
      { fileName: 'a.js', modules: ['/src/error.ts', '/src/pure.ts'] },
      { fileName: 'b.js', modules: ['/src/error.ts', '/src/pure.ts'] },
      { fileName: 'c.js', modules: ['/src/other.ts'] },
    ];
    /** @type {Record<string, string>} */
    const sources = { '/src/error.ts': 'export class Failure {}', '/src/other.ts': 'let x = 1; x += 1;' };
    const check = (/** @type {typeof chunks} */ some) => {
      assertNothingTwice(some, (module) => sources[module] ?? 'export const pure = 1;');
    };
    expect(() => check(chunks)).toThrow('/src/error.ts holds a class or a state and stands in a.js and b.js');
    expect(() => check(chunks.slice(1))).not.toThrow();
  });
});
