import type { ReactNode } from 'react';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';

/** Asks whether files may be delivered at once. Nobody has to agree in order to buy. */
export function ConsentBox({
  text,
  state,
  locked,
}: EditingProps & {
  readonly text: string;
}): ReactNode {
  const { flow } = useCheckout();
  return (
    <label className="co-check">
      <input
        type="checkbox"
        className="co-check__box"
        name="immediate-download"
        checked={state.consented}
        disabled={locked}
        onChange={(event) => {
          flow.consent(event.currentTarget.checked);
        }}
      />
      <span>{text}</span>
    </label>
  );
}
