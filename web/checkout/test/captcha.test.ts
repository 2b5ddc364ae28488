// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHasher } from '../src/captcha/sha256.ts';
import { work } from '../src/captcha/work.ts';
import { pause as wait } from '../../base/wait.ts';

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
const hex = (words: Uint32Array): string =>
  [...words].map((word) => word.toString(16).padStart(8, '0')).join('');
const challenge = (difficulty: number) => ({ challenge: 'do.16.sul.podpis', difficulty, question: null });
const forever = new AbortController().signal;

describe('the captcha’s work', () => {
  it('hashes as everybody does, whatever the length', async () => {
    const hasher = createHasher();
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
        const expected = await digest(text);
        expect(hex(hasher(new TextEncoder().encode(text)))).toBe(expected);
      }),
    );
    for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 128]) {
      const text = 'a'.repeat(length);
      const expected = await digest(text);
      expect(hex(hasher(new TextEncoder().encode(text)))).toBe(expected);
    }
  });

  it('[8.03] finds the number that the server asks for', async () => {
    const found = await work(challenge(10), { now: () => 0, wait }, forever);
    const bits = BigInt(`0x${await digest(`do.16.sul.podpis:${String(found)}`)}`);
    expect(bits >> (256n - 10n)).toBe(0n);
  });

  it('gives up on a device that is too slow, and with the page', async () => {
    let time = 0;
    const slow = {
      now: () => {
        time += 15_000;
        return time;
      },
      wait,
    };
    expect(await work(challenge(32), slow, forever)).toBeNull();
    const left = new AbortController();
    left.abort(new Error('left'));
    await expect(work(challenge(32), { now: () => 0, wait }, left.signal)).rejects.toThrow('left');
  });
});
