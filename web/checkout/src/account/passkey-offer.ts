import type { Memory } from '../form/draft.ts';

/** Says nothing of the buyer. */
const KEY = 'zkratka.passkey.offer';

/** Whether this tab's buyer has signed in without having a passkey. Forbidden storage offers none. */
export function isPasskeyOffered(memory: Memory): boolean {
  try {
    return memory.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function offerPasskey(memory: Memory, isOffered: boolean): void {
  try {
    if (isOffered) memory.setItem(KEY, '1');
    else memory.removeItem(KEY);
  } catch {
    // Storage is refused: the account's page offers it.
  }
}
