import { type TextFieldName, textOf } from '../form/fields.ts';
import { useCheckout } from './checkout-context.ts';
import type { BoundField, EditingProps } from './editing-props.ts';

/** Returns a function that binds a text field to the form. */
export function useFields({ state, locked }: EditingProps): (name: TextFieldName) => BoundField {
  const { flow } = useCheckout();
  return (name) => ({
    name,
    value: textOf(state.form, name),
    error: state.errors[name],
    onText: (changed, text) => {
      flow.change(changed, text);
    },
    onLeave: (left) => {
      flow.leave(left);
    },
    disabled: locked,
  });
}
