import { isApiFailure } from '../api/failure.ts';
import type { FieldErrors } from '../form/fields.ts';
import { failureReason } from './environment.ts';
import type { Submission } from './state.ts';

/** Stops the submission. Contains the state that the page then shows. */
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

/** Stops the submission because the page navigates: there is nothing to show. */
export class PageLeave extends Error {
  constructor() {
    super('left');
    this.name = 'PageLeave';
  }
}

/** Converts any error into one that can be shown. */
export function asSubmissionStop(reason: unknown): SubmissionStop {
  if (reason instanceof SubmissionStop) return reason;
  if (isApiFailure(reason)) {
    return new SubmissionStop({ kind: 'failed', reason: failureReason(reason.kind) });
  }
  return new SubmissionStop({ kind: 'failed', reason: 'server' });
}
