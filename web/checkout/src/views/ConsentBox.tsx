import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';

/** Asks whether files may be delivered at once. Nobody has to agree in order to buy. */
export function ConsentBox({ state, locked }: EditingProps): ReactNode {
  const { flow, data } = useCheckout();
  if (data.consent === null) return null;
  const { text, value } = data.consent;
  return (
    <label className="co-check">
      <input
        type="checkbox"
        className="co-check__box"
        name="immediate-download"
        checked={state.form.consent !== ''}
        disabled={locked}
        onChange={(event) => {
          flow.change('consent', event.currentTarget.checked ? value : '');
        }}
      />
      <span>{text}</span>
    </label>
  );
}
