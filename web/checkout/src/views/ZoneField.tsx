import type { ReactNode } from 'react';
import type { Country } from '../bootstrap/data.ts';
import { fieldId, type TextFieldName } from '../form/fields.ts';
import { fieldLabel } from '../texts/fields.ts';
import { describedBy } from './Field.tsx';
import { FieldError } from './FieldError.tsx';
import { Select } from './Select.tsx';

/** The state, province or emirate of an address: a choice of those that its country has. */
export function ZoneField(props: {
  readonly name: TextFieldName;
  readonly country: Country;
  readonly required: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly onText: (name: TextFieldName, text: string) => void;
  readonly onLeave: (name: TextFieldName) => void;
  readonly disabled: boolean;
}): ReactNode {
  const { name, country } = props;
  const id = fieldId(name);
  return (
    <div className="co-field">
      <label className="co-field__label" htmlFor={id}>
        {fieldLabel(name, country)}
        {props.required ? null : <span className="co-field__optional"> (nepovinné)</span>}
      </label>
      <Select
        id={id}
        name={name}
        autoComplete={props.autoComplete}
        value={props.value}
        disabled={props.disabled}
        invalid={props.error !== undefined}
        describedBy={describedBy(id, undefined, props.error)}
        onValue={(value) => {
          props.onText(name, value);
          props.onLeave(name);
        }}
      >
        <option value="">{`Vyberte ${country.zone.wanted}…`}</option>
        {country.zones.map((zone) => (
          <option key={zone.code} value={zone.code}>
            {zone.name}
          </option>
        ))}
      </Select>
      <FieldError id={id} error={props.error} />
    </div>
  );
}
