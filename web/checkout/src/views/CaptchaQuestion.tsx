import { type ReactNode, useState } from 'react';
import type { Question } from '../flow/state.ts';
import {
  CAPTCHA_ANSWER,
  CAPTCHA_EMPTY,
  CAPTCHA_SEND,
  CAPTCHA_TITLE,
  CAPTCHA_WRONG,
} from '../texts/captcha.ts';
import { useCheckout } from './checkout-context.ts';
import { FieldWithButton } from './FieldWithButton.tsx';

/**
 * A question for a shopper whose device could not work out the captcha: plain text, one field, one button. Enter in the
 * field presses it, because the shopper has ordered already and answers only.
 */
export function CaptchaQuestion({ question }: { readonly question: Question }): ReactNode {
  const { flow } = useCheckout();
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState(question.wrong ? CAPTCHA_WRONG : undefined);
  const send = (): void => {
    if (answer.trim() === '') setError(CAPTCHA_EMPTY);
    else void flow.submit({ challenge: question.challenge, answer: answer.trim() });
  };
  return (
    <div className="co-captcha" role="group" aria-label={CAPTCHA_TITLE}>
      <p className="co-message__title">{CAPTCHA_TITLE}</p>
      <FieldWithButton
        label={`${CAPTCHA_ANSWER} ${question.text}`}
        value={answer}
        error={error}
        inputMode="numeric"
        onKeyDown={({ key }) => {
          if (key === 'Enter') send();
        }}
        maxLength={16}
        change={(text) => {
          setAnswer(text);
          setError(undefined);
        }}
      >
        <button type="button" className="co-button" onClick={send}>
          {CAPTCHA_SEND}
        </button>
      </FieldWithButton>
    </div>
  );
}
