import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';

/** Sends what the cart lacks once more, and asks anew for what follows from it. */
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
