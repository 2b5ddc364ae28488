import { type ReactNode, Suspense, useState } from 'react';
import { fieldId } from '../form/fields.ts';
import { USE } from '../texts/remembered.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { Section } from './Section.tsx';
import { later } from './later.ts';
import { useFields } from './use-fields.ts';

/** Loaded when the first e-mail address has been typed. */
const MailHint = later(
  () => import('./MailHint.tsx').then((module) => module.MailHint),
  () => null,
);

export function ContactSection(props: EditingProps): ReactNode {
  return (
    <Section id="contact" title="Kontakt">
      <div className="co-offer" data-room={USE} />
      <div className="co-grid">
        <EmailField {...props} />
        <PhoneField {...props} />
      </div>
    </Section>
  );
}

export function EmailField(props: EditingProps): ReactNode {
  const field = useFields(props)('email');
  const [left, setLeft] = useState('');
  const take = (meant: string): void => {
    field.onText('email', meant);
    field.onLeave('email');
    document.getElementById(fieldId('email'))?.focus();
  };
  return (
    <div className="co-field--roomy">
      <Field
        {...field}
        onLeave={(name) => {
          setLeft(field.value.trim());
          field.onLeave(name);
        }}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Abychom se vám mohli k objednávce ozvat."
      />
      {/* Part of the page before its text, so that screen readers announce it. */}
      <div aria-live="polite">
        {left === '' || left !== field.value ? null : (
          <Suspense>
            <MailHint email={left} onTake={take} />
          </Suspense>
        )}
      </div>
    </div>
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
