import { beforeEach, expect, it, vi } from 'vitest';

// jsdom has no hashes; Node's real ones take no buffers of its realm.
const { webcrypto } = await vi.importActual<{ webcrypto: Crypto }>('node:crypto');
const sha384 = (text: string) => webcrypto.subtle.digest('SHA-384', new TextEncoder().encode(text));

const GOOD = 'alert(1)';
const EVIL = 'steal()';

async function hashOf(text: string): Promise<string> {
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(await sha384(text))))}`;
}

const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);

/** Writes the page's head and loads the script into it. `served` has the content of each path. */
async function open(head: string, served: Readonly<Record<string, string>>): Promise<void> {
  document.head.innerHTML = head;
  const digest = (_name: string, bytes: ArrayBuffer) => sha384(new TextDecoder().decode(bytes));
  vi.stubGlobal('crypto', { subtle: { digest } });
  vi.stubGlobal('fetch', (url: string) => {
    const text = served[new URL(url).pathname];
    return text === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(text));
  });
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
  vi.resetModules();
  await import('./watch.ts');
}

const fail = (selector: string): void => {
  document.querySelector(selector)?.dispatchEvent(new Event('error'));
};

async function reported(): Promise<unknown> {
  await vi.waitFor(() => {
    expect(beacon).toHaveBeenCalledOnce();
  });
  const [url, body] = beacon.mock.calls[0] ?? [];
  expect(url).toBe('/reports');
  expect(body?.type).toBe('application/reports+json');
  const reader = new FileReader();
  const text = new Promise((done) => {
    reader.onload = () => {
      done(reader.result);
    };
  });
  if (body !== undefined) reader.readAsText(body);
  return JSON.parse(String(await text));
}

const report = (path: string): object => ({
  type: 'changed-content',
  body: { blockedURL: new URL(path, location.href).href },
});

beforeEach(() => {
  beacon.mockClear();
});

it('[B.07] names the changed files after one of them was refused, also those of the import map', async () => {
  const hash = await hashOf(GOOD);
  const map = JSON.stringify({ integrity: { '/b.js': hash, '/c.js': hash } });
  await open(
    `<script type="importmap">${map}</script><link rel="stylesheet" href="/a.css" integrity="${hash}">`,
    { '/a.css': GOOD, '/b.js': EVIL, '/c.js': GOOD },
  );
  fail('link');
  fail('link');
  expect(await reported()).toEqual([report('/b.js')]);
});

it('[B.07] reports nothing if the network failed, or if an element without a hash did', async () => {
  const hash = await hashOf(GOOD);
  await open(`<link rel="stylesheet" href="/a.css" integrity="${hash}"><img src="/x.png">`, {});
  fail('img');
  fail('link');
  await new Promise((done) => setTimeout(done, 20));
  expect(beacon).not.toHaveBeenCalled();
});
