import type { ReactNode } from 'react';
import type { Country } from '../bootstrap/data.ts';
import { fieldId, type TextFieldName } from '../form/fields.ts';
import { fieldLabel } from '../texts/fields.ts';
import { describedBy } from './Field.tsx';
import { FieldError } from './FieldError.tsx';
import { Select } from './Select.tsx';

/** The country of an address: a choice of those that the shop delivers to. */
export function CountryField(props: {
  readonly name: TextFieldName;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly countries: readonly Country[];
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly disabled: boolean;
}): ReactNode {
  const id = fieldId(props.name);
  return (
    <div className="co-field co-field--wide">
      <label className="co-field__label" htmlFor={id}>
        {fieldLabel(props.name)}
      </label>
      <Select
        id={id}
        name={props.name}
        autoComplete={props.autoComplete}
        value={props.value}
        disabled={props.disabled}
        invalid={props.error !== undefined}
        describedBy={describedBy(id, undefined, props.error)}
        onValue={(value) => {
          props.onText(props.name, value);
        }}
      >
        {props.countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </Select>
      <FieldError id={id} error={props.error} />
    </div>
  );
}
