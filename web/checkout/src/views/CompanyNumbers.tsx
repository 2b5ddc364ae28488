import { type ReactNode, useState } from 'react';
import { isNamed } from '../form/validate.ts';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { RegisterHint } from './RegisterHint.tsx';
import { useFields } from './use-fields.ts';

/** IČO and DIČ of an invoiced company. */
export function CompanyNumbers(props: EditingProps): ReactNode {
  const bind = useFields(props);
  const {
    data: { shop },
  } = useCheckout();
  const { form, errors } = props.state;
  const [left, setLeft] = useState('');
  const companyId = bind('companyId');
  // A register of Czech companies. A number that the server refuses is not worth a question.
  const isAsked = shop.companyRegister && form.billing.country === 'CZ' && errors.companyId === undefined;
  return (
    <>
      <div className="co-grid">
        <Field
          {...companyId}
          autoComplete="off"
          inputMode="numeric"
          optional={shop.companyFields !== 'required' || !isNamed(form)}
          maxLength={40}
          onLeave={(name) => {
            companyId.onLeave(name);
            setLeft(form.companyId.trim());
          }}
        />
        <Field {...bind('vatId')} autoComplete="off" optional maxLength={40} />
      </div>
      {/* Part of the page before its text, so that screen readers announce it. */}
      <p className="co-field__hint co-register" aria-live="polite">
        <RegisterHint companyId={isAsked && left === form.companyId.trim() ? left : ''} form={form} />
      </p>
    </>
  );
}
