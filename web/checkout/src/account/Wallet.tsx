import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { CheckoutData } from '../bootstrap/data.ts';
import { browserMemory, tabMemory } from '../memories.ts';
import { faultSentence, signInTitle, WALLET } from '../texts/wallet.ts';
import type { BuyerProps } from '../views/editing-props.ts';
import { Message } from '../views/Message.tsx';
import { Section } from '../views/Section.tsx';
import type { Chosen } from './chosen.ts';
import { accountClient } from './client.ts';
import { LastDelivery } from './last-delivery.ts';
import { withoutWallet } from './links.ts';
import { decodeOffer } from './offer.ts';
import { offerPasskey } from './passkey-offer.ts';
import { browserPasskeys } from './browser-passkeys.ts';
import type { WalletServices } from './services.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignIn } from './SignIn.tsx';
import { wearStyles } from './styles.ts';
import { useWalletSession } from './use-session.ts';

/** The checkout's form for buyers who pay by the shop's wallet. Throws if the server wrote something else. */
export function openWallet(data: CheckoutData): (props: BuyerProps) => ReactNode {
  wearStyles();
  const offer = decodeOffer(data.shopWallet, 'shopWallet');
  const passkeys = browserPasskeys(browserMemory());
  const knowsPasskey = passkeys.isKnown();
  const source = new URLSearchParams(location.search).get('redirect_source');
  return walletForm({
    offer,
    client: accountClient(data.checkoutUrl),
    passkeys,
    plainUrl: withoutWallet(location.href),
    lastDelivery: new LastDelivery(browserMemory()),
    knowsPasskey,
    asksAtOnce: source !== null && offer.state === 'recognised' && knowsPasskey,
  });
}

export function walletForm(services: WalletServices): (props: BuyerProps) => ReactNode {
  return function WalletForm(props) {
    return <Wallet {...props} services={services} />;
  };
}

function Wallet({ services, ...props }: BuyerProps & { readonly services: WalletServices }): ReactNode {
  const { phase, load, end } = useWalletSession(services);
  const [chosen, setChosen] = useState<Chosen>({});
  const choose = useCallback((news: Chosen) => {
    setChosen((known) => ({ ...known, ...news }));
  }, []);
  const title = signInTitle(services.offer.name);
  const lacksPasskey = phase.kind === 'signed_in' && !phase.account.hasPasskey;
  useEffect(() => {
    offerPasskey(tabMemory(), lacksPasskey);
  }, [lacksPasskey]);
  // The field that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#wallet')?.focus();
  }, [phase.kind]);
  switch (phase.kind) {
    case 'checking':
      return (
        <div className="co-form">
          <Section id="wallet" title={title}>
            <p role="status">{WALLET.checking}</p>
            <div className="co-skeleton co-skeleton--options" aria-hidden="true" />
          </Section>
        </div>
      );
    case 'signed_out':
      return (
        <div className="co-form">
          <SignIn services={services} end={phase.end} onSignedIn={load} />
        </div>
      );
    case 'unavailable':
      return (
        <div className="co-form">
          <Section id="wallet" title={title}>
            <Message tone="alert">
              <p>{`${WALLET.unavailable} ${faultSentence(phase.failure)}`}</p>
            </Message>
            <p className="co-actions">
              <button type="button" className="co-button co-button--quiet" onClick={load}>
                {WALLET.again}
              </button>
              <a className="co-button co-button--plain" href={services.plainUrl}>
                {WALLET.otherwise}
              </a>
            </p>
          </Section>
        </div>
      );
    case 'signed_in':
      return (
        <SignedIn
          {...props}
          key={phase.account.email}
          services={services}
          account={phase.account}
          chosen={chosen}
          onChoose={choose}
          onEnded={end}
          onSignedOut={() => {
            setChosen({});
            services.lastDelivery.forget();
            end(null);
          }}
        />
      );
  }
}
