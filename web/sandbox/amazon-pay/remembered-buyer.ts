const KEY = 'amazon-pay-sandbox-buyer';

/** The buyer who signed in last, as Amazon's cookies remember one; null if none is, or storage is refused. */
export function rememberedBuyer(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers a buyer; with null, nobody. */
export function rememberBuyer(buyer: string | null): void {
  try {
    if (buyer === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, buyer);
  } catch {
    // Without storage each checkout begins with signing in.
  }
}
