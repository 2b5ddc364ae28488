import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { WALLET } from '../texts/wallet.ts';
import { Message } from '../views/Message.tsx';
import { AddressMeant } from './AddressMeant.tsx';
import { accountFailure } from './client.ts';
import { PayOtherwise } from './PayOtherwise.tsx';
import type { WalletServices } from './services.ts';
import { usePasskey } from './use-passkey.ts';
import { useWork } from './use-work.ts';
import { WalletField } from './WalletField.tsx';

/** The first step of signing in: the passkey, or the address for a code. A browser that has used a passkey gets it first. */
export function EmailStep({
  services,
  takesPasskeys,
  email,
  onEmail,
  onSent,
  onSignedIn,
}: {
  readonly services: WalletServices;
  readonly takesPasskeys: boolean;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: (email: string) => void;
  readonly onSignedIn: () => void;
}): ReactNode {
  const { client, offer, knowsPasskey, plainUrl } = services;
  const work = useWork();
  const passkey = usePasskey(services, takesPasskeys, onSignedIn);
  const field = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState('');
  const isFirst = offer.state === 'recognised' && knowsPasskey && passkey.isSupported;

  const send = async (): Promise<void> => {
    const address = email.trim();
    // Its answer would replace what the code is bound to.
    passkey.stop();
    const isSent = await work.run((signal) =>
      address === '' ? Promise.reject(accountFailure('EMAIL_INVALID')) : client.sendCode(address, signal),
    );
    if (isSent) {
      onSent(address);
      return;
    }
    field.current?.focus();
    passkey.offer();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!work.isBusy) void send();
  };

  const button = passkey.isSupported ? (
    <div className="co-wallet__step">
      <button
        type="button"
        className={`co-button${isFirst ? '' : ' co-button--quiet'}`}
        aria-disabled={passkey.isBusy}
        aria-describedby="wallet-passkey-hint"
        onClick={passkey.press}
      >
        {WALLET.passkey}
      </button>
      <p className="co-field__hint" id="wallet-passkey-hint">
        {WALLET.passkeyHint}
      </p>
      {passkey.sentence === undefined ? null : (
        <Message tone="alert">
          <p>{passkey.sentence}</p>
        </Message>
      )}
    </div>
  ) : null;

  return (
    <>
      {isFirst ? button : null}
      <form className="co-wallet__step" noValidate onSubmit={submit}>
        <WalletField
          id="wallet-email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email webauthn"
          maxLength={255}
          ref={field}
          label={WALLET.email}
          hint={WALLET.emailHint}
          value={email}
          error={work.sentence}
          readOnly={work.isBusy}
          onChange={(event) => {
            work.forget();
            onEmail(event.currentTarget.value);
          }}
          onBlur={() => {
            setLeft(email.trim());
          }}
        />
        <AddressMeant
          email={left === email.trim() ? left : ''}
          onTake={(meant) => {
            onEmail(meant);
            field.current?.focus();
          }}
        />
        <button
          type="submit"
          className={`co-button${isFirst ? ' co-button--quiet' : ''}`}
          aria-disabled={work.isBusy}
        >
          {WALLET.byCode}
        </button>
      </form>
      {isFirst ? null : button}
      <PayOtherwise url={plainUrl} onLeave={passkey.stop} />
    </>
  );
}
