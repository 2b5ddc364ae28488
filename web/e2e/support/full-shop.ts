import { type ClientRequest, request } from 'node:http';
import { expect } from '@playwright/test';
import { apiUrl, ask } from './api.js';
import type { Shop } from './shop.js';

/** The smallest configurable memory limit for request bodies. */
export const LITTLE_MEMORY = '[limits]\nbody_memory = 1048576\nbody_bytes = 262144\nbody_seconds = 60\n';

const LARGE_BYTES = 250_000;

/** A body larger than the memory reserved for each request. */
export const large = { variables: { padding: 'x'.repeat(LARGE_BYTES - 1000) } };

async function asked(shop: Shop): Promise<number> {
  const signal = AbortSignal.timeout(5000);
  const response = await ask(shop, { query: 'query { shop { name } }', ...large }, { signal });
  return response.status;
}

const patience = { timeout: 20_000, intervals: [20] };

/** Fills the memory for bodies with requests that never complete. Returns a function that ends them. */
export async function fill(shop: Shop): Promise<() => Promise<void>> {
  const holders: ClientRequest[] = [];
  // One more each time: a request that arrives while the probe itself uses memory is refused.
  const withOneMore = () => {
    holders.push(unfinished(shop));
    return asked(shop);
  };
  await expect.poll(withOneMore, patience).toBe(429);
  return async () => {
    holders.forEach((holder) => holder.destroy());
    await expect.poll(() => asked(shop), patience).toBe(200);
  };
}

function unfinished(shop: Shop): ClientRequest {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': LARGE_BYTES };
  const holder = request(apiUrl(shop), { method: 'POST', headers, agent: false });
  // Refused for lack of memory, or ended by this function.
  holder.on('error', () => undefined);
  holder.on('response', (response) => response.resume());
  holder.write(' '.repeat(LARGE_BYTES - 1));
  return holder;
}
