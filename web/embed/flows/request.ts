import type { CartClient } from '../cart/client.ts';
import type { CartSnapshot } from '../cart/snapshot.ts';
import type { RequestOptions } from '../cart/transport.ts';
import type { DialogWithLink } from '../i18n/cs.ts';
import type { ShopAccess, WalletAdapter } from '../wallets/protocol.ts';
import type { Instrument, WalletInstrument } from './instruments.ts';
import type { PageLock } from './page-lock.ts';
import type { ProductLine } from './product-form.ts';

/** A line of a product form, for which a cart is made. */
export interface LineSource {
  readonly kind: 'line';
  readonly line: ProductLine;
}

/** An existing cart, in global-id form with its secret. */
export interface CartSource {
  readonly kind: 'cart';
  readonly cartId: string;
}

/** One press of a button: everything that a purchase needs from the element that was pressed. */
export interface PurchaseRequest<Source extends LineSource | CartSource = LineSource | CartSource> {
  /** Dispatches the events. */
  readonly host: EventTarget;
  readonly instrument: Instrument;
  readonly source: Source;
  readonly requiresShipping: boolean;
  readonly buyerCountry: string;
  /** The currency the page shows. */
  readonly buyerCurrency: string;
  readonly lock: PageLock;
  /** Creates the client on demand; throws for an invalid configuration. */
  readonly client: () => CartClient;
  readonly showDialog: (text: DialogWithLink) => void;
  readonly navigate: (url: string) => void;
  /** Ends the purchase silently: the buyer has left. */
  readonly signal: AbortSignal;
  /** Called with true when the purchase starts and with false when it is over, however it ended. */
  readonly busy: (busy: boolean) => void;
}

/** The same for a wallet that pays in a sheet. */
export interface SheetRequest extends PurchaseRequest {
  readonly instrument: WalletInstrument;
  /** Its `check` has resolved to eligible. */
  readonly adapter: WalletAdapter;
  readonly hasSellingPlan: boolean;
  readonly shop: ShopAccess;
  /** The shop's name in messages that refuse an address. */
  readonly shopName: string;
  /** The wallet gives an e-mail address; an authorisation without one is then refused in the sheet. */
  readonly emailRequired?: boolean;
  /** Fetches the cart with carrier rates (`withCarrierRates`); null in a shop without carrier rates. */
  readonly ratedCart?: ((cartId: string, options: RequestOptions) => Promise<CartSnapshot | null>) | null;
  /** The wallet is no longer available and a message has told the buyer: the element chooses again. */
  readonly refused: () => void;
}

/** Opens a wallet's sheet in the task of the click, and handles every outcome. */
export type OpenWalletSheet = (request: SheetRequest) => void;
