import type { ProductLine } from '../flows/product-form.ts';
import type { PromiseBadge } from '../flows/promise/index.ts';
import { loadPress, loadPromise } from './chunks.ts';
import { ORIGIN } from './origin.ts';
import type { ProductSettings } from './product-attributes.ts';

/** The flag of shops that promise a day. */
const FLAG = 'delivery_promise';

/** The place of the delivery promise: empty until the chunk is there and something is promised. */
export class PromiseSlot {
  text: string | null = null;
  #badge: PromiseBadge | null = null;
  #loading = false;
  #ended = false;
  #goods: Parameters<PromiseBadge['update']>[0] = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly changed: () => void,
  ) {}

  /** What is chosen; null for nothing that is shipped. */
  update(settings: ProductSettings, line: ProductLine | null): void {
    if (!settings.enabledFlags?.includes(FLAG)) return;
    this.#goods = line && { variantId: line.merchandiseId, sellingPlanId: line.sellingPlanId };
    this.#badge?.update(this.#goods);
    if (!this.#loading && line) void this.#load(settings);
  }

  end(): void {
    this.#ended = true;
    this.#badge?.end();
  }

  async #load({ accessToken, buyerCountry }: ProductSettings): Promise<void> {
    this.#loading = true;
    try {
      const [{ cartClient }, { PromiseBadge }] = await Promise.all([loadPress(), loadPromise()]);
      if (this.#ended) return;
      this.#badge = new PromiseBadge({
        host: this.host,
        country: buyerCountry,
        client: cartClient({ origin: ORIGIN, accessToken, buyerCountry }),
        show: (text) => {
          this.text = text;
          this.changed();
        },
      });
      this.#badge.update(this.#goods);
    } catch (error) {
      // The button sells without a badge.
      console.debug('accelerated-checkout:', error);
    }
  }
}
