import type { ReactNode } from 'react';
import { WALLET } from '../texts/wallet.ts';
import { Check } from '../views/Check.tsx';

/** Asks whether address and card are to be kept. It is never ticked by itself. */
export function SaveBox({
  isWanted,
  locked,
  onWanted,
}: {
  readonly isWanted: boolean;
  readonly locked: boolean;
  readonly onWanted: (isWanted: boolean) => void;
}): ReactNode {
  return (
    <div className="co-wallet__step">
      <Check
        name="wallet-save"
        checked={isWanted}
        disabled={locked}
        text={WALLET.save}
        onChecked={onWanted}
      />
      <p className="co-field__hint">{WALLET.saveHint}</p>
    </div>
  );
}
