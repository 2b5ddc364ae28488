import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PERSONALISED_ANIMATION_MS, PERSONALISED_ANSWER_MS, PERSONALISED_DELAY_MS } from '../constants.ts';
import { defineFace } from './face-element.ts';
import type { FaceSettings } from './face-run.ts';

const WALLET = 'https://pay.shop.example';

/** Observers under the test's control, and how many are alive. */
const observers = {
  alive: 0,
  inView: new Set<(isIntersecting: boolean) => void>(),
  resized: new Set<() => void>(),
};

class FakeIntersectionObserver {
  readonly #tell: (isIntersecting: boolean) => void;
  constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#tell = (isIntersecting) => {
      callback([{ isIntersecting }]);
    };
  }
  observe(): void {
    observers.alive += 1;
    observers.inView.add(this.#tell);
  }
  disconnect(): void {
    observers.alive -= 1;
    observers.inView.delete(this.#tell);
  }
}

class FakeResizeObserver {
  constructor(private readonly callback: () => void) {}
  observe(): void {
    observers.alive += 1;
    observers.resized.add(this.callback);
  }
  disconnect(): void {
    observers.alive -= 1;
    observers.resized.delete(this.callback);
  }
}

/** jsdom gives no window to a frame in a shadow tree: one outside stands in for it. */
const windows = new Map<HTMLIFrameElement, HTMLIFrameElement>();
const outside = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
function windowOf(inside: HTMLIFrameElement): unknown {
  const standIn = windows.get(inside) ?? document.createElement('iframe');
  windows.set(inside, standIn);
  if (!standIn.isConnected) document.documentElement.append(standIn);
  return outside?.get?.call(standIn);
}

let settings: FaceSettings | null;
let width: number;
let isStill: boolean;
let fontSize: string;

/** The button of a shop wallet, inside these elements. */
function show(callToAction = false, inside = ''): { host: HTMLElement; button: HTMLElement } {
  document.body.innerHTML = inside || '<div id="place"></div>';
  const host = document.createElement('div');
  host.getBoundingClientRect = () => new DOMRect(0, 0, width, 44);
  const button = document.createElement('button');
  button.className = callToAction ? 'button calling' : 'button';
  button.innerHTML = '<span class="content">Zkratka</span><wallet-face></wallet-face>';
  host.attachShadow({ mode: 'open' }).append(button);
  (document.querySelector('#place') ?? document.body).append(host);
  return { host, button };
}

const frame = (button: HTMLElement): HTMLIFrameElement | null => button.querySelector('iframe');

/** A message from the frame of the button. */
function say(
  button: HTMLElement,
  data: unknown,
  { origin = 'null', source = frame(button)?.contentWindow } = {},
): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: source ?? null }));
}

const RECOGNISED = { type: 'shop_user_matched', userCookieExists: true };

const see = (isIntersecting = true): void => {
  for (const tell of observers.inView) tell(isIntersecting);
};
const resize = (to: number): void => {
  width = to;
  for (const tell of observers.resized) tell();
};
const wait = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const phase = (button: HTMLElement): string | undefined => button.dataset['face'];

/** A recognised buyer's button, ready. */
async function ready(callToAction = false, inside = '') {
  const shown = show(callToAction, inside);
  await wait();
  say(shown.button, RECOGNISED);
  return shown;
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    configurable: true,
    get(this: HTMLIFrameElement) {
      return windowOf(this);
    },
  });
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  // jsdom computes no styles in a shadow tree.
  vi.stubGlobal('getComputedStyle', () => ({ fontSize, color: 'rgb(255, 255, 255)' }));
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return isStill && query === '(prefers-reduced-motion: reduce)';
    },
    addEventListener: () => undefined,
  }));
  defineFace(() => settings);
  settings = { walletOrigin: WALLET, isDelayed: false };
  width = 260;
  isStill = false;
  fontSize = '16px';
  observers.alive = 0;
});

afterEach(() => {
  document.body.replaceChildren();
  for (const standIn of windows.values()) standIn.remove();
  windows.clear();
  if (outside) Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', outside);
  expect(observers.alive).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a recognised buyer’s button', () => {
  it('[7.16] asks the wallet in a frame that takes no input and that the page cannot read', async () => {
    const { button } = show();
    expect(frame(button)).toBeNull();
    await wait();
    expect(frame(button)?.src).toMatch(/#rgb\(255,%20255,%20255\)$/);
    const { src, tabIndex, referrerPolicy } = frame(button) ?? {};
    const { origin, pathname, searchParams } = new URL(src ?? '');
    expect(origin + pathname).toBe(`${WALLET}/services/login_with_shop/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({ target_origin: location.origin, flow: 'default' });
    expect([tabIndex, referrerPolicy]).toEqual([-1, 'no-referrer']);
    expect(frame(button)?.getAttribute('sandbox')).toBe('allow-scripts');
    expect(frame(button)?.getAttribute('aria-hidden')).toBe('true');
  });

  it('[4.27] [4.31] is ready, animates once it is in view, and is complete when that has ended', async () => {
    const { button } = await ready();
    expect(phase(button)).toBe('ready');
    await wait(60_000);
    expect(phase(button)).toBe('ready');
    see();
    await wait();
    expect(phase(button)).toBe('animating');
    frame(button)?.dispatchEvent(new Event('animationend', { bubbles: true }));
    expect(phase(button)).toBe('animation-complete');
    see(false);
    expect(phase(button)).toBe('animation-complete');
  });

  it('[4.31] [9.01] waits 500 ms where that is requested, and not if the buyer scrolls away meanwhile', async () => {
    settings = { walletOrigin: WALLET, isDelayed: true };
    const { button } = await ready();
    see();
    await wait(PERSONALISED_DELAY_MS - 1);
    see(false);
    await wait(PERSONALISED_DELAY_MS);
    expect(phase(button)).toBe('ready');
    see();
    await wait(PERSONALISED_DELAY_MS - 1);
    expect(phase(button)).toBe('ready');
    await wait(1);
    expect(phase(button)).toBe('animating');
  });

  it('ends in a tab that is hidden and never says that an animation has ended', async () => {
    const { button } = await ready();
    see();
    await wait(PERSONALISED_ANIMATION_MS);
    expect(phase(button)).toBe('animation-complete');
  });

  it('[4.27] does not move for a buyer who wants less motion', async () => {
    isStill = true;
    const { button } = await ready();
    see();
    await wait();
    expect(phase(button)).toBe('animation-complete');
  });

  it.each([
    ['says so', { type: 'loaded', userFound: false }],
    ['matches nobody', { type: 'shop_user_matched', userCookieExists: false }],
  ])('[4.27] is plain again if the wallet %s', async (_what, message) => {
    const { button } = show();
    await wait();
    say(button, message);
    expect(frame(button)).toBeNull();
    expect(phase(button)).toBeUndefined();
  });

  it('[4.27] is plain again if the wallet says nothing for ten seconds', async () => {
    const { button } = show();
    await wait(PERSONALISED_ANSWER_MS - 1);
    expect(frame(button)).not.toBeNull();
    await wait(1);
    expect(frame(button)).toBeNull();
  });

  it('[7.16] hears the frame alone', async () => {
    const { button } = show();
    await wait();
    say(button, RECOGNISED, { source: window });
    say(button, RECOGNISED, { origin: WALLET });
    say(button, 'shop_user_matched');
    say(button, { type: 'other' });
    expect(phase(button)).toBeUndefined();
    say(button, RECOGNISED);
    say(button, { type: 'loaded', userFound: false });
    expect(phase(button)).toBe('ready');
  });
});

describe('the conditions of the face', () => {
  it('[4.29] a button that is narrow at first asks nobody, and stays plain', async () => {
    width = 169;
    const { host, button } = show();
    resize(400);
    document.body.append(host);
    // A frame that nobody answers would be gone later.
    await wait(PERSONALISED_ANSWER_MS - 1);
    expect(frame(button)).toBeNull();
  });

  it('[4.29] a button that shrinks is plain for good, even after its animation', async () => {
    const { host, button } = await ready();
    see();
    await wait(PERSONALISED_ANIMATION_MS);
    resize(169);
    expect(frame(button)).toBeNull();
    resize(400);
    document.body.append(host);
    await wait(PERSONALISED_ANSWER_MS - 1);
    expect(frame(button)).toBeNull();
    expect(phase(button)).toBeUndefined();
  });

  it('[4.30] a call to action in large letters shows none until they fit', async () => {
    const { button } = await ready(true);
    fontSize = '18.5px';
    resize(260);
    expect(phase(button)).toBe('hidden');
    fontSize = '18px';
    resize(260);
    expect(phase(button)).toBe('ready');
  });

  it('[4.30] [4.31] a delivery promise or a sold-out variant conceals it, but not once it is complete', async () => {
    const { button } = await ready(
      false,
      '<form action="/cart/add"><input name="id" value="1"><button name="add">Do košíku</button><accelerated-checkout id="place"></accelerated-checkout></form>',
    );
    const product = document.querySelector('accelerated-checkout');
    const add = document.querySelector<HTMLButtonElement>('[name=add]');
    product?.setAttribute('data-promised', '');
    await wait();
    expect(phase(button)).toBe('hidden');
    product?.removeAttribute('data-promised');
    await wait();
    expect(phase(button)).toBe('ready');
    if (add) add.disabled = true;
    await wait();
    expect(phase(button)).toBe('hidden');
    if (add) add.disabled = false;
    await wait();
    see();
    await wait(PERSONALISED_ANIMATION_MS);
    if (add) add.disabled = true;
    await wait();
    expect(phase(button)).toBe('animation-complete');
  });

  it('[4.30] a shop that does not personalise asks nobody', async () => {
    settings = null;
    const { button } = show();
    await wait(20_000);
    expect(frame(button)).toBeNull();
  });

  it('leaves nothing behind when the button goes before the wallet has answered', async () => {
    const { host, button } = show();
    await wait();
    const { contentWindow } = frame(button) ?? {};
    host.remove();
    say(button, RECOGNISED, { source: contentWindow ?? null });
    expect(phase(button)).toBeUndefined();
    document.body.append(host);
    await wait();
    say(button, RECOGNISED);
    expect(phase(button)).toBe('ready');
  });
});
