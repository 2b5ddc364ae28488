import type { Cart } from '../api/model.ts';
import type { CheckoutData } from '../bootstrap/data.ts';
import { addressNames, type FormValues, textOf, type TextFieldName, withText } from '../form/fields.ts';
import { emptyForm, homeCountry } from '../form/initial.ts';
import { CLEARED } from '../form/places.ts';
import { type EditingState, IDLE, type OpeningState } from './state.ts';

/** Fields that can be edited before the cart is loaded. */
export const EARLY_FIELDS: readonly TextFieldName[] = ['email', 'phone', ...addressNames('delivery')];

/** The initial state, from the cart that the page contains. */
export function opening(cart: Cart, data: Pick<CheckoutData, 'shop'>): OpeningState {
  const country = homeCountry(cart, data);
  return { kind: 'opening', cart, form: emptyForm(country), country };
}

/** The form with the values that were typed before the script ran. */
export function withEarly(form: FormValues, { form: typed, country }: OpeningState): FormValues {
  const moved = typed.delivery.country !== country;
  const begun = moved ? inCountry(form, typed.delivery.country) : form;
  return EARLY_FIELDS.filter((name) => name !== 'delivery.country').reduce((known, name) => {
    const text = textOf(typed, name);
    return text === '' ? known : withText(known, name, text);
  }, begun);
}

/** An address in another country has other cities and codes. */
const inCountry = (form: FormValues, country: string): FormValues =>
  CLEARED.reduce(
    (known, field) => withText(known, `delivery.${field}`, ''),
    withText(form, 'delivery.country', country),
  );

/** The data for rendering the form's first sections. */
export const beforeEditing = ({ cart, form }: OpeningState): EditingState => ({
  kind: 'editing',
  cart,
  form,
  payments: [],
  errors: {},
  saving: 'saved',
  stock: null,
  submission: IDLE,
});
