import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CheckoutData } from '../bootstrap/data.ts';
import { browserMemory } from '../memories.ts';
import { WALLET } from '../texts/wallet.ts';
import { Message } from '../views/Message.tsx';
import { Section } from '../views/Section.tsx';
import { browserPasskeys } from './browser-passkeys.ts';
import { accountClient, type AccountClient } from './client.ts';
import type { Passkeys } from './passkey-client.ts';
import { useWork } from './use-work.ts';

/** Offers a passkey to a buyer who is signed in and has none. */
export function AddPasskey({ data }: { readonly data: CheckoutData }): ReactNode {
  const client = useMemo(() => accountClient(data.checkoutUrl), [data.checkoutUrl]);
  const passkeys = useMemo(() => browserPasskeys(browserMemory()), []);
  return <PasskeyOffer client={client} passkeys={passkeys} />;
}

export function PasskeyOffer({
  client,
  passkeys,
}: {
  readonly client: Pick<AccountClient, 'account'>;
  readonly passkeys: Pick<Passkeys, 'isSupported' | 'create'>;
}): ReactNode {
  const [isOffered, setOffered] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const work = useWork();
  useEffect(() => {
    if (!passkeys.isSupported()) return undefined;
    const controller = new AbortController();
    client.account(controller.signal).then(
      ({ hasPasskey }) => {
        if (!controller.signal.aborted) setOffered(!hasPasskey);
      },
      // Nobody is signed in, or the account does not answer: nothing is offered.
      () => undefined,
    );
    return () => {
      controller.abort();
    };
  }, [client, passkeys]);
  if (!isOffered) return null;
  const add = async (): Promise<void> => {
    if (await work.run((signal) => passkeys.create({ signal }))) setAdded(true);
  };
  return (
    <Section id="passkey" title={WALLET.addTitle}>
      <p>{WALLET.addHint}</p>
      {isAdded ? null : (
        <p className="co-actions co-noprint">
          <button
            type="button"
            className="co-button"
            aria-disabled={work.isBusy}
            onClick={() => {
              if (!work.isBusy) void add();
            }}
          >
            {WALLET.add}
          </button>
        </p>
      )}
      <div role="status">{isAdded ? <p>{WALLET.added}</p> : null}</div>
      {work.failure === null ? null : (
        <Message tone="alert">
          <p>{work.failure.fault === 'unused' ? WALLET.addFailed : work.sentence}</p>
        </Message>
      )}
    </Section>
  );
}
