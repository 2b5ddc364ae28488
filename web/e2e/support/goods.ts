/** A product of the demo's catalogue. */
export interface DemoProduct {
  handle: string;
  /** The plan under which it is bought; once, if not given. */
  plan?: RegExp;
}

/** The demo's products by what makes them interesting. */
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
  /** Can be bought again and again, by the week or by the month; one variant. */
  planned: { handle: 'bylinny-caj' },
  /** The same, bought every week. */
  weekly: { handle: 'bylinny-caj', plan: /^Každý týden/ },
} as const;
