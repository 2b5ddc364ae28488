import type { DemoProduct } from './goods.js';
import type { Shop } from './shop.js';

/** Units of a product's first variant in stock, according to its page. */
export async function availability(shop: Shop, goods: DemoProduct): Promise<number> {
  const page = await (await fetch(`${shop.origin}/products/${goods.handle}`)).text();
  const stock = /(?:Skladem|Poslední)\D*?(\d+)\s*(?:ks|kus)/.exec(page.replace(/&nbsp;|\u00a0/g, ' '));
  if (stock?.[1] !== undefined) return Number(stock[1]);
  if (page.includes('Poslední kus')) return 1;
  if (page.includes('Vyprodáno')) return 0;
  throw new Error(`the page of ${goods.handle} does not show the stock`);
}
