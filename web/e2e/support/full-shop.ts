import { type ClientRequest, request } from 'node:http';
import { ACCESS_TOKEN, apiUrl } from './api.js';
import type { Shop } from './shop.js';

/** As little memory for bodies as a shop can be given. */
export const LITTLE_MEMORY = '[limits]\nbody_memory = 1048576\nbody_bytes = 262144\nbody_seconds = 60\n';

const LARGE_BYTES = 250_000;
/** Together they take so much that no other of their size finds room. */
const HOLDERS = 5;

/** A body that needs more memory than every request has for itself. */
export const large = { variables: { padding: 'x'.repeat(LARGE_BYTES - 1000) } };

async function asked(shop: Shop): Promise<number> {
  const body = JSON.stringify({ query: 'query { shop { name } }', ...large });
  const headers = {
    'Content-Type': 'application/json',
    'X-Shopify-Storefront-Access-Token': ACCESS_TOKEN,
  };
  const signal = AbortSignal.timeout(5000);
  const { status } = await fetch(apiUrl(shop), { method: 'POST', headers, body, signal });
  return status;
}

async function until(shop: Shop, status: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await asked(shop)) !== status) {
    if (Date.now() > deadline) throw new Error(`the shop never answered ${String(status)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Fills the memory for bodies with requests that never come to their end. What is returned ends them. */
export async function fill(shop: Shop): Promise<() => Promise<void>> {
  const holders = Array.from({ length: HOLDERS }, () => unfinished(shop));
  await until(shop, 429);
  return async () => {
    holders.forEach((holder) => holder.destroy());
    await until(shop, 200);
  };
}

function unfinished(shop: Shop): ClientRequest {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': LARGE_BYTES };
  const holder = request(apiUrl(shop), { method: 'POST', headers, agent: false });
  // Refused for want of memory, or ended by us.
  holder.on('error', () => undefined);
  holder.on('response', (response) => response.resume());
  holder.write(' '.repeat(LARGE_BYTES - 1));
  return holder;
}
