import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

/** `make pictures`: every page, sheet, window, e-mail and state, in every look, and what axe says of each. */
export default defineConfig({
  ...base,
  testDir: './pictures',
  testMatch: '*.pictures.ts',
  // A scene has sixteen looks, and axe reads the whole page in each.
  timeout: 300_000,
  retries: 0,
  projects: [{ name: 'pictures' }],
  use: { ...base.use, contextOptions: { reducedMotion: 'reduce' } },
});
