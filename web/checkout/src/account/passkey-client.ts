/** What the views need of passkeys (`passkeys.ts`), so that tests can replace it. */
export interface Passkeys {
  /** Whether this browser has passkeys. */
  readonly isSupported: () => boolean;
  /** Whether it offers them in a field. */
  readonly isOfferedInFields: () => Promise<boolean>;
  /** Signs in. `conditional`: waits until the buyer picks a passkey in a field. */
  readonly signIn: (options: {
    readonly signal: AbortSignal;
    readonly conditional: boolean;
  }) => Promise<void>;
  readonly create: (options: { readonly signal: AbortSignal }) => Promise<void>;
}
