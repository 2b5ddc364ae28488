import { WALLET_SDK_TIMEOUT_MS } from '../constants.ts';
import type { SheetSetup, WalletAdapter } from '../wallets/protocol.ts';
import { isDeadlineError, withDeadline } from '../../base/deadline.ts';
import { abortable } from '../../base/wait.ts';
import type { WalletUnavailableReason } from './events.ts';
import { sheetInstrument, type PayingInstrument, type RedirectingAdapter } from './instrument-registry.ts';
import {
  BUY_IT_NOW_INSTRUMENT,
  instrumentName,
  type InstrumentName,
  type WalletConfig,
} from './instruments.ts';

/** The properties of the goods that decide which wallets can be offered. */
export type Goods = Pick<SheetSetup, 'requiresShipping' | 'hasSellingPlan'>;

/** A wallet that can be pressed: everything it needs is loaded, and its vendor has confirmed it. */
export interface ReadyWallet<Chunks> {
  readonly instrument: PayingInstrument;
  readonly config: WalletConfig;
  readonly adapter: WalletAdapter | RedirectingAdapter;
  /** The other modules loaded for it. */
  readonly chunks: Chunks;
}

/** The element's inputs of a check. */
export interface CheckContext<Chunks> {
  readonly goods: Goods;
  /** Loads the modules that every sheet wallet needs besides its adapter. */
  readonly loadChunks: () => Promise<Chunks>;
  readonly signal: AbortSignal;
}

/**
 * Loads and checks one wallet within the SDK timeout (row 4.25). Resolves to the reason if it cannot be offered;
 * rejects only when the context's signal aborts.
 */
export async function checkWallet<Chunks>(
  config: WalletConfig,
  { goods, loadChunks, signal: parent }: CheckContext<Chunks>,
): Promise<ReadyWallet<Chunks> | WalletUnavailableReason> {
  const instrument = sheetInstrument(config);
  if (instrument === undefined) return 'unsupported_instrument';
  const { signal, clear } = withDeadline(parent, WALLET_SDK_TIMEOUT_MS);
  const load = async (): Promise<ReadyWallet<Chunks> | WalletUnavailableReason> => {
    const [{ createAdapter }, chunks] = await Promise.all([instrument.loadAdapter(), loadChunks()]);
    const adapter = createAdapter(config.walletParams);
    const answer = await adapter.check(goods, signal);
    return answer.eligible ? { instrument, config, adapter, chunks } : answer.reason;
  };
  try {
    return await abortable(load(), signal);
  } catch (error) {
    if (parent.aborted) throw error;
    console.debug('accelerated-checkout:', error);
    return isDeadlineError(error) ? 'timeout' : 'sdkUnavailable';
  } finally {
    clear();
  }
}

/** Whether a configuration names the plain button. */
const isPlain = ({ name }: WalletConfig): boolean => instrumentName(name) === BUY_IT_NOW_INSTRUMENT.name;

/** Called for each wallet that is skipped. */
export type SkipListener = (instrument: InstrumentName, reason: WalletUnavailableReason) => void;

/**
 * The candidates to check: those before the first plain button. Unknown ones are skipped at once, so that a page
 * without wallets shows its button without waiting.
 */
export function knownWallets(
  candidates: readonly (WalletConfig | null)[],
  skipped: SkipListener,
): readonly WalletConfig[] {
  const known: WalletConfig[] = [];
  for (const candidate of candidates) {
    if (candidate === null) continue;
    if (isPlain(candidate)) break;
    if (sheetInstrument(candidate)) known.push(candidate);
    else skipped(instrumentName(candidate.name), 'unsupported_instrument');
  }
  return known;
}

/** The first available wallet in this order; null if there is none. Rejects only when aborted. */
export async function selectWallet<Chunks>(
  candidates: readonly WalletConfig[],
  context: CheckContext<Chunks>,
  skipped: SkipListener,
): Promise<ReadyWallet<Chunks> | null> {
  for (const candidate of candidates) {
    const answer = await checkWallet(candidate, context);
    context.signal.throwIfAborted();
    if (typeof answer !== 'string') return answer;
    skipped(instrumentName(candidate.name), answer);
  }
  return null;
}
