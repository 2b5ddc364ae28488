import type { ReactNode } from 'react';
import { AddressFields } from './AddressFields.tsx';
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
      <label className="co-check">
        <input
          type="checkbox"
          className="co-check__box"
          name="billing-same"
          checked={state.form.billingSame}
          disabled={locked}
          onChange={(event) => {
            flow.billingSame(event.currentTarget.checked);
          }}
        />
        <span>Stejná jako doručovací</span>
      </label>
      {state.form.billingSame ? null : (
        <div className="co-reveal">
          <AddressFields kind="billing" {...props} />
          <CompanyNumbers {...props} />
        </div>
      )}
    </Section>
  );
}
