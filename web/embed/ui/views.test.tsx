import { act, StrictMode, type ReactElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import * as built from 'virtual:views';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { buildNode } from '../dom/tree.ts';
import { Modal } from './Modal.tsx';
import { mountView } from './mount.tsx';
import { WalletButton } from './WalletButton.tsx';
import { snippetViews, treeViews } from './views.tsx';

const trees = Object.entries(treeViews).flatMap(([group, views]) =>
  Object.entries<ReactElement>(views).map(([name, view]): [string, ReactElement, string] => [
    name,
    view,
    group,
  ]),
);
const all: [string, ReactElement][] = [
  ...Object.entries(snippetViews),
  ...trees.map(([name, view]): [string, ReactElement] => [name, view]),
];
const parse = (html: string): ChildNode | null => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstChild;
};
const container = () => {
  const element = document.createElement('div');
  document.body.append(element);
  return element;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  document.documentElement.removeAttribute('style');
});

describe('prerendered views', () => {
  it.each(all)('[B.01] %s renders to the same bytes with and without hydration marks', (_name, view) => {
    expect(renderToString(view)).toBe(renderToStaticMarkup(view));
  });

  it.each(trees)('[B.01] the entry’s copy of %s is equal to what React draws', (name, view, group) => {
    const tree = (built[group as keyof typeof built] as typeof built.walletViews)[name];
    expect(buildNode(tree ?? '').isEqualNode(parse(renderToStaticMarkup(view)))).toBe(true);
  });

  it.each(all)('[B.01] %s hydrates without a complaint', async (_name, view) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const recovered = vi.fn();
    const element = container();
    element.append(parse(renderToString(view)) ?? '');
    const [before] = element.children;
    await act(async () => {
      hydrateRoot(element, <StrictMode>{view}</StrictMode>, { onRecoverableError: recovered });
      await Promise.resolve();
    });
    expect(element.firstElementChild).toBe(before);
    expect(recovered).not.toHaveBeenCalled();
    expect(complaint).not.toHaveBeenCalled();
  });

  it.each(all)('[B.07] %s has no inline style and no script', (_name, view) => {
    expect(renderToStaticMarkup(view)).not.toMatch(/ style=|<script| on[a-z]+=/i);
  });

  it('[1.08] the button says Koupit teď and posts its form without script', () => {
    const button = parse(renderToStaticMarkup(snippetViews['buy-it-now'])) as HTMLButtonElement;
    expect(button.textContent).toBe('Koupit teď');
    expect(button.type).toBe('submit');
    expect(button.getAttribute('formaction')).toBe('/checkout/buy-it-now');
    expect(button.getAttribute('formmethod')).toBe('post');
    expect(button.disabled).toBe(false);
  });
});

describe('the wallet button', () => {
  const button = (callToAction: boolean) =>
    parse(
      renderToStaticMarkup(<WalletButton wallet="google_pay" callToAction={callToAction} />),
    ) as HTMLElement;

  it('[2.15] says Koupit přes beside its logo with the call to action, and has one name', () => {
    expect(button(true).textContent).toBe('Koupit přes');
    expect(button(true).getAttribute('aria-label')).toBe('Koupit přes Google Pay');
  });

  it('[2.14] [2.15] is the logo alone without it', () => {
    expect(button(false).textContent).toBe('');
    expect(button(false).getAttribute('aria-label')).toBe('Google Pay');
    expect(button(false).querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('mountView', () => {
  it('[4.01] draws a new state at once, on the nodes that were there', async () => {
    // As on a page: React schedules by itself.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const element = container();
    element.append(buildNode(built.views['buy-it-now']));
    const [before] = element.children;
    const state = { shown: 'buy_it_now', disabled: false, formAction: '/checkout/buy-it-now' } as const;
    const mounted = await mountView(element, state);
    mounted.update({ ...state, disabled: true });
    expect((before as HTMLButtonElement).disabled).toBe(true);
    expect(element.firstElementChild).toBe(before);
    mounted.update({ ...state, shown: { wallet: 'google_pay' } });
    expect(element.querySelector('pay-wallet-button')?.getAttribute('wallet')).toBe('google_pay');
    expect(element.querySelector('[role=link]')?.textContent).toBe('Další platební možnosti');
    mounted.unmount();
    await eventually(() => {
      expect(element.childNodes).toHaveLength(0);
    });
  });
});

describe('Modal', () => {
  const open = async (button: boolean, onClose?: () => void) => {
    const element = container();
    const root = createRoot(element);
    await act(async () => {
      root.render(<Modal title="Nadpis" text="Text" button={button} {...(onClose ? { onClose } : {})} />);
      await Promise.resolve();
    });
    return { element, root, dialog: element.querySelector('dialog') };
  };

  it('[2.18] [2.19] opens itself and tells once that it closed', async () => {
    const onClose = vi.fn();
    const { element, dialog } = await open(true, onClose);
    expect(dialog?.open).toBe(true);
    element.querySelector<HTMLElement>('.action')?.click();
    expect(dialog?.open).toBe(false);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('[2.18] the button Zavřít is optional, the close icon is not', async () => {
    const { element } = await open(false);
    expect(element.querySelector('.action')).toBeNull();
    expect(document.activeElement).toBe(element.querySelector('.icon'));
  });

  it('[2.20] taken away while open, it unlocks the page and tells nobody', async () => {
    const onClose = vi.fn();
    const { root } = await open(true, onClose);
    expect(document.documentElement.style.overflow).toBe('hidden');
    act(() => {
      root.unmount();
    });
    expect(document.documentElement.style.overflow).toBe('');
    expect(onClose).not.toHaveBeenCalled();
  });
});
