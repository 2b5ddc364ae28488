import type { ReactNode } from 'react';
import { type ChallengeState, isGivingUp } from '../flow/state.ts';
import { FAILURE_TEXTS } from '../texts/submission.ts';
import { useCheckout } from './checkout-context.ts';
import { Message } from './Message.tsx';
import { StatusPage } from './StatusPage.tsx';

/** The buyer has come back from the bank before completing its challenge: back to the bank, or another payment. */
export function Challenge({ state }: { readonly state: ChallengeState }): ReactNode {
  const { flow } = useCheckout();
  const { givingUp } = state;
  const isBusy = isGivingUp(state);
  const later =
    givingUp === 'elsewhere'
      ? ' Zaplatit jinak půjde, až platbu u banky zamítnete, nebo až vyprší, obvykle za čtvrt hodiny.'
      : '';
  return (
    <StatusPage
      icon="lock"
      title="Platba čeká na ověření"
      text={`Banka potřebuje, abyste platbu potvrdili. Objednávka zatím nevznikla a nic vám nebylo strženo.${later}`}
    >
      <a className="co-button" href={state.url}>
        Pokračovat k bance
      </a>
      {givingUp === 'elsewhere' ? null : (
        // Not disabled while it works: it would lose the focus.
        <button
          type="button"
          className="co-button co-button--quiet"
          aria-disabled={isBusy}
          onClick={() => {
            flow.giveUp();
          }}
        >
          {isBusy ? 'Rušíme platbu…' : 'Zaplatit jinak'}
        </button>
      )}
      {givingUp in FAILURE_TEXTS ? (
        <Message tone="alert">{FAILURE_TEXTS[givingUp as keyof typeof FAILURE_TEXTS]}</Message>
      ) : null}
    </StatusPage>
  );
}
