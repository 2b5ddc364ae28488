import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOAD_DEADLINE, presentSheet, type Draw } from './present-sheet.ts';
import { sheetTexts } from './sheet-texts.ts';

// jsdom lacks this. Browser tests check the behaviour of a modal dialog.
class Styles {
  replaceSync(): void {
    // jsdom has no layout.
  }
}

const cancel = vi.fn();
const erase = vi.fn();
const draw = vi.fn<Draw>();
const options = { wallet: 'google-pay', title: 'Zkušební okno', cancel } as const;

const root = (): ShadowRoot => {
  const shadow = document.querySelector('google-pay-sandbox-sheet')?.shadowRoot;
  if (!shadow) throw new Error('There is no sheet');
  return shadow;
};
const content = (): string => root().querySelector('.content')?.textContent ?? '';
const button = (): HTMLElement => {
  const found = root().querySelector('button');
  if (!found) throw new Error('There is no button');
  return found;
};
const afterPaint = () => vi.advanceTimersByTimeAsync(300);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('CSSStyleSheet', Styles);
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  cancel.mockReset();
  erase.mockReset();
  draw.mockReset().mockImplementation((place) => {
    place.replaceChildren(Object.assign(document.createElement('input'), { type: 'text' }));
    return erase;
  });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('a sheet', () => {
  it('[B.09] is open when the call returns, with its title and a close button', () => {
    presentSheet(options, () => new Promise(() => undefined));
    const dialog = root().querySelector('dialog');
    expect(dialog?.open).toBe(true);
    expect(root().querySelector('h1')?.textContent).toBe(options.title);
    expect(content()).toBe(sheetTexts.opening);
    button().click();
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('loads its content after the paint', async () => {
    const load = vi.fn(() => Promise.resolve(draw));
    presentSheet(options, load);
    expect(load).not.toHaveBeenCalled();
    await afterPaint();
    expect(draw).toHaveBeenCalledTimes(1);
    expect(root().querySelector('.content input')).not.toBeNull();
  });

  it('[B.09] moves the focus into its content, unless the buyer has moved it', async () => {
    presentSheet(options, () => Promise.resolve(draw));
    root().querySelector('h1')?.focus();
    await afterPaint();
    expect(root().activeElement?.localName).toBe('input');

    document.body.replaceChildren();
    presentSheet(options, () => Promise.resolve(draw));
    button().focus();
    await afterPaint();
    expect(root().activeElement).toBe(button());
  });

  it('[B.09] closes on Escape, and the page below gets no key event', () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    presentSheet(options, () => new Promise(() => undefined));
    const init = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    root().querySelector('h1')?.dispatchEvent(new KeyboardEvent('keydown', init));
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener('keydown', heard);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no network')), 300],
    ['does not come', () => new Promise<Draw>(() => undefined), LOAD_DEADLINE + 300],
  ])('shows an error if its content %s, and can be closed', async (_, load, ms) => {
    presentSheet(options, load);
    await vi.advanceTimersByTimeAsync(ms);
    expect(content()).toBe(sheetTexts.notLoaded);
    button().click();
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('removes its content when closed', async () => {
    const close = presentSheet(options, () => Promise.resolve(draw));
    await afterPaint();
    close();
    expect(erase).toHaveBeenCalledTimes(1);
    expect(document.querySelector('google-pay-sandbox-sheet')).toBeNull();
  });

  it('renders nothing after it is closed, and leaves no timer', async () => {
    let arrive: (draw: Draw) => void = () => undefined;
    const load = new Promise<Draw>((resolve) => {
      arrive = resolve;
    });
    const close = presentSheet(options, () => load);
    await afterPaint();
    close();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    arrive(draw);
    await afterPaint();
    expect(draw).not.toHaveBeenCalled();
  });
});
