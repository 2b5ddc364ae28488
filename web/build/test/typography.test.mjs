import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { looseWords, textsOfScript, textsOfTemplate } from './typography.mjs';

const theme = new URL('../../../themes/demo/', import.meta.url);

describe('looseWords', () => {
  it.each([
    ['zboží v\u00a0obchodě', []],
    ['zboží v obchodě', ['v obchodě']],
    ['K objednávce a zpět', ['K objednávce', 'a zpět']],
    ['mýdlo (s vločkami)', ['s vločkami']],
    ['a\nzpět', ['a\nzpět']],
    ['kus s', []],
    ['Zvonu je pět', []],
  ])('%j', (text, loose) => {
    expect(looseWords(text)).toEqual(loose);
  });
});

describe('texts', () => {
  it('of a template are what the page shows, and what it says of pictures and buttons', () => {
    const template =
      '{# v kódu #}<p class="a b">V&nbsp;krámě {{ a if b }} z&nbsp;okolí</p>{% if a and b %}<img alt="les a louka">{% endif %}';
    expect(textsOfTemplate(template).flatMap(looseWords)).toEqual(['a louka']);
  });

  it('of a script are its strings', () => {
    const script = "// A comment.\n/* a comment */ const x = 'v krámě'; f(`k ${a}`, \"s\\'x\", '\\u00a0');";
    expect(textsOfScript(script).flatMap(looseWords)).toEqual(['v krámě']);
  });
});

/** @type {readonly [string, RegExp, (source: string) => string[]][]} */
const KINDS = [
  ['templates/', /\.html$/u, textsOfTemplate],
  ['assets/', /\.js$/u, textsOfScript],
  ['assets/', /\.svg$/u, textsOfTemplate],
];

describe.each(KINDS)('the theme’s %s%s', (folder, ending, textsOf) => {
  it('no line ends with a word of one letter', async () => {
    const names = await readdir(new URL(folder, theme), { recursive: true });
    const files = names.filter((name) => ending.test(name));
    expect(files.length).toBeGreaterThan(2);
    const faults = await Promise.all(
      files.map(async (name) => {
        const source = await readFile(new URL(folder + name, theme), 'utf8');
        return textsOf(source)
          .flatMap(looseWords)
          .map((words) => `${folder}${name}: ${words}`);
      }),
    );
    expect(faults.flat()).toEqual([]);
  });
});
