import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { observePage } from './observer.mjs';
import { Traffic } from './traffic.mjs';

/** @typedef {{ page: import('@playwright/test').Page, traffic: Traffic, slowDown: () => Promise<void> }} Visit */

/** Slow 4G, with the figures of Chromium's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};

/** The factor by which the emulated processor is slower than this machine's. */
const SLOWER = 4;

const ACTION_DEADLINE_MS = 60_000;

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Keeps Chromium from calling its vendor's hosts, and disables its sandbox, because build machines lack user namespaces. */
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

export function launch() {
  const executablePath = installed.find((path) => existsSync(path));
  const args = [...quiet, '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ args, ...(executablePath !== undefined && { executablePath }) });
}

/**
 * Opens an observed page in a new context with an empty cache, and closes it when `run` ends.
 * @template Result
 * @param {import('@playwright/test').Browser} browser
 * @param {(visit: Visit) => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function visit(browser, run) {
  const context = await browser.newContext({ locale: 'cs-CZ', viewport: { width: 390, height: 844 } });
  try {
    context.setDefaultTimeout(ACTION_DEADLINE_MS);
    await context.addInitScript(observePage);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const traffic = new Traffic(session);
    const slowDown = async () => {
      await session.send('Network.clearBrowserCache');
      await session.send('Network.emulateNetworkConditions', SLOW_4G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      traffic.reset();
    };
    return await run({ page, traffic, slowDown });
  } finally {
    await context.close();
  }
}
