import { textOf } from '../form/fields.ts';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps, FieldBinding } from './editing-props.ts';

/** Binds text fields to the form. */
export function useFields({ state, locked }: EditingProps): FieldBinding {
  const { flow } = useCheckout();
  return {
    value: (name) => textOf(state.form, name),
    error: (name) => state.errors[name],
    onText: (name, text) => {
      flow.change(name, text);
    },
    onLeave: (name) => {
      flow.leave(name);
    },
    disabled: locked,
  };
}
