import type { ReactNode } from 'react';
import { AddressFields } from './AddressFields.tsx';
import { Check } from './Check.tsx';
import { CompanyNumbers } from './CompanyNumbers.tsx';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Section } from './Section.tsx';

export function BillingSection(props: EditingProps): ReactNode {
  const { flow } = useCheckout();
  const { state, locked } = props;
  if (!state.cart.requiresShipping) {
    return (
      <Section
        id="billing"
        title="Fakturační údaje"
        hint="Zboží vám pošleme elektronicky, adresu potřebujeme na doklad."
      >
        <AddressFields kind="billing" {...props} />
        <CompanyNumbers {...props} />
      </Section>
    );
  }
  return (
    <Section id="billing" title="Fakturační adresa">
      <Check
        name="billing-same"
        checked={state.form.billingSame}
        disabled={locked}
        text="Stejná jako doručovací"
        onChecked={(same) => {
          flow.billingSame(same);
        }}
      />
      {state.form.billingSame ? null : (
        <div className="co-reveal">
          <AddressFields kind="billing" {...props} />
          <CompanyNumbers {...props} />
        </div>
      )}
    </Section>
  );
}
