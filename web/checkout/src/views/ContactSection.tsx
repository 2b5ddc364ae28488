import { lazy, type ReactNode, Suspense, useState } from 'react';
import { fieldId } from '../form/fields.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { Section } from './Section.tsx';
import type { MailHint as Hint } from './MailHint.tsx';
import { useFields } from './use-fields.ts';

const loadedHint = (): Promise<typeof Hint> =>
  import('./MailHint.tsx').then(
    ({ MailHint }) => MailHint,
    () => () => null,
  );

/** Loaded when the first e-mail address has been typed. */
const MailHint = lazy(async () => ({ default: await loadedHint() }));

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
          setLeft(field.value);
          field.onLeave(name);
        }}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Abychom se vám mohli k objednávce ozvat."
      />
      {/* Part of the page before its text, so that screen readers announce it. */}
      <div aria-live="polite">
        {left === '' || left.trim() !== field.value.trim() || props.locked ? null : (
          <Suspense>
            <MailHint email={left.trim()} onTake={take} />
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
