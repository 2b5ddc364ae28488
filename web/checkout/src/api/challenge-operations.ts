import type { Operation } from './client.ts';
import type * as api from './documents.types.ts';
import { SUBMIT_DEADLINE } from './operations.ts';

export const giveUpAttempt: Operation<api.GiveUpAttemptDocument, unknown> = {
  name: 'cartCompletionAttemptGiveUp',
  query: `mutation cartCompletionAttemptGiveUp($attemptId: String!) {
  cartCompletionAttemptGiveUp(attemptId: $attemptId) { __typename }
}`,
  // The next poll reads what has become of it.
  decode: (data) => data,
  deadline: SUBMIT_DEADLINE,
};
