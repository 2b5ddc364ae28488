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

  it('[4.15] a second release does not take the lock from the next holder', () => {
    const lock = createPageLock();
    const release = lock.tryAcquire();
    release?.();
    expect(lock.tryAcquire()).not.toBeNull();
    release?.();
    expect(lock.tryAcquire()).toBeNull();
  });
});
