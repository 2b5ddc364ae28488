import type { CartClient } from '../../cart/client.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { RequestOptions } from '../../cart/transport.ts';
import type { DialogWithLink } from '../../i18n/cs.ts';
import type { WalletAdapter } from '../../wallets/protocol.ts';
import type { WalletInstrument } from '../instruments.ts';
import type { PageLock } from '../page-lock.ts';
import type { ProductLine } from '../product-form.ts';

/** Where the cart comes from: made from a product form, or taken. */
export type SheetSource =
  | { readonly kind: 'line'; readonly line: ProductLine }
  /** In global-id form, with its secret. */
  | { readonly kind: 'cart'; readonly cartId: string };

/** Everything one wallet sheet needs from the element that was pressed. */
export interface WalletSheetRequest {
  /** Dispatches the events. */
  readonly host: EventTarget;
  readonly instrument: WalletInstrument;
  /** Its `check` has said yes. */
  readonly adapter: WalletAdapter;
  readonly source: SheetSource;
  readonly requiresShipping: boolean;
  readonly hasSellingPlan: boolean;
  readonly buyerCountry: string;
  /** The currency the page shows. */
  readonly buyerCurrency: string;
  /** What an address is refused in the name of. */
  readonly shopName: string;
  /** The wallet gives an e-mail address; an authorisation without one is then refused in the sheet. */
  readonly emailRequired?: boolean;
  readonly lock: PageLock;
  /** Made only when it is needed; throws for a configuration that cannot work. */
  readonly client: () => CartClient;
  /** The cart with prices that its carriers quote (`withCarrierRates`); null in a shop that asks none. */
  readonly ratedCart?: ((cartId: string, options: RequestOptions) => Promise<CartSnapshot | null>) | null;
  readonly showDialog: (text: DialogWithLink) => void;
  /** The wallet can be offered no longer, and the shopper has been told: the element chooses anew. */
  readonly refused: () => void;
  readonly navigate: (url: string) => void;
  /** Ends the sheet quietly: the shopper has gone elsewhere. */
  readonly signal: AbortSignal;
  /** Called when the sheet opens and when it is over, however it ended. */
  readonly busy: (busy: boolean) => void;
}

/** What `index.ts` of this folder exports as `openWalletSheet`. Opens in the click's own task; every end is its own. */
export type OpenWalletSheet = (request: WalletSheetRequest) => void;
