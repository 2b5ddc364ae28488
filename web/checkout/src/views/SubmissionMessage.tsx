import { type ReactNode, Suspense } from 'react';
import type { EditingState } from '../flow/state.ts';
import { FIELD_ORDER, fieldId } from '../form/fields.ts';
import { formatMoney } from '../format/money.ts';
import { FIELDS, plural } from '../format/plural.ts';
import { addressCountry } from '../form/places.ts';
import { fieldLabel } from '../texts/fields.ts';
import { CAPTCHA_FAILED } from '../texts/captcha.ts';
import { FAILURE_TEXTS, UNKNOWN_OUTCOME } from '../texts/submission.ts';
import { useCheckout } from './checkout-context.ts';
import { later } from './later.ts';
import { Message } from './Message.tsx';

/** Loaded with the first question, because few devices need one. */
const CaptchaQuestion = later(
  () => import('./CaptchaQuestion.tsx').then((module) => module.CaptchaQuestion),
  () => <p>{CAPTCHA_FAILED}</p>,
);

/** Why the order has not gone through, above the button. */
export function SubmissionMessage({ state }: { readonly state: EditingState }): ReactNode {
  const { flow } = useCheckout();
  const { submission } = state;
  switch (submission.kind) {
    case 'idle':
    case 'running':
    case 'stock_changed':
      return null;
    case 'invalid':
      return <FieldList state={state} />;
    case 'declined':
      return (
        <Message tone="info">
          <a href="#submission-message">Platba neproběhla</a>
        </Message>
      );
    case 'card_invalid':
      return (
        <Alert>
          <p>{submission.message}</p>
        </Alert>
      );
    case 'refused':
      return (
        <Alert>
          {submission.messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      );
    case 'captcha':
      return (
        <Alert>
          <Suspense>
            <CaptchaQuestion key={submission.question.challenge} question={submission.question} />
          </Suspense>
        </Alert>
      );
    case 'amount_changed':
      return (
        <Alert>
          <p className="co-message__title">Cena se změnila</p>
          <p>
            {'Místo '}
            <s>{formatMoney(submission.shown.amount, submission.shown.currencyCode)}</s>
            {' je to teď '}
            <strong>{formatMoney(submission.due.amount, submission.due.currencyCode)}</strong>
            {'. Zkontrolujte prosím souhrn, a jestli souhlasíte, objednávku potvrďte znovu.'}
          </p>
        </Alert>
      );
    case 'unknown':
      return (
        <Alert>
          <p>{UNKNOWN_OUTCOME}</p>
          <p className="co-actions">
            <button type="button" className="co-button" onClick={() => void flow.resume()}>
              Zkusit znovu
            </button>
          </p>
        </Alert>
      );
    case 'failed':
      return (
        <Alert>
          <p>{FAILURE_TEXTS[submission.reason]}</p>
          <p className="co-actions">
            <button type="button" className="co-button co-button--quiet" onClick={() => void flow.submit()}>
              Zkusit znovu
            </button>
          </p>
        </Alert>
      );
  }
}

/** Why the payment was declined, beside the ways to pay: there the buyer corrects it. */
export function Decline({ submission }: Pick<EditingState, 'submission'>): ReactNode {
  if (submission.kind !== 'declined') return null;
  return (
    <Alert>
      <p className="co-message__title">Platba neproběhla</p>
      <p>{submission.message}</p>
    </Alert>
  );
}

function Alert({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div id="submission-message" tabIndex={-1}>
      <Message tone="alert">{children}</Message>
    </div>
  );
}

/** Every faulty field, as links to them. */
function FieldList({ state }: { readonly state: EditingState }): ReactNode {
  const { data } = useCheckout();
  const faulty = FIELD_ORDER.filter((name) => state.errors[name] !== undefined);
  if (faulty.length === 0) return null;
  return (
    <Message tone="alert">
      <p className="co-message__title">{`Opravte prosím ${plural(faulty.length, FIELDS)}`}</p>
      <ul className="co-message__list">
        {faulty.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(name))?.focus();
              }}
            >
              {fieldLabel(name, addressCountry(state.form, name, data.shop.countries))}
            </a>
          </li>
        ))}
      </ul>
    </Message>
  );
}
