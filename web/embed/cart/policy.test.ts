// @vitest-environment node
import { expect, it } from 'vitest';
import { scriptedServer } from '../test/sheet.ts';
import { createCartClient } from './checked-client.ts';
import type { CartClient } from './client.ts';
import { fetchSubscriptionPolicy } from './policy.ts';

const client = createCartClient({
  origin: 'https://shop.example',
  accessToken: 't',
  country: 'CZ',
  locale: 'cs',
});
const options = { signal: new AbortController().signal };

it('[7.11] the subscription policy is title and body', async () => {
  const policy = { title: 'Předplatné', body: '<p>Zrušíte je kdykoli.</p>' };
  const { calls } = scriptedServer({ subscriptionPolicy: policy });
  await expect(fetchSubscriptionPolicy(client, options)).resolves.toEqual(policy);
  expect(calls[0]).toMatchObject({ name: 'subscriptionPolicy' });
});

it('[7.11] a shop without one answers null, an answer of another shape is an error', async () => {
  const answering = (subscriptionPolicy: unknown): CartClient => ({
    request: () => Promise.resolve({ subscriptionPolicy }),
  });
  await expect(fetchSubscriptionPolicy(answering(null), options)).resolves.toBeNull();
  await expect(fetchSubscriptionPolicy(answering({ title: 'x' }), options)).rejects.toThrow('body');
});
