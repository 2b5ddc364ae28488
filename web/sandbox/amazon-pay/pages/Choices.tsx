import { useState, type ReactElement } from 'react';
import { Chooser } from '../../common/Chooser.tsx';
import { Actions } from './Actions.tsx';
import { addressChoice, cardChoice } from './choices-of.ts';
import type { ChangeAction, PageProps } from './page-props.ts';
import { Recurring } from './Recurring.tsx';
import { goBack, proceed, type SignedIn } from './session.ts';
import { texts } from './texts.ts';

export interface ChoicesProps extends PageProps {
  readonly buyer: SignedIn;
  /** What a buyer changes who came back from the shop; null if the buyer chooses everything. */
  readonly change: ChangeAction | null;
  /** Signs in anew. */
  readonly signOut: () => void;
}

const unserved = ({ addresses }: SignedIn): string =>
  addresses
    .filter(({ served }) => !served)
    .map(({ name, place }) => `${name}, ${place}`)
    .join('; ');

/** The signed-in buyer picks an address and a card. */
export function Choices({
  session,
  buyer,
  change,
  sending,
  leave,
  cancel,
  signOut,
}: ChoicesProps): ReactElement {
  const { checkoutSessionId: id, productType } = session;
  const isShipped = productType === 'PayAndShip' && change !== 'changePayment';
  const picksCard = change !== 'changeAddress';
  const served = buyer.addresses.filter((address) => address.served);
  const [address, setAddress] = useState(buyer.chosenAddress ?? served[0]?.handle ?? '');
  const [card, setCard] = useState(buyer.chosenCard ?? buyer.cards[0]?.ending ?? '');
  const isPossible = !isShipped || served.length > 0;
  const elsewhere = isShipped ? unserved(buyer) : '';
  return (
    <form
      aria-busy={sending.isSending}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible)
          leave(() => proceed(id, { ...(picksCard && { card }), ...(isShipped && { address }) }));
      }}
    >
      <p>
        {texts.signedIn}: <strong>{buyer.name}</strong>
        <small>{buyer.prime ? texts.prime : texts.noPrime}</small>
      </p>
      {change === null && (
        <button type="button" onClick={signOut}>
          {texts.anotherBuyer}
        </button>
      )}
      {isShipped && served.length > 0 && (
        <Chooser
          label={texts.address}
          value={address}
          choices={served.map(addressChoice)}
          choose={setAddress}
        />
      )}
      {!isPossible && <p role="status">{texts.noAddress}</p>}
      {elsewhere !== '' && <small>{texts.unserved(elsewhere)}</small>}
      {picksCard && (
        <Chooser label={texts.card} value={card} choices={buyer.cards.map(cardChoice)} choose={setCard} />
      )}
      <Recurring recurring={session.recurring} />
      <Actions
        sending={sending}
        label={texts.toShop}
        isPossible={isPossible}
        {...(change === null
          ? { cancel }
          : {
              cancel: () => {
                leave(() => goBack(id));
              },
              cancelLabel: texts.goBack,
            })}
      />
    </form>
  );
}
