import type { ReactNode } from 'react';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { Section } from './Section.tsx';
import { useFields } from './use-fields.ts';

export function ContactSection(props: EditingProps): ReactNode {
  const fields = useFields(props);
  const shipped = props.state.cart.requiresShipping;
  return (
    <Section id="contact" title="Kontakt">
      <div className="co-grid">
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="Abychom se vám mohli k objednávce ozvat."
          className="co-field--roomy"
          value={fields.value('email')}
          error={fields.error('email')}
          onText={fields.onText}
          onLeave={fields.onLeave}
          disabled={fields.disabled}
        />
        <Field
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={32}
          className="co-field--roomy"
          optional={!shipped}
          hint={
            shipped ? 'Pro dopravce, na nic jiného ho nepoužijeme.' : 'Kdybychom něco potřebovali upřesnit.'
          }
          value={fields.value('phone')}
          error={fields.error('phone')}
          onText={fields.onText}
          onLeave={fields.onLeave}
          disabled={fields.disabled}
        />
      </div>
    </Section>
  );
}
