import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

/** `npm run screenshots`: pictures of every page and dialog, to be looked at. */
export default defineConfig(base, {
  testMatch: 'screenshots.ts',
  use: { ...base.use, contextOptions: { reducedMotion: 'reduce' } },
});
