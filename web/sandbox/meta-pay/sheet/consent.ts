import type { PaymentErrors, PaymentResponse } from '../../../embed/wallets/meta-pay/types.ts';
import { checkErrors } from '../check-errors.ts';
import { invalidRequest, PaymentError } from '../error.ts';

/** What a merchant's answer to a consent does to the sheet. */
export interface ConsentHandlers {
  readonly complete: () => void;
  /** Resolves to the next consent. */
  readonly retry: (errors: PaymentErrors) => Promise<PaymentResponse>;
}

/** A consent's methods. A merchant answers once: any further call is refused. */
export function consentMethods(
  { complete, retry }: ConsentHandlers,
  isOver: () => boolean,
): Pick<PaymentResponse, 'complete' | 'retry'> {
  let isAnswered = false;
  const answerOnce = (): void => {
    if (isAnswered || isOver()) throw new PaymentError('INVALID_STATE', 'the consent has been answered');
    isAnswered = true;
  };
  return {
    complete: async (result) => {
      if (!['success', 'fail'].includes(result)) throw invalidRequest('the result must be success or fail');
      answerOnce();
      complete();
      return Promise.resolve();
    },
    retry: async (errors) => {
      const fault = checkErrors(errors, 'errors');
      if (fault !== null) throw invalidRequest(fault);
      answerOnce();
      return retry(errors);
    },
  };
}
