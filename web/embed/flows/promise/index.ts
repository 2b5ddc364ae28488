import type { CartClient } from '../../cart/client.ts';
import { PROMISE_BADGE_HIDDEN_WIDTH_PX } from '../../constants.ts';
import { PROMISE_BADGES } from '../../i18n/promise.cs.ts';
import { knownPostalCode } from './address.ts';
import { promiseOf } from './fetch.ts';

/** The subject of the badge. */
export interface PromisedGoods {
  readonly variantId: string;
  readonly sellingPlanId: string | null;
}

/** The parameters of a badge. */
export interface PromiseRequest {
  /** The container of the badge. */
  readonly host: Element;
  readonly country: string;
  readonly client: CartClient;
  /** Shows the text, or nothing. Called only when that changes. */
  readonly show: (text: string | null) => void;
}

/** Keeps the text of a delivery-promise badge up to date. */
export class PromiseBadge {
  readonly #observer: ResizeObserver;
  #asking: AbortController | null = null;
  #about: string | null = null;
  #promised: string | null = null;
  #shown: string | null = null;
  #ended = false;

  constructor(private readonly request: PromiseRequest) {
    this.#observer = new ResizeObserver(() => {
      this.#show();
    });
    this.#observer.observe(request.host);
  }

  /** Sets the goods; null if nothing is shipped. */
  update(goods: PromisedGoods | null): void {
    if (this.#ended) return;
    const about = goods && JSON.stringify(goods);
    if (about === this.#about) return;
    this.#about = about;
    this.#asking?.abort();
    this.#promise(null);
    if (goods === null) return;
    const asking = (this.#asking = new AbortController());
    void this.#ask(goods, asking.signal);
  }

  /** Stops all requests. */
  end(): void {
    this.#ended = true;
    this.#asking?.abort();
    this.#observer.disconnect();
  }

  async #ask(goods: PromisedGoods, signal: AbortSignal): Promise<void> {
    const { client, country } = this.request;
    const option = await promiseOf(client, { ...goods, ...knownPostalCode(country) }, signal);
    if (signal.aborted || !option?.brandedPromise) return;
    this.#promise(PROMISE_BADGES[option.maxCalendarDaysToDelivery] ?? null);
  }

  #promise(text: string | null): void {
    this.#promised = text;
    this.#show();
  }

  #show(): void {
    const isWide = this.request.host.getBoundingClientRect().width > PROMISE_BADGE_HIDDEN_WIDTH_PX;
    const text = isWide ? this.#promised : null;
    if (text === this.#shown || this.#ended) return;
    this.#shown = text;
    this.request.show(text);
  }
}
