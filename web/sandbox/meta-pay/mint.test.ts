import { beforeEach, describe, expect, it, vi } from 'vitest';
import { goodConfiguration } from '../test/meta-pay.ts';
import { mintAt, type MintRequest } from './mint.ts';

const URL = 'https://shop.test/sandbox/meta-pay/containers';
const fetching = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const REQUEST: MintRequest = {
  configuration: goodConfiguration(),
  containerType: 'ecom-token-v1',
  containerContext: 'context-2',
  amount: { currency: 'CZK', value: 138900 },
  cardNumber: '4111111111111111',
  holderName: 'Jana Nováková',
};
const sealed = () => mintAt(URL)(REQUEST, new AbortController().signal);

beforeEach(() => {
  vi.setSystemTime('2026-11-27');
  vi.stubGlobal('fetch', fetching.mockReset());
});

describe('the seal of a container', () => {
  it('[B.02] is asked for with everything that is in it, and without cookies', async () => {
    fetching.mockResolvedValue(answer({ mode: 'TEST', container_id: 'c1', container_data: 'eyJ4NWMi' }));
    expect(await sealed()).toEqual({
      mode: 'TEST',
      containerId: 'c1',
      containerType: 'ecom-token-v1',
      containerData: 'eyJ4NWMi',
    });
    const [url, init] = fetching.mock.lastCall ?? [];
    expect(url).toBe(URL);
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit' });
    expect(JSON.parse(init?.body as string)).toEqual({
      mode: 'TEST',
      partnerMerchantId: 'kramek',
      containerContext: 'context-2',
      amount: { currency: 'CZK', value: 138900 },
      containerType: 'ecom-token-v1',
      card: {
        number: '4111111111111111',
        expirationMonth: 12,
        expirationYear: 2030,
        holderName: 'Jana Nováková',
      },
    });
  });

  it('[B.02] can be refused', async () => {
    fetching.mockResolvedValue(answer({ statusMessage: 'unknown merchant' }, 403));
    await expect(sealed()).rejects.toMatchObject({ code: 'CONTAINER_REFUSED', message: 'unknown merchant' });
  });

  it.each([
    ['a failure', { container_id: 'c1', container_data: 'x' }, 500],
    ['no id', { container_data: 'x' }, 200],
    ['no data', { container_id: 'c1' }, 200],
  ])('[B.02] is missing after %s', async (_what, body, status) => {
    fetching.mockResolvedValue(answer(body, status));
    await expect(sealed()).rejects.toThrow('No container was sealed');
  });
});
