import { part, say } from './parts.ts';
import type { Refusal } from './frame-client.ts';

/** One form of the sign-in in a frame. */
export interface Step {
  readonly form: HTMLFormElement;
  readonly field: HTMLInputElement;
  readonly show: (isShown: boolean) => void;
  /** Says below the field what is wrong with it; null if nothing is. */
  readonly fault: (refusal: Refusal | null) => void;
}

export function stepOf(page: ParentNode, name: 'email' | 'code'): Step | null {
  const form = part(page, `form[data-step="${name}"]`, HTMLFormElement);
  const field = form && part(form, 'input', HTMLInputElement);
  const error = form && part(form, '[role="alert"]', HTMLElement);
  if (form === null || field === null || error === null) return null;
  return {
    form,
    field,
    show: (isShown) => {
      form.hidden = !isShown;
      if (isShown) field.focus();
    },
    fault: (refusal) => {
      say(error, refusal?.message ?? '');
      if (refusal === null) field.removeAttribute('aria-invalid');
      else {
        field.setAttribute('aria-invalid', 'true');
        field.focus();
      }
    },
  };
}

/** Runs `send` for each submission, one at a time, and says what is wrong. */
export function submitting(
  { form, field, fault }: Step,
  page: AbortSignal,
  send: (value: string) => Promise<Refusal | null>,
): void {
  let isBusy = false;
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    form.setAttribute('aria-busy', 'true');
    fault(null);
    try {
      const refusal = await send(field.value);
      if (refusal !== null) fault(refusal);
    } catch (failure) {
      if (!page.aborted) throw failure;
    } finally {
      isBusy = false;
      form.removeAttribute('aria-busy');
    }
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void submit();
    },
    { signal: page },
  );
}
