import type { WalletAdapter, WalletParams } from '../wallets/protocol.ts';
import {
  instrumentName,
  type InstrumentName,
  type WalletConfig,
  type WalletInstrument,
} from './instruments.ts';
import type { PurchaseRequest } from './request.ts';

/** A wallet whose pages are the shop's own: it has no sheet, and a press leaves the page. */
export interface RedirectingAdapter extends Pick<WalletAdapter, 'check'> {
  /** Creates or reads the cart and goes to its checkout. Handles every outcome. */
  readonly leave: (request: PurchaseRequest) => void;
}

/** The export of a wallet's module. */
export type CreateAdapter = (params: WalletParams) => WalletAdapter | RedirectingAdapter;

/** A wallet with the module that opens it. */
export interface PayingInstrument extends WalletInstrument {
  /** Loads the module of the wallet. */
  readonly loadAdapter: () => Promise<{ readonly createAdapter: CreateAdapter }>;
}

/** The wallets that this page can open. */
const registry = new Map<InstrumentName, PayingInstrument>();

/** Makes a wallet available to every element. Returns a function that removes it. */
export function registerInstrument(instrument: PayingInstrument): () => void {
  registry.set(instrument.name, instrument);
  return () => registry.delete(instrument.name);
}

/** The wallet that a configuration names, if it is supported. */
export const sheetInstrument = ({ name }: Pick<WalletConfig, 'name'>): PayingInstrument | undefined =>
  registry.get(instrumentName(name));
