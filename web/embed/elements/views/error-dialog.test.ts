import { describe, expect, it, vi } from 'vitest';
import { CHECKOUT_ERROR, OUT_OF_STOCK } from '../../i18n/cs.ts';
import { one, page } from '../../test/form.ts';
import { showDialog } from './error-dialog.ts';

const root = () => {
  const { shadowRoot } = one('accelerated-checkout-dialog');
  if (!shadowRoot) throw new Error('no shadow root');
  return shadowRoot;
};
const inside = (selector: string) => one(selector, root());
const isOpen = () => document.querySelector('accelerated-checkout-dialog') !== null;
const opener = () => {
  page('<button>Koupit</button>');
  one('button').focus();
  return one('button');
};
const open = () => {
  const button = opener();
  showDialog(CHECKOUT_ERROR, () => button);
  return button;
};
const key = (name: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', {
    key: name,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...init,
  });
  (root().activeElement ?? inside('dialog')).dispatchEvent(event);
  return event;
};
/** A press at a point; jsdom has no layout, so the dialog's box is given. */
const pressAt = (type: string, x: number) => {
  vi.spyOn(inside('dialog'), 'getBoundingClientRect').mockReturnValue({
    left: 100,
    right: 200,
    top: 0,
    bottom: 100,
  } as DOMRect);
  inside('dialog').dispatchEvent(new MouseEvent(type, { clientX: x, clientY: 50, bubbles: true }));
};

describe('the dialog', () => {
  it('[2.18] has a title, a text, a close icon and the button Zavřít', () => {
    open();
    expect(inside('h2').textContent).toBe(CHECKOUT_ERROR.title);
    expect(inside('.content').textContent).toBe(CHECKOUT_ERROR.text);
    expect(inside('.icon').getAttribute('aria-label')).toBe('Zavřít okno');
    expect(inside('.icon').querySelector('svg')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(inside('.action').textContent).toBe('Zavřít');
  });

  it('[2.20] is a dialog, labelled and described, in the top layer', () => {
    open();
    const dialog = inside('dialog') as HTMLDialogElement;
    expect(dialog.open).toBe(true);
    expect(dialog.getAttribute('role')).toBe('dialog');
    for (const [attribute, text] of [
      ['aria-labelledby', CHECKOUT_ERROR.title],
      ['aria-describedby', CHECKOUT_ERROR.text],
    ])
      expect(root().getElementById(dialog.getAttribute(attribute ?? '') ?? '')?.textContent).toBe(text);
  });

  it.each([
    [
      'Escape',
      () => {
        key('Escape');
      },
    ],
    [
      'the cancel gesture',
      () => {
        inside('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
      },
    ],
    [
      'the close icon',
      () => {
        inside('.icon').click();
      },
    ],
    [
      'the close icon’s drawing',
      () => {
        inside('path').dispatchEvent(new MouseEvent('click', { bubbles: true }));
      },
    ],
    [
      'the button',
      () => {
        inside('.action').click();
      },
    ],
    [
      'a click outside',
      () => {
        pressAt('pointerdown', 50);
        pressAt('click', 50);
      },
    ],
  ])('[2.19] [2.20] closes on %s; the focus goes back and the page scrolls again', (_how, act) => {
    const button = open();
    expect(document.activeElement).not.toBe(button);
    expect(document.documentElement.style.overflow).toBe('hidden');
    act();
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button);
    expect(document.documentElement.style.overflow).toBe('');
  });

  it.each([
    [
      'a click on its padding',
      () => {
        pressAt('pointerdown', 150);
        pressAt('click', 150);
      },
    ],
    [
      'a selection that ends outside',
      () => {
        pressAt('pointerdown', 150);
        pressAt('click', 50);
      },
    ],
    [
      'a click on the text',
      () => {
        inside('.content').click();
      },
    ],
    [
      'another key',
      () => {
        key('a');
      },
    ],
  ])('[2.19] stays open on %s', (_what, act) => {
    open();
    act();
    expect(isOpen()).toBe(true);
  });

  it('[2.20] traps Tab in both directions', () => {
    open();
    expect(root().activeElement).toBe(inside('.action'));
    expect(key('Tab').defaultPrevented).toBe(true);
    expect(root().activeElement).toBe(inside('.icon'));
    key('Tab');
    expect(root().activeElement).toBe(inside('.action'));
    key('Tab', { shiftKey: true });
    expect(root().activeElement).toBe(inside('.icon'));
    key('Tab', { shiftKey: true });
    expect(root().activeElement).toBe(inside('.action'));
  });

  it('[2.20] keeps its keys from the theme’s own traps', () => {
    open();
    const theme = vi.fn();
    document.addEventListener('keydown', theme);
    key('Tab');
    document.removeEventListener('keydown', theme);
    expect(theme).not.toHaveBeenCalled();
  });

  it('[2.20] [2.21] a text too long to fit can be scrolled with the keyboard', () => {
    const long = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000);
    open();
    long.mockRestore();
    expect(inside('.content').tabIndex).toBe(0);
    key('Tab');
    key('Tab');
    expect(root().activeElement).toBe(inside('.content'));
  });

  it('a second dialog takes the place of the first', () => {
    const button = open();
    showDialog(OUT_OF_STOCK, () => button);
    expect(inside('.content').textContent).toBe(OUT_OF_STOCK.text);
    inside('.action').click();
    expect(isOpen()).toBe(false);
    expect(document.documentElement.style.overflow).toBe('');
  });

  it('[2.20] a focus that is gone cannot be given back, and that is no error', () => {
    const button = open();
    button.remove();
    expect(() => {
      inside('.action').click();
    }).not.toThrow();
    expect(isOpen()).toBe(false);
  });
});
