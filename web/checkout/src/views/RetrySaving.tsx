import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';

/** The button that retries failed saves and reloads the data that depends on them. */
export function RetrySaving({ disabled = false }: { readonly disabled?: boolean }): ReactNode {
  const { flow } = useCheckout();
  return (
    <p className="co-actions">
      <button
        type="button"
        className="co-button co-button--quiet"
        disabled={disabled}
        onClick={() => {
          flow.retrySaving();
        }}
      >
        Zkusit znovu
      </button>
    </p>
  );
}
