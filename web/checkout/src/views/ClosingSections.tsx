import type { ReactNode } from 'react';
import { Check } from './Check.tsx';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Message } from './Message.tsx';
import { NoteSection } from './NoteSection.tsx';
import { RetrySaving } from './RetrySaving.tsx';
import { SubmitPanel } from './SubmitPanel.tsx';

/** The end of every form: the note, what the buyer must agree to, more of its own, and the order button. */
export function ClosingSections({
  children,
  ...props
}: EditingProps & { readonly children?: ReactNode }): ReactNode {
  const { state } = props;
  const {
    flow,
    data: { consent },
  } = useCheckout();
  return (
    <>
      <NoteSection {...props} />
      {state.saving === 'failed' ? <SavingFailed /> : null}
      {consent === null ? null : (
        <Check
          name="immediate-download"
          checked={state.form.consent === consent.value}
          disabled={props.locked}
          text={consent.text}
          onChecked={(agreed) => {
            flow.change('consent', agreed ? consent.value : '');
          }}
        />
      )}
      {children}
      <SubmitPanel state={state} />
    </>
  );
}

function SavingFailed(): ReactNode {
  return (
    <Message tone="warning">
      <p>Poslední změny se nepodařilo uložit. Zkontrolujte prosím připojení k internetu.</p>
      <RetrySaving />
    </Message>
  );
}
