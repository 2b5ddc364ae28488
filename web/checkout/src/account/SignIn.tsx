import { type ReactNode, useState } from 'react';
import { cardName, signInTitle, WALLET } from '../texts/wallet.ts';
import { Icon } from '../views/Icon.tsx';
import { Message } from '../views/Message.tsx';
import { Section } from '../views/Section.tsx';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import type { WalletServices } from './services.ts';
import type { SessionEnd } from './use-session.ts';

export interface SignInProps {
  readonly services: WalletServices;
  /** Why somebody who was signed in must sign in again; null if nobody was. */
  readonly end: SessionEnd | null;
  readonly onSignedIn: () => void;
}

/** Signing in: a passkey, or a code by e-mail. */
export function SignIn({ services, end, onSignedIn }: SignInProps): ReactNode {
  const { offer } = services;
  /** Where the code was sent; null before. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  return (
    <Section id="wallet" title={signInTitle(offer.name)}>
      {end === null ? null : (
        <Message tone="alert">
          <p>{WALLET[end]}</p>
        </Message>
      )}
      {offer.card === null ? null : (
        <p className="co-wallet__card">
          <Icon name="card" />
          <span>{cardName(offer.card)}</span>
        </p>
      )}
      {sentTo === null ? (
        <EmailStep
          services={services}
          takesPasskeys={end !== 'unproven'}
          email={email}
          onEmail={setEmail}
          onSent={setSentTo}
          onSignedIn={onSignedIn}
        />
      ) : (
        <CodeStep
          services={services}
          email={sentTo}
          onSignedIn={onSignedIn}
          onOtherEmail={(meant) => {
            setEmail(meant);
            setSentTo(null);
          }}
        />
      )}
    </Section>
  );
}
