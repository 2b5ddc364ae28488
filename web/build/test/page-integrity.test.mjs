import { expect, it } from 'vitest';
import { Output } from '../lib/output.mjs';
import { importMap, tamperWatch } from '../lib/page-integrity.mjs';

it('[B.07] maps every module to its hash, and refuses one without', () => {
  const output = new Output();
  const url = output.add('a.js', 'export {};');
  expect(JSON.parse(importMap(output, [url]))).toEqual({ integrity: output.integrity });
  expect(() => importMap(output, [url, '/assets/b.js'])).toThrow('no hash of /assets/b.js');
});

it('[B.07] writes the inline script as one classic script that cannot end its element', async () => {
  const code = await tamperWatch();
  expect(code).not.toMatch(/<\/script|^\s*import|export /i);
  expect(code.length).toBeLessThan(1200);
});
