import { type ReactNode, useId, useState } from 'react';
import type { Question } from '../flow/state.ts';
import {
  CAPTCHA_ANSWER,
  CAPTCHA_EMPTY,
  CAPTCHA_SEND,
  CAPTCHA_TITLE,
  CAPTCHA_WRONG,
} from '../texts/captcha.ts';
import { useCheckout } from './checkout-context.ts';
import { FieldError } from './FieldError.tsx';

/**
 * A question for a shopper whose device could not work out the captcha: plain text, one field, one button. Enter in the
 * field does not order, as in the form around it.
 */
export function CaptchaQuestion({ question }: { readonly question: Question }): ReactNode {
  const { flow } = useCheckout();
  const id = useId();
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState(question.wrong ? CAPTCHA_WRONG : undefined);
  const send = (): void => {
    if (answer.trim() === '') setError(CAPTCHA_EMPTY);
    else void flow.submit({ challenge: question.challenge, answer: answer.trim() });
  };
  return (
    <div className="co-captcha" role="group" aria-label={CAPTCHA_TITLE}>
      <p className="co-message__title">{CAPTCHA_TITLE}</p>
      <label className="co-field__label" htmlFor={id}>
        {`${CAPTCHA_ANSWER} ${question.text}`}
      </label>
      <div className="co-codes__row">
        <input
          id={id}
          className="co-input"
          value={answer}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            setAnswer(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <button type="button" className="co-button" onClick={send}>
          {CAPTCHA_SEND}
        </button>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}
