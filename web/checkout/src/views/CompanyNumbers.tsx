import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { useFields } from './use-fields.ts';

/** IČO and DIČ of an invoiced company, if the shop requires them. */
export function CompanyNumbers(props: EditingProps): ReactNode {
  const fields = useFields(props);
  const { data } = useCheckout();
  const { company } = props.state.form.billing;
  if (data.shop.companyFields === 'off') return null;
  const required = data.shop.companyFields === 'required' && company.trim() !== '';
  return (
    <div className="co-grid">
      {(['companyId', 'vatId'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          autoComplete="off"
          optional={name === 'vatId' || !required}
          maxLength={40}
          value={fields.value(name)}
          error={fields.error(name)}
          onText={fields.onText}
          onLeave={fields.onLeave}
          disabled={fields.disabled}
        />
      ))}
    </div>
  );
}
