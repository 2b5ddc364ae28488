import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Output } from '../lib/output.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dist-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('output', () => {
  it('file names depend on the content alone', () => {
    const output = new Output();
    expect(output.add('a.svg', 'one')).toBe(output.add('a.svg', 'one'));
    expect(output.add('a.svg', 'one')).not.toBe(output.add('a.svg', 'two'));
    expect(output.add('a.svg', 'one')).toMatch(/^\/assets\/a-[A-Za-z0-9]{8,10}\.svg$/);
  });

  it('[B.07] has an integrity hash for every script and style sheet', () => {
    const output = new Output();
    const url = output.add('a.js', 'code');
    output.add('a.svg', '<svg/>');
    expect(output.integrity).toEqual({
      [url]: `sha384-${createHash('sha384').update('code').digest('base64')}`,
    });
  });

  it('writes each text plain, with brotli and with gzip, and pictures only plain', async () => {
    const output = new Output();
    const script = output.add('a.js', 'code '.repeat(100));
    const picture = output.add('b.png', 'bytes');
    await output.write(folder, { some: 'manifest' });
    const read = (/** @type {string} */ name) => readFile(join(folder, name));
    expect(brotliDecompressSync(await read(`${script}.br`))).toEqual(await read(script));
    expect(gunzipSync(await read(`${script}.gz`))).toEqual(await read(script));
    expect(JSON.parse((await read('manifest.json')).toString())).toEqual({ some: 'manifest' });
    const names = await readdir(join(folder, 'assets'));
    expect(names.filter((name) => picture.endsWith(name) || name.startsWith('b-'))).toHaveLength(1);
  });
});
