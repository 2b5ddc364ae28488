/** What the buyer chose of the account; undefined before. It outlives a session that ends. */
export interface Chosen {
  /** Null: the address is typed. */
  readonly address?: string | null;
  /** Null: something else pays. */
  readonly card?: string | null;
}
