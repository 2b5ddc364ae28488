import { describe, expect, it, vi } from 'vitest';
import { position } from '../src/views/position.ts';

type Ask = Geolocation['getCurrentPosition'];

/** A browser whose geolocation answers like this. */
const browser = (getCurrentPosition: Ask): Pick<Navigator, 'geolocation'> => ({
  geolocation: { getCurrentPosition, watchPosition: () => 0, clearWatch: () => undefined },
});

const failing = (code: number) =>
  browser((_, fail) => {
    fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  });

const never = new AbortController().signal;

describe('the position of the buyer', () => {
  it.each([
    [1, 'refused'],
    [2, 'unknown'],
    [3, 'unknown'],
  ])('[3.10] failure %d is told as %s', async (code, expected) => {
    expect(await position(failing(code), never)).toBe(expected);
  });

  it('[3.10] is given up when the field goes away', async () => {
    const silent = browser(() => undefined);
    const field = new AbortController();
    const asked = position(silent, field.signal);
    field.abort();
    expect(await asked).toBe('unknown');
  });

  it('[3.10] is not waited for without end', async () => {
    vi.useFakeTimers();
    try {
      const asked = position(
        browser(() => undefined),
        never,
      );
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await asked).toBe('unknown');
    } finally {
      vi.useRealTimers();
    }
  });
});
