import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { views as amazonPay } from 'virtual:views/amazon_pay';
import { views as applePay } from 'virtual:views/apple_pay';
import { views as buyWithPrime } from 'virtual:views/buy_with_prime';
import { views as dialog } from 'virtual:views/dialog';
import { views as facebookPay } from 'virtual:views/facebook_pay';
import { views as googlePay } from 'virtual:views/google_pay';
import { views as paypal } from 'virtual:views/paypal';
import { views as product } from 'virtual:views/product';
import { views as shopPay } from 'virtual:views/shop_pay';
import { views as venmo } from 'virtual:views/venmo';
import { describe, expect, it } from 'vitest';
import { buildNode, type Tree } from '../dom/tree.ts';
import { Modal } from './Modal.tsx';
import { WalletButton } from './WalletButton.tsx';
import { snippetViews, treeViews } from './views.tsx';

const trees = Object.entries(treeViews).flatMap(([group, views]) =>
  Object.entries<ReactElement>(views).map(([name, view]): [string, ReactElement, string] => [
    name,
    view,
    group,
  ]),
);
const built: Readonly<Record<string, Readonly<Record<string, Tree>>>> = {
  product,
  dialog,
  amazon_pay: amazonPay,
  apple_pay: applePay,
  buy_with_prime: buyWithPrime,
  facebook_pay: facebookPay,
  google_pay: googlePay,
  paypal,
  shop_pay: shopPay,
  venmo,
};
const all: [string, ReactElement][] = [
  ...Object.entries(snippetViews),
  ...trees.map(([name, view]): [string, ReactElement] => [name, view]),
];
const parse = (html: string): ChildNode | null => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstChild;
};
describe('prerendered views', () => {
  it.each(trees)('[B.01] the prerendered copy of %s equals what React renders', (name, view, group) => {
    expect(buildNode(built[group]?.[name] ?? '').isEqualNode(parse(renderToStaticMarkup(view)))).toBe(true);
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
    expect(button(true).textContent).toBe('Koupit přes ');
    expect(button(true).getAttribute('aria-label')).toBe('Koupit přes Google Pay');
  });

  it('[2.14] [2.15] is the logo alone without it', () => {
    expect(button(false).textContent).toBe('');
    expect(button(false).getAttribute('aria-label')).toBe('Google Pay');
    expect(button(false).querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('Modal', () => {
  it('[2.18] the button Zavřít is optional, the close icon is not', () => {
    const dialog = parse(
      renderToStaticMarkup(<Modal title="Nadpis" text="Text" button={false} />),
    ) as Element;
    expect(dialog.querySelector('.action')).toBeNull();
    expect(dialog.querySelector('.icon')).not.toBeNull();
  });
});
