/** A product of the demo's catalogue. */
export interface DemoProduct {
  handle: string;
  /** The selling plan; without one, a single purchase. */
  plan?: RegExp;
}

/** The demo's products, by the feature that tests need. */
export const goods = {
  /** One variant, plenty in stock. */
  plain: { handle: 'smaltovany-hrnek' },
  /** Sizes and colours, some combinations sold out; `pick` is in stock more than twice. */
  variants: { handle: 'dilenska-bunda', pick: ['M', 'Rezavá'] },
  /** Exactly one left. */
  lastPiece: { handle: 'prouteny-kos' },
  soldOut: { handle: 'smaltovany-dzban' },
  /** Nothing to ship. */
  digital: { handle: 'e-kniha-spizirna' },
  /** A weekly or monthly subscription; one variant. */
  planned: { handle: 'bylinny-caj' },
  /** The same, as a weekly subscription. */
  weekly: { handle: 'bylinny-caj', plan: /^Každý týden/ },
} as const;
