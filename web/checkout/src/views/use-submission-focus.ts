import { useEffect, useRef } from 'react';
import { type EditingState, IDLE } from '../flow/state.ts';
import { fieldId, firstFaulty } from '../form/fields.ts';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';

/** Moves the focus to the error when a submission has stopped. */
export function useSubmissionFocus(state: EditingState, flow: CheckoutFlow): void {
  const { submission, errors } = state;
  const seen = useRef(IDLE);
  useEffect(() => {
    if (seen.current === submission) return;
    seen.current = submission;
    switch (submission.kind) {
      case 'idle':
      case 'running':
      case 'stock_changed': // Its notice may have to load first, and takes the focus by itself.
        return;
      case 'invalid': {
        const name = firstFaulty(errors);
        if (name !== null) focusOn(fieldId(name));
        return;
      }
      case 'card_invalid':
        flow.focusCard();
        return;
      case 'captcha':
      case 'refused':
      case 'declined':
      case 'amount_changed':
      case 'unknown':
      case 'failed':
        focusOn('submission-message');
    }
  }, [submission, errors, flow]);
}

function focusOn(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  // In a group of options the place that is missing gets the focus, else the first option.
  const control = element.matches('fieldset')
    ? (element.querySelector<HTMLElement>(':is(select, [role="combobox"])[aria-invalid="true"]') ??
      element.querySelector<HTMLElement>('input:not(:disabled)') ??
      element)
    : element;
  control.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}
