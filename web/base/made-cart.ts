/** `gid://shopify/Cart/TOKEN?key=SECRET` -> `TOKEN`: fit for a storage key because the secret stays out. */
export function plainCartId(cartId: string): string {
  return /\/Cart\/([^/?]+)/u.exec(cartId)?.[1] ?? 'cart';
}

const key = (cartId: string): string => `zkratka.made.${plainCartId(cartId)}`;

/** Remembers that this tab has made a cart. A link to somebody else's cart cannot do that. */
export function rememberMade(cartId: string): void {
  try {
    sessionStorage.setItem(key(cartId), '1');
  } catch {
    // Storage is refused: the cart counts as somebody else's.
  }
}

export function hasMade(cartId: string): boolean {
  try {
    return sessionStorage.getItem(key(cartId)) !== null;
  } catch {
    return false;
  }
}
