import { type ReactNode, useLayoutEffect } from 'react';
import type { DeliveryOption } from '../api/model.ts';
import type { DeliveryMethod } from '../form/delivery-methods.ts';
import { formatPrice } from '../format/money.ts';
import { Select } from './Select.tsx';

export interface PlaceProps {
  /** Tells the delivery group from another one. */
  readonly name: string;
  readonly method: DeliveryMethod;
  readonly handle: string | null;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onHandle: (handle: string | null) => void;
  /** Whether the control has the focus; the one that takes its place gets it. */
  readonly focused: { readonly current: boolean };
}

/** The pick-up places of the chosen method, until the search has loaded, and where it cannot be. */
export function PlaceSelect(props: PlaceProps): ReactNode {
  const { method, handle, focused } = props;
  const id = placeId(props);
  // Drawn again where the search could not be loaded.
  useLayoutEffect(() => {
    if (focused.current) document.getElementById(id)?.focus();
  }, [focused, id]);
  return (
    <Select
      id={id}
      name={`${props.name}-place`}
      value={handle ?? ''}
      disabled={props.disabled}
      invalid={props.error !== undefined}
      describedBy={props.error === undefined ? undefined : `${id}-error`}
      onValue={(value) => {
        props.onHandle(value === '' ? null : value);
      }}
    >
      <option value="">Vyberte výdejní místo…</option>
      {method.options.map((option) => (
        <option key={option.handle} value={option.handle}>
          {optionText(option, method)}
        </option>
      ))}
    </Select>
  );
}

/** The ID of the control, whichever it is. */
export const placeId = ({ name, method }: Pick<PlaceProps, 'name' | 'method'>): string =>
  `${name}-place-${method.code}`;

function optionText(option: DeliveryOption, method: DeliveryMethod): string {
  if (!method.varies) return option.title;
  return `${option.title}, ${formatPrice(option.cost.amount, option.cost.currencyCode)}`;
}
