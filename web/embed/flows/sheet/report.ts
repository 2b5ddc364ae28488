import { mayCount, visitorId } from '../visitor.ts';
import type { DecelerationReason } from '../deceleration.ts';
import { dispatch, type Metric } from '../events.ts';
import type { SheetRequest } from '../request.ts';
import type { Failure } from './phase.ts';

/** Dispatches the page's destination. */
export const reportLeaving = (
  { host, instrument }: SheetRequest,
  redirectUrl: string,
  decelerationReason: DecelerationReason | null,
): boolean =>
  dispatch(host, 'accelerated-checkout:complete', {
    instrument: instrument.name,
    redirectUrl,
    decelerationReason,
  });

/** Dispatches the failure, and shows it to the buyer unless it is silent. */
export function reportFailure(
  { host, instrument, showDialog }: SheetRequest,
  { reason, text, silent }: Failure,
): void {
  dispatch(host, 'accelerated-checkout:error', { instrument: instrument.name, reason, message: text.text });
  if (!silent) showDialog(text);
}

/** Counts. Nothing else needs the visitor's consent (row 3.20). */
export function reportMetric({ host, instrument }: SheetRequest, metric: Metric): void {
  if (!mayCount()) return;
  const detail = { instrument: instrument.name, metric, visitorId: visitorId() };
  dispatch(host, 'accelerated-checkout:metric', detail);
}
