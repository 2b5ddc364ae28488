import { nullable, object, text } from '../../../base/decode.ts';
import type { Memory } from '../form/draft.ts';

/** An attempt with an unknown outcome. `attemptId` is set once the server has accepted it. */
export interface PendingAttempt {
  readonly token: string;
  readonly attemptId: string | null;
}

/** Names the attempt for which the tab has loaded the page again last. */
const RELOADED = 'zkratka.attempt.left';

const pending = object({ token: text, attemptId: nullable(text) });

/**
 * The token of the attempt under way.
 *
 * Made once per attempt and kept until its outcome is known, so that a double click, a lost answer or a reload repeats
 * the same attempt instead of beginning another.
 */
export class AttemptMemory {
  readonly #memory: Memory;
  readonly #key: string;
  readonly #makeToken: () => string;
  /** The attempt, if the browser refuses storage. */
  #fallback: PendingAttempt | null = null;

  constructor(memory: Memory, cart: string, makeToken: () => string = randomToken) {
    this.#memory = memory;
    this.#key = `zkratka.attempt.${cart}`;
    this.#makeToken = makeToken;
  }

  pending(): PendingAttempt | null {
    try {
      const text = this.#memory.getItem(this.#key);
      return text === null ? this.#fallback : pending(JSON.parse(text), 'attempt');
    } catch {
      return this.#fallback;
    }
  }

  /** The token to send: the stored one, or a new one. */
  token(): string {
    const known = this.pending();
    if (known !== null) return known.token;
    const token = this.#makeToken();
    this.#keep({ token, attemptId: null });
    return token;
  }

  /** The server accepted the attempt under this id. */
  accepted(attemptId: string): void {
    const token = this.pending()?.token ?? this.#makeToken();
    this.#keep({ token, attemptId });
  }

  /** Whether to load the page again for what became of an attempt: true once for each. Never without storage. */
  reloadsFor(attemptId: string): boolean {
    try {
      if (this.#memory.getItem(RELOADED) === attemptId) return false;
      this.#memory.setItem(RELOADED, attemptId);
      return this.#memory.getItem(RELOADED) === attemptId;
    } catch {
      return false;
    }
  }

  /** Its outcome is known; the next press of the button is a new attempt. */
  settled(): void {
    this.#fallback = null;
    try {
      this.#memory.removeItem(this.#key);
    } catch {
      // Storage is refused, so nothing was stored.
    }
  }

  #keep(attempt: PendingAttempt): void {
    this.#fallback = attempt;
    try {
      this.#memory.setItem(this.#key, JSON.stringify(attempt));
    } catch {
      // Kept in this page only.
    }
  }
}

/** 128 random bits; works without a secure context, unlike randomUUID. */
function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
