import { useState, type ReactElement } from 'react';
import { Chooser } from '../../common/Chooser.tsx';
import { rememberBuyer, rememberedBuyer } from '../remembered-buyer.ts';
import { Actions } from './Actions.tsx';
import type { PageProps } from './page-props.ts';
import { signIn } from './session.ts';
import { texts } from './texts.ts';

/** Amazon's sign-in: a choice among invented buyers. */
export function SignIn({ session, sending, show, cancel }: PageProps): ReactElement {
  const { buyers, checkoutSessionId: id } = session;
  const remembered = rememberedBuyer();
  const first =
    buyers.find(({ handle }) => handle === remembered) ?? buyers.find(({ served }) => served) ?? buyers[0];
  const [buyer, setBuyer] = useState(first?.handle ?? '');
  return (
    <form
      aria-busy={sending.isSending}
      onSubmit={(event) => {
        event.preventDefault();
        sending.run(async () => {
          show(await signIn(id, buyer));
          rememberBuyer(buyer);
          return 'stay';
        });
      }}
    >
      <Chooser
        label={texts.buyer}
        value={buyer}
        choices={buyers.map(({ handle, name }) => ({ id: handle, text: name }))}
        choose={setBuyer}
      />
      <Actions sending={sending} label={texts.signIn} cancel={cancel} />
    </form>
  );
}
