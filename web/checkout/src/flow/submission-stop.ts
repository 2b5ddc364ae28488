import { isApiFailure } from '../api/failure.ts';
import type { FieldErrors } from '../form/fields.ts';
import { failureReason } from './environment.ts';
import type { Submission } from './state.ts';

/** The submission cannot go on; says what the page shows instead. */
export class SubmissionStop extends Error {
  readonly submission: Submission;
  readonly errors: FieldErrors;

  constructor(submission: Submission, errors: FieldErrors = {}) {
    super(submission.kind);
    this.name = 'SubmissionStop';
    this.submission = submission;
    this.errors = errors;
  }
}

/** The page is being left or has turned into something else: there is nothing to show. */
export class PageLeave extends Error {
  constructor() {
    super('left');
    this.name = 'PageLeave';
  }
}

/** Any reason to stop, as something that can be shown. */
export function asSubmissionStop(reason: unknown): SubmissionStop {
  if (reason instanceof SubmissionStop) return reason;
  if (isApiFailure(reason)) {
    return new SubmissionStop({ kind: 'failed', reason: failureReason(reason.kind) });
  }
  return new SubmissionStop({ kind: 'failed', reason: 'server' });
}
