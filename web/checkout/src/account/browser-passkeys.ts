import type { Memory } from '../form/draft.ts';
import { accountFailure, isAccountFailure } from './client.ts';
import type { Passkeys } from './passkey-client.ts';
import { create, isOfferedInFields, isPasskeyFailure, isSupported, signIn } from './passkeys.ts';

/** Says nothing of the buyer: only that a passkey was used here. */
const KEY = 'zkratka.passkey';

/** Passkeys of this browser, which remembers that it has used one. */
export interface BrowserPasskeys extends Passkeys {
  readonly isKnown: () => boolean;
}

export function browserPasskeys(memory: Memory): BrowserPasskeys {
  return {
    isSupported,
    isOfferedInFields,
    isKnown: () => remembered(() => memory.getItem(KEY) !== null) ?? false,
    signIn: async (options) => {
      await translated(signIn(options)).catch((failure: unknown) => {
        if (isOfNoUse(failure))
          remembered(() => {
            memory.removeItem(KEY);
          });
        throw failure;
      });
      remembered(() => {
        memory.setItem(KEY, '1');
      });
    },
    create: async (options) => {
      await translated(create(options));
      remembered(() => {
        memory.setItem(KEY, '1');
      });
    },
  };
}

/** The result; null if storage is refused: then the buyer presses a button. */
function remembered<Out>(work: () => Out): Out | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const isOfNoUse = (failure: unknown): boolean =>
  isAccountFailure(failure) && failure.fault === 'PASSKEY_REFUSED';

/** The failures of passkeys are those of the account, too. */
async function translated(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (failure) {
    if (!isPasskeyFailure(failure)) throw failure;
    throw accountFailure(failure.fault, { retryAfter: failure.retryAfter });
  }
}
