import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { useFields } from './use-fields.ts';

/** IČO and DIČ of an invoiced company, if the shop requires them. */
export function CompanyNumbers(props: EditingProps): ReactNode {
  const bind = useFields(props);
  const { data } = useCheckout();
  const { company } = props.state.form.billing;
  if (data.shop.companyFields === 'off') return null;
  const required = data.shop.companyFields === 'required' && company.trim() !== '';
  return (
    <div className="co-grid">
      {(['companyId', 'vatId'] as const).map((name) => (
        <Field
          key={name}
          {...bind(name)}
          autoComplete="off"
          optional={name === 'vatId' || !required}
          maxLength={40}
        />
      ))}
    </div>
  );
}
