import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { isOwnCart } from '../bootstrap/own-cart.ts';
import { type AddressKind, fieldId } from '../form/fields.ts';
import { formContext } from '../flow/environment.ts';
import { ownBillingAddress } from '../flow/inputs.ts';
import { isFree } from '../form/reconcile.ts';
import { FOR_COMPANY } from '../texts/company.ts';
import { cardName, expiryText, signedInAs, WALLET } from '../texts/wallet.ts';
import { BillingSection } from '../views/BillingSection.tsx';
import { BuyerSections } from '../views/BuyerSections.tsx';
import { Check } from '../views/Check.tsx';
import { useCheckout } from '../views/checkout-context.ts';
import { DeliverySection } from '../views/DeliverySection.tsx';
import type { BuyerProps } from '../views/editing-props.ts';
import { ClosingSections } from '../views/ClosingSections.tsx';
import { FieldError } from '../views/FieldError.tsx';
import { Message } from '../views/Message.tsx';
import { PaymentSection } from '../views/PaymentSection.tsx';
import { Section } from '../views/Section.tsx';
import { Decline } from '../views/SubmissionMessage.tsx';
import { addressKind, addressTexts, fillIn, isOfBuyer } from './addresses.ts';
import { walletCard } from './card.ts';
import { Choice, type ChoiceItem } from './Choice.tsx';
import type { Chosen } from './chosen.ts';
import type { Account, SavedAddress } from './client.ts';
import { PayOtherwise } from './PayOtherwise.tsx';
import { SaveBox } from './SaveBox.tsx';
import { saving } from './saving.ts';
import type { WalletServices } from './services.ts';
import { giveEmail, useEmail } from './use-email.ts';
import { useLastDelivery } from './use-last-delivery.ts';
import type { SessionEnd } from './use-session.ts';
import { useWork } from './use-work.ts';

interface SignedInProps extends BuyerProps {
  readonly services: WalletServices;
  readonly account: Account;
  readonly chosen: Chosen;
  readonly onChoose: (news: Chosen) => void;
  readonly onEnded: (why: SessionEnd) => void;
  readonly onSignedOut: () => void;
}

/**
 * The order of a buyer who is signed in. What the account has gets into the cart when the buyer presses the order button, or
 * chooses another address: a link to somebody else's cart must not bring the buyer's address into it.
 */
export function SignedIn(props: SignedInProps): ReactNode {
  const { state, locked, services, account, chosen, onChoose, onEnded } = props;
  const { flow, data } = useCheckout();
  const { client, lastDelivery } = services;
  const kind = addressKind(state.cart);
  const addresses = useMemo(
    () => account.addresses.filter(({ country }) => data.shop.countries.some(({ code }) => code === country)),
    [account, data],
  );
  const address = pick(addresses, chosen.address);
  const card = isFree(state.cart) ? null : pick(account.cards, chosen.card);
  const addressId = address?.id ?? null;
  const cardId = card?.id ?? null;
  const texts = useMemo(
    () => (address === null ? null : addressTexts(account.email, address, kind)),
    [account.email, address, kind],
  );
  const isAbroad =
    address !== null && state.cart.requiresShipping && address.country !== state.form.delivery.country;
  useLastDelivery(flow, state, lastDelivery, !isAbroad);

  const [isWanted, setWanted] = useState(false);
  useEffect(
    () =>
      flow.confirming(() => {
        if (texts !== null) fillIn(flow, texts, false);
        const now = flow.state();
        if (now.kind === 'editing') lastDelivery.write(now.form.deliveries);
      }),
    [flow, lastDelivery, texts],
  );
  useEffect(
    () => (isWanted ? flow.keeping(saving({ client, onEnded })) : undefined),
    [client, flow, isWanted, onEnded],
  );
  useEffect(() => {
    if (cardId === null) return undefined;
    flow.choosePayment('card');
    return flow.attachCard(
      walletCard({
        client,
        chosen: () => ({ address: addressId, card: cardId }),
        ownBilling: () => {
          const now = flow.state();
          return now.kind === 'editing' ? ownBillingAddress(now.form, formContext(now)) : null;
        },
        onEnded,
        onFocus: () => document.getElementById(fieldId('payment'))?.focus(),
      }),
    );
  }, [addressId, cardId, client, flow, onEnded]);

  // The buyer can correct a value that the shop refuses only in a field.
  const isRefused = addressId !== null && Object.keys(state.errors).some(isOfBuyer);
  useEffect(() => {
    if (isRefused) onChoose({ address: null });
  }, [isRefused, onChoose]);

  const chooseAddress = (id: string | null): void => {
    onChoose({ address: id });
    const news = addresses.find((each) => each.id === id);
    if (news !== undefined) fillIn(flow, addressTexts(account.email, news, kind), true);
  };
  const isTyped = address === null || isRefused;
  useEmail(flow, account.email, isTyped && (chosen.address === null || isOwnCart(data)));
  const [forCompany, setForCompany] = useState(false);
  /** The invoice of what is not sent has one address, which a company types. */
  const typeCompany = (): void => {
    if (texts !== null) fillIn(flow, texts, false);
    setForCompany(true);
    onChoose({ address: null });
  };
  const sections = { state, locked };
  return (
    <form
      className="co-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Who account={account} services={services} onSignedOut={props.onSignedOut} />
      {addresses.length === 0 ? null : (
        <Section id="wallet-address" title={headingOf(kind, isTyped)}>
          <Choice
            name="wallet-address"
            icon="truck"
            legend={WALLET.whichAddress[kind]}
            items={addresses.map(addressItem)}
            chosen={isTyped ? null : addressId}
            change={WALLET.changeAddress}
            other={WALLET.otherAddress}
            disabled={locked}
            onChoose={chooseAddress}
          />
          {kind === 'billing' && !isTyped && data.shop.companyFields !== 'off' ? (
            <Check
              name="billing-company"
              checked={false}
              disabled={locked}
              text={FOR_COMPANY}
              onChecked={typeCompany}
            />
          ) : null}
          {isAbroad && !isTyped ? (
            <Message tone="warning">
              <p>{WALLET.abroad}</p>
              <p className="co-actions">
                <button
                  type="button"
                  className="co-button co-button--quiet"
                  disabled={locked}
                  onClick={() => {
                    chooseAddress(addressId);
                  }}
                >
                  {WALLET.deliverThere}
                </button>
              </p>
            </Message>
          ) : null}
        </Section>
      )}
      {isTyped ? <BuyerSections {...sections} opening={false} /> : null}
      {isAbroad && !isTyped ? null : (
        <>
          {state.cart.requiresShipping ? <DeliverySection {...sections} /> : null}
          {card === null ? (
            <>
              <PaymentSection {...sections} />
              {state.form.payment === 'card' && !isFree(state.cart) ? (
                <SaveBox isWanted={isWanted} locked={locked} onWanted={setWanted} />
              ) : null}
            </>
          ) : (
            <Section id="payment" title={WALLET.card}>
              <Decline submission={state.submission} />
              <div id={fieldId('payment')} tabIndex={-1}>
                <Choice
                  name="wallet-card"
                  icon="card"
                  legend={WALLET.whichCard}
                  items={account.cards.map((each) => ({
                    id: each.id,
                    title: cardName(each),
                    description: expiryText(each.expires),
                  }))}
                  chosen={cardId}
                  change={WALLET.changeCard}
                  other={WALLET.otherCard}
                  disabled={locked}
                  onChoose={(id) => {
                    onChoose({ card: id });
                  }}
                />
                <FieldError id={fieldId('payment')} error={state.errors.payment} />
              </div>
              <p className="co-quiet">{WALLET.noCharge}</p>
            </Section>
          )}
          {kind === 'delivery' || isTyped ? <BillingSection {...sections} forCompany={forCompany} /> : null}
          <ClosingSections {...sections} />
        </>
      )}
      <PayOtherwise
        url={services.plainUrl}
        onLeave={() => {
          if (isOwnCart(data)) giveEmail(flow, account.email);
        }}
      />
    </form>
  );
}

/** Typed addresses have this heading themselves. */
const headingOf = (kind: AddressKind, isTyped: boolean): string =>
  isTyped ? WALLET.whichAddress[kind] : WALLET.address[kind];

/** The chosen one, if it is there; the first before any choice. */
function pick<Item extends { readonly id: string }>(
  items: readonly Item[],
  chosen: string | null | undefined,
): Item | null {
  if (chosen === null) return null;
  return items.find(({ id }) => id === chosen) ?? items[0] ?? null;
}

/** Its line begins with the name. */
function addressItem({ id, line, firstName, lastName }: SavedAddress): ChoiceItem {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  const rest = line.startsWith(`${name}, `) ? line.slice(name.length + 2) : line;
  return name === '' ? { id, title: line, description: null } : { id, title: name, description: rest };
}

/** Who is signed in, and the way out. */
function Who({
  account,
  services,
  onSignedOut,
}: Pick<SignedInProps, 'account' | 'services' | 'onSignedOut'>): ReactNode {
  const work = useWork();
  const leave = async (): Promise<void> => {
    if (await work.run((signal) => services.client.signOut(signal))) onSignedOut();
  };
  return (
    <div className="co-wallet__who" id="wallet" tabIndex={-1}>
      <p>{signedInAs(account.email)}</p>
      <p className="co-actions">
        <a href="/account">{WALLET.account}</a>
        <button
          type="button"
          className="co-link"
          aria-disabled={work.isBusy}
          onClick={() => {
            void leave();
          }}
        >
          {WALLET.signOut}
        </button>
      </p>
      {work.failure === null ? null : (
        <Message tone="alert">
          <p>{WALLET.signOutFailed}</p>
        </Message>
      )}
    </div>
  );
}
