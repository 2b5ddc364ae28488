import type { ReactNode } from 'react';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { Section } from './Section.tsx';
import { useFields } from './use-fields.ts';

export function ContactSection(props: EditingProps): ReactNode {
  return (
    <Section id="contact" title="Kontakt">
      <div className="co-grid">
        <EmailField {...props} />
        <PhoneField {...props} />
      </div>
    </Section>
  );
}

export function EmailField(props: EditingProps): ReactNode {
  return (
    <Field
      {...useFields(props)('email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      hint="Abychom se vám mohli k objednávce ozvat."
      className="co-field--roomy"
    />
  );
}

export function PhoneField(props: EditingProps): ReactNode {
  const shipped = props.state.cart.requiresShipping;
  return (
    <Field
      {...useFields(props)('phone')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={32}
      className="co-field--roomy"
      optional={!shipped}
      hint={shipped ? 'Pro dopravce, na nic jiného ho nepoužijeme.' : 'Kdybychom něco potřebovali upřesnit.'}
    />
  );
}
