import type { ReactNode } from 'react';
import type { PlaceField } from '../bootstrap/data.ts';
import type { AddressField, AddressKind } from '../form/fields.ts';
import { countryOf, placeFields } from '../form/places.ts';
import { isNamed } from '../form/validate.ts';
import { fieldLabel } from '../texts/fields.ts';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { Field } from './Field.tsx';
import { SelectField } from './SelectField.tsx';
import { useFields } from './use-fields.ts';

export interface FieldSpec {
  readonly field: Exclude<AddressField, 'country'>;
  readonly autoComplete: string;
  readonly className?: string;
  readonly optional?: boolean;
  readonly numeric?: boolean;
  readonly hint?: string;
}

export const NAMES: readonly FieldSpec[] = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
];

const COMPANY: FieldSpec = {
  field: 'company',
  autoComplete: 'organization',
  className: 'co-field--wide',
  optional: true,
};

const PLACE: Readonly<Record<PlaceField['name'], FieldSpec>> = {
  address1: { field: 'address1', autoComplete: 'address-line1', className: 'co-field--wide' },
  address2: {
    field: 'address2',
    autoComplete: 'address-line2',
    className: 'co-field--wide',
    hint: 'Patro, vchod, jméno na zvonku',
  },
  city: { field: 'city', autoComplete: 'address-level2' },
  province: { field: 'province', autoComplete: 'address-level1' },
  zip: { field: 'zip', autoComplete: 'postal-code', numeric: true },
};

/** The specification of a place field. */
export const placeSpec = (asked: PlaceField): FieldSpec => ({
  ...PLACE[asked.name],
  optional: !asked.required,
});

const SECTION: Readonly<Record<AddressKind, string>> = { delivery: 'shipping', billing: 'billing' };

/** Countries with numeric postal codes, for which phones show a number pad. */
export const NUMERIC_ZIP = new Set(['CZ', 'SK', 'DE', 'AT', 'HU']);

const optional = (spec: FieldSpec): FieldSpec => ({ ...spec, optional: true });

/** A country is saved as soon as it is chosen. */
const nothing = (): void => undefined;

/** The fields of one postal address. */
export function AddressFields({ kind, ...props }: EditingProps & { readonly kind: AddressKind }): ReactNode {
  const chosen = useFields(props)(`${kind}.country`);
  const { data } = useCheckout();
  const country = countryOf(data.shop.countries, chosen.value);
  const places = placeFields(country).map(placeSpec);
  const isBilling = kind === 'billing';
  const names = isBilling && isNamed(props.state.form) ? NAMES.map(optional) : NAMES;
  const specs = [...names, ...(isBilling ? [COMPANY] : []), ...places];
  return (
    <div className="co-grid">
      <SelectField
        {...chosen}
        onLeave={nothing}
        label={fieldLabel(chosen.name)}
        autoComplete={`${SECTION[kind]} country`}
        className="co-field--wide"
        choices={data.shop.countries}
      />
      {specs.map((spec) => (
        <AddressField key={spec.field} kind={kind} spec={spec} {...props} />
      ))}
    </div>
  );
}

/** One field of an address beside its country. */
export function AddressField({
  kind,
  spec,
  ...props
}: EditingProps & { readonly kind: AddressKind; readonly spec: FieldSpec }): ReactNode {
  const bind = useFields(props);
  const { data } = useCheckout();
  const code = props.state.form[kind].country;
  const country = countryOf(data.shop.countries, code);
  const name = `${kind}.${spec.field}` as const;
  const bound = {
    ...bind(name),
    label: fieldLabel(name, country),
    autoComplete: `${SECTION[kind]} ${spec.autoComplete}`,
    optional: spec.optional ?? false,
  };
  if (spec.field === 'province' && country !== undefined && country.zones.length > 0) {
    return <SelectField {...bound} choices={country.zones} prompt={`Vyberte ${country.zone.wanted}…`} />;
  }
  return (
    <Field
      {...bound}
      inputMode={spec.numeric === true && NUMERIC_ZIP.has(code) ? 'numeric' : 'text'}
      className={spec.className ?? ''}
      {...(spec.hint === undefined ? {} : { hint: spec.hint })}
    />
  );
}
