import { type ReactNode, useEffect, useState } from 'react';
import { WALLET } from '../texts/wallet.ts';
import { Check } from '../views/Check.tsx';
import { FieldError } from '../views/FieldError.tsx';
import type { Saving } from './saving.ts';

/** Asks whether address and card are to be kept. It is never ticked by itself. */
export function SaveBox({
  saving,
  locked,
}: {
  readonly saving: Saving;
  readonly locked: boolean;
}): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  // What an earlier page asked for is asked again.
  useEffect(() => {
    void saving.want(false);
    return () => {
      void saving.want(false);
    };
  }, [saving]);
  const choose = async (wanted: boolean): Promise<void> => {
    setWanted(wanted);
    setError(undefined);
    if (await saving.want(wanted)) return;
    setWanted(!wanted);
    setError(WALLET.saveFailed);
  };
  return (
    <div className="co-wallet__step">
      <Check
        name="wallet-save"
        checked={isWanted}
        disabled={locked}
        text={WALLET.save}
        onChecked={(wanted) => void choose(wanted)}
      />
      <p className="co-field__hint">{WALLET.saveHint}</p>
      <div aria-live="polite">
        <FieldError id="wallet-save" error={error} />
      </div>
    </div>
  );
}
