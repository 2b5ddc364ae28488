import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { everyTest, everyViewport, PHONE, RELEASE } from './support/selection.js';

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Keeps Chromium from calling its vendor's hosts, and disables its sandbox, because build machines lack user namespaces. */
const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A build machine retries once and lists flaky tests, so that they get fixed. Elsewhere flaky tests fail.
  retries: process.env['CI'] === undefined ? 0 : 1,
  workers: 2,
  // Long timeouts change no result: slow answers of a busy machine pass, missing ones still fail.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    // Without screenshots: recording them costs more than the pages themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      args: quietChromium,
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
  },
  ...(everyTest ? {} : { grepInvert: new RegExp(RELEASE) }),
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      ...(everyViewport ? {} : { grep: new RegExp(PHONE) }),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
});
