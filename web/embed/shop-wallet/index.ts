/**
 * The chunk of the shop's own wallet. It has no sheet: a press leads to the checkout, where the wallet is. A recognised
 * buyer's button shows a face, which the wallet draws in a frame of its own.
 */
import { looks } from 'virtual:looks/shop_pay';
import { css } from 'virtual:styles/face';
import { css as pageCss } from 'virtual:styles/shopWalletPage';
import { views } from 'virtual:views/shop_pay';
import { addButtonViews } from '../dom/button-views.ts';
import { adoptPageStyles } from '../../base/style-sheet.ts';
import type { CreateAdapter } from '../flows/instrument-registry.ts';
import { INSTRUMENTS } from '../flows/instruments.ts';
import { defineFace } from './face-element.ts';
import type { FaceSettings } from './face-run.ts';
import { leave } from './leave.ts';
import { renamed } from './named-views.ts';
import { readParams } from './params.ts';

let face: FaceSettings | null = null;

/** The same members with other values. */
const mapped = <In, Out>(
  members: Readonly<Record<string, In>>,
  value: (member: In) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, value(member)]));

adoptPageStyles(pageCss);
defineFace(() => face);
addButtonViews(
  views,
  mapped(looks, (look) => ({ ...look, css: look.css + css })),
);

/** The shop wallet's adapter. The name and the face are the page's: a shop has one wallet. */
export const createAdapter: CreateAdapter = (params) => {
  const { name, origin, isPersonalised, isDelayed } = readParams(params);
  face = isPersonalised && origin !== null ? { walletOrigin: origin, isDelayed } : null;
  if (name !== null)
    addButtonViews(
      mapped(views, (view) => renamed(view, INSTRUMENTS.shop_pay.walletName, name)),
      {},
    );
  return {
    check: () => Promise.resolve({ eligible: true }),
    leave: (request) => {
      void leave(request);
    },
  };
};
