import { type ReactNode, Suspense, useState } from 'react';
import { FOR_COMPANY } from '../texts/company.ts';
import { AddressFields } from './AddressFields.tsx';
import { Check } from './Check.tsx';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { isNamed } from '../form/validate.ts';
import { later } from './later.ts';
import { Reload } from './Reload.tsx';
import { Section } from './Section.tsx';

/** Loaded with the first company. */
const CompanyNumbers = later(
  () => import('./CompanyNumbers.tsx').then((module) => module.CompanyNumbers),
  Reload,
);

/** The fields of a company, cleared when the buyer is none. */
const COMPANY_FIELDS = ['companyId', 'vatId', 'billing.company'] as const;

/** `forCompany`: the buyer has said so before. */
export function BillingSection(props: EditingProps & { readonly forCompany?: boolean }): ReactNode {
  const { flow } = useCheckout();
  const { state, locked } = props;
  const { billingSame } = state.form;
  if (!state.cart.requiresShipping) {
    return (
      <Section
        id="billing"
        title="Fakturační údaje"
        hint="Zboží vám pošleme elektronicky, adresu potřebujeme na doklad."
      >
        <Company {...props} billed />
        <AddressFields kind="billing" {...props} />
      </Section>
    );
  }
  return (
    <Section id="billing" title="Fakturační adresa">
      <Check
        name="billing-same"
        checked={billingSame}
        disabled={locked}
        text="Stejná jako doručovací"
        onChecked={(same) => {
          flow.billingSame(same);
        }}
      />
      <Company {...props} billed={!billingSame} />
      {billingSame ? null : (
        <div className="co-reveal">
          <AddressFields kind="billing" {...props} />
        </div>
      )}
    </Section>
  );
}

/** Whether a company buys, and its numbers. `billed`: the form has a billing address of its own. `forCompany`: its numbers are open at first. */
function Company({
  billed,
  ...props
}: EditingProps & { readonly billed: boolean; readonly forCompany?: boolean }): ReactNode {
  const { data, flow } = useCheckout();
  const { form, errors } = props.state;
  const [opened, setOpened] = useState(props.forCompany ?? false);
  if (data.shop.companyFields === 'off') return null;
  const isFaulty = errors.companyId !== undefined || errors.vatId !== undefined;
  const isGiven = form.companyId !== '' || form.vatId !== '' || isNamed(form);
  const isShown = billed && (opened || isGiven || isFaulty);
  const choose = (company: boolean): void => {
    setOpened(company);
    if (company && !billed) flow.billingSame(false);
    if (company) return;
    for (const name of COMPANY_FIELDS) {
      flow.change(name, '');
      flow.leave(name);
    }
  };
  return (
    <>
      <Check
        name="billing-company"
        checked={isShown}
        disabled={props.locked}
        text={FOR_COMPANY}
        onChecked={choose}
      />
      {isShown ? (
        <Suspense>
          <CompanyNumbers {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
