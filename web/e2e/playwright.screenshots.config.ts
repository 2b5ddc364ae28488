import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

/** `npm run screenshots`: takes screenshots of every page and dialog for review. */
export default defineConfig(base, {
  testMatch: 'screenshots.ts',
  use: { ...base.use, contextOptions: { reducedMotion: 'reduce' } },
});
