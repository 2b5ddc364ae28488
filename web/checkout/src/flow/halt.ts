import { isApiFailure } from '../api/failure.ts';
import type { FieldErrors } from '../form/fields.ts';
import { failureReason } from './environment.ts';
import type { Submission } from './state.ts';

/** The submission cannot go on; says what the page shows instead. */
export class Halt extends Error {
  readonly submission: Submission;
  readonly errors: FieldErrors;

  constructor(submission: Submission, errors: FieldErrors = {}) {
    super(submission.kind);
    this.name = 'Halt';
    this.submission = submission;
    this.errors = errors;
  }
}

/** The page is being left or has turned into something else: there is nothing to show. */
export class Left extends Error {
  constructor() {
    super('left');
    this.name = 'Left';
  }
}

/** Any reason to stop, as something that can be shown. */
export function asHalt(reason: unknown): Halt {
  if (reason instanceof Halt) return reason;
  if (isApiFailure(reason)) {
    return new Halt({ kind: 'failed', reason: failureReason(reason.kind) });
  }
  return new Halt({ kind: 'failed', reason: 'server' });
}
