import { vi } from 'vitest';
import type { OpenSheet, SheetHandlers } from '../../embed/wallets/protocol.ts';
import { snapshotFields } from '../../embed/test/cart-data.ts';
import { loadChunk } from './chunks.ts';
import { pageLock, watch, type PageEvent } from './page.ts';
import { ScriptedServer } from './server.ts';
import { settled } from './time.ts';
import {
  WALLETS,
  type OperationCall,
  type Source,
  type Step,
  type Wallet,
  type WalletName,
} from './wallets.ts';

const ORIGIN = 'https://shop.example';
const LINE = {
  variantId: 1,
  quantity: 1,
  merchandiseId: 'gid://shopify/ProductVariant/1',
  sellingPlanId: null,
  lineItemProperties: [],
};
const CART_ID = 'gid://shopify/Cart/ZTOKEN?key=abc';

/** A cart without shipped goods. */
const DIGITAL = snapshotFields({
  lines: {
    nodes: [
      {
        quantity: 1,
        discountAllocations: [],
        merchandise: { requiresShipping: false },
        sellingPlanAllocation: null,
      },
    ],
  },
  deliveryGroups: { nodes: [] },
});

/** The wallet, and the source of its cart. */
export interface SheetOpening {
  readonly wallet: WalletName;
  readonly source: Source;
  readonly enabledFlags?: readonly string[];
}

/** A sheet opened by the built chunks, and a record of what they did. */
export interface BuiltSheet {
  readonly server: ScriptedServer;
  readonly handlers: SheetHandlers;
  readonly wallet: Wallet;
  readonly steps: readonly Step[];
  /** The events that the page received. */
  readonly told: readonly PageEvent[];
  /** The URLs that the page navigated to. */
  readonly left: readonly string[];
  /** How often the flow closed the sheet. */
  readonly closed: () => number;
  /** Whether the flow is running. */
  readonly isBusy: () => boolean;
  /** Removes the pressed element. */
  readonly removeElement: () => void;
}

/** Opens a wallet's sheet by the built `openSheet`, as an element does. The test acts as the wallet's adapter. */
export async function openBuilt({
  wallet: name,
  source,
  enabledFlags = [],
}: SheetOpening): Promise<BuiltSheet> {
  const [press, wallet] = [await loadChunk('press'), await loadChunk('wallet')];
  const way: Wallet = WALLETS[name];
  const { createAdapter } = await loadChunk(way.chunk);
  const server = new ScriptedServer(way.ships ? snapshotFields() : DIGITAL);
  const host = document.body.appendChild(document.createElement('div'));
  const left: string[] = [];
  const close = vi.fn<OpenSheet['close']>();
  const leaving = new AbortController();
  const opened: SheetHandlers[] = [];
  let isBusy = false;
  const told = watch(host);
  // jsdom cannot leave a page.
  press.leave.to = (url) => left.push(url);
  wallet.openSheet({
    host,
    ready: {
      instrument: {
        ...way.instrument,
        loadAdapter: () => Promise.reject(new Error('The adapter is loaded already')),
      },
      config: { name, walletParams: { merchantName: 'Světluška' } },
      adapter: {
        ...createAdapter({}),
        check: () => Promise.resolve({ eligible: true }),
        open: (_setup, given) => {
          opened.push(given);
          return { close };
        },
      },
      chunks: { press, wallet, rates: () => loadChunk('rates') },
    },
    source: source === 'line' ? { kind: 'line', line: LINE } : { kind: 'cart', cartId: CART_ID },
    goods: { requiresShipping: way.ships, hasSellingPlan: false },
    settings: { accessToken: 't', buyerCountry: 'CZ', buyerCurrency: 'CZK', enabledFlags },
    origin: ORIGIN,
    lock: pageLock(),
    signal: leaving.signal,
    returnFocus: () => null,
    busy: (busy) => {
      isBusy = busy;
    },
    refused: () => undefined,
  });
  const [handlers] = opened;
  if (!handlers) throw new Error('The sheet was not opened');
  return {
    server,
    handlers,
    wallet: way,
    steps: way.steps(source),
    told,
    left,
    closed: () => close.mock.calls.length,
    isBusy: () => isBusy,
    removeElement: () => {
      leaving.abort();
    },
  };
}

/** Opens a sheet and performs all steps before the given call's step. */
export async function openBefore(place: OperationCall): Promise<BuiltSheet> {
  const sheet = await openBuilt(place);
  const at = sheet.steps.findIndex(({ name }) => name === place.step.name);
  for (const step of sheet.steps.slice(0, at)) await settled(step.ask(sheet.handlers));
  return sheet;
}
