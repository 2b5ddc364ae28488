import { useState, type ReactElement } from 'react';
import { Chooser } from '../../common/Chooser.tsx';
import { Actions } from './Actions.tsx';
import type { PageProps } from './page-props.ts';
import { proceed, type SignedIn } from './session.ts';
import { cardText, texts } from './texts.ts';

export interface ChoicesProps extends PageProps {
  readonly buyer: SignedIn;
  /** Signs in anew. */
  readonly signOut: () => void;
}

const unserved = ({ addresses }: SignedIn): string =>
  addresses
    .filter(({ served }) => !served)
    .map(({ text }) => text)
    .join('; ');

/** The signed-in buyer picks an address and a card. */
export function Choices({ session, buyer, sending, leave, cancel, signOut }: ChoicesProps): ReactElement {
  const { checkoutSessionId: id, productType } = session;
  const isShipped = productType === 'PayAndShip';
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
        if (isPossible) leave(() => proceed(id, { card, ...(isShipped && { address }) }));
      }}
    >
      <p>
        {texts.signedIn}: <strong>{buyer.name}</strong>
        <small>{buyer.prime ? texts.prime : texts.noPrime}</small>
      </p>
      <button type="button" onClick={signOut}>
        {texts.anotherBuyer}
      </button>
      {isShipped && served.length > 0 && (
        <Chooser
          label={texts.address}
          value={address}
          choices={served.map(({ handle, text }) => ({ id: handle, text }))}
          choose={setAddress}
        />
      )}
      {!isPossible && <p role="status">{texts.noAddress}</p>}
      {elsewhere !== '' && <small>{texts.unserved(elsewhere)}</small>}
      <Chooser
        label={texts.card}
        value={card}
        choices={buyer.cards.map((each) => ({ id: each.ending, text: cardText(each) }))}
        choose={setCard}
      />
      <Actions sending={sending} label={texts.toShop} isPossible={isPossible} cancel={cancel} />
    </form>
  );
}
