import type { ReactNode } from 'react';
import type { AddressField, AddressKind } from '../form/fields.ts';
import { useCheckout } from './checkout-context.ts';
import { CountryField } from './CountryField.tsx';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { useFields } from './use-fields.ts';

interface Spec {
  readonly field: Exclude<AddressField, 'country'>;
  readonly autoComplete: string;
  readonly className?: string;
  readonly optional?: boolean;
  readonly numeric?: boolean;
  readonly hint?: string;
}

const NAMES: readonly Spec[] = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
];

const COMPANY: Spec = {
  field: 'company',
  autoComplete: 'organization',
  className: 'co-field--wide',
  optional: true,
};

const PLACE: readonly Spec[] = [
  { field: 'address1', autoComplete: 'address-line1', className: 'co-field--wide' },
  {
    field: 'address2',
    autoComplete: 'address-line2',
    className: 'co-field--wide',
    optional: true,
    hint: 'Patro, vchod, jméno na zvonku',
  },
  { field: 'city', autoComplete: 'address-level2' },
  { field: 'zip', autoComplete: 'postal-code', numeric: true },
];

const SECTION: Readonly<Record<AddressKind, string>> = { delivery: 'shipping', billing: 'billing' };

/** Countries whose postal codes are digits only, where a phone may show its number pad. */
const NUMERIC_ZIP = new Set(['CZ', 'SK', 'DE', 'AT', 'HU']);

/** The fields of one postal address. */
export function AddressFields({ kind, ...props }: EditingProps & { readonly kind: AddressKind }): ReactNode {
  const fields = useFields(props);
  const { data } = useCheckout();
  const specs = [...NAMES, ...(kind === 'billing' ? [COMPANY] : []), ...PLACE];
  const { country } = props.state.form[kind];
  return (
    <div className="co-grid">
      {specs.map((spec) => {
        const name = `${kind}.${spec.field}` as const;
        return (
          <Field
            key={name}
            name={name}
            autoComplete={`${SECTION[kind]} ${spec.autoComplete}`}
            inputMode={spec.numeric === true && NUMERIC_ZIP.has(country) ? 'numeric' : 'text'}
            optional={spec.optional ?? false}
            className={spec.className ?? ''}
            {...(spec.hint === undefined ? {} : { hint: spec.hint })}
            value={fields.value(name)}
            error={fields.error(name)}
            onText={fields.onText}
            onLeave={fields.onLeave}
            disabled={fields.disabled}
          />
        );
      })}
      <CountryField
        name={`${kind}.country`}
        autoComplete={`${SECTION[kind]} country`}
        countries={data.shop.countries}
        value={country}
        error={fields.error(`${kind}.country`)}
        onText={fields.onText}
        disabled={fields.disabled}
      />
    </div>
  );
}
