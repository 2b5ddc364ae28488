// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createPageLock } from './page-lock.ts';

describe('the page’s lock', () => {
  it('[4.15] is held by one at a time', () => {
    const lock = createPageLock();
    const release = lock.tryAcquire();
    expect(release).not.toBeNull();
    expect(lock.tryAcquire()).toBeNull();
    release?.();
    expect(lock.tryAcquire()).not.toBeNull();
  });

  it('[4.15] whoever gave it back cannot take it from the next one', () => {
    const lock = createPageLock();
    const release = lock.tryAcquire();
    release?.();
    expect(lock.tryAcquire()).not.toBeNull();
    release?.();
    expect(lock.tryAcquire()).toBeNull();
  });
});
