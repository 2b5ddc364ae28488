import type { ReactNode } from 'react';
import { AddressFields } from './AddressFields.tsx';
import { ContactSection } from './ContactSection.tsx';
import type { BuyerProps } from './editing-props.ts';
import { Section } from './Section.tsx';

/** Contact and delivery address. */
export function BuyerSections({ state, locked }: BuyerProps): ReactNode {
  return (
    <>
      <ContactSection state={state} locked={locked} />
      {state.cart.requiresShipping ? (
        <Section id="address" title="Doručovací adresa">
          <AddressFields kind="delivery" state={state} locked={locked} />
        </Section>
      ) : null}
    </>
  );
}
