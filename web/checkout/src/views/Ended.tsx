import type { ReactNode } from 'react';
import type { CheckoutState } from '../flow/state.ts';
import { StatusPage } from './StatusPage.tsx';

/** The states in which this cart can buy nothing any more. */
export type EndedState = Extract<CheckoutState, { readonly kind: 'gone' | 'empty' }>;

export interface EndedProps {
  readonly state: EndedState;
  readonly checkoutUrl: string;
}

export function Ended({ state, checkoutUrl }: EndedProps): ReactNode {
  if (state.kind === 'gone')
    return (
      <StatusPage
        icon="info"
        title="Tento košík už není otevřený"
        text="Objednávka z něj už vznikla, právě se dokončuje, nebo košíku vypršela platnost."
      >
        <a className="co-button" href={checkoutUrl}>
          Zobrazit stav objednávky
        </a>
        <a className="co-button co-button--plain" href="/">
          Zpět do obchodu
        </a>
      </StatusPage>
    );
  return (
    <StatusPage
      icon="shop"
      title={state.soldOut ? 'Zboží je bohužel vyprodané' : 'Košík je prázdný'}
      text={
        state.soldOut
          ? 'Nic z vašeho košíku již není k dispozici, někdo byl o chvilku rychlejší. Nic vám nebylo strženo.'
          : 'Vyberte si v obchodě a vraťte se, pokladna tu počká.'
      }
    >
      <a className="co-button" href="/">
        Zpět do obchodu
      </a>
    </StatusPage>
  );
}
