import { withDeadline } from '../../../base/deadline.ts';
import { abortable } from '../../../base/wait.ts';
import type { Coordinates } from '../api/model.ts';

/** Milliseconds that the device may take. */
const DEVICE_DEADLINE = 10_000;
/** Milliseconds with the time to answer the browser's question, which its own deadline does not include. */
const DEADLINE = 60_000;
/** Milliseconds after which a position is out of date. */
const FRESH = 5 * 60_000;

/** Why the position is not known. */
export type NoPosition = 'refused' | 'unknown';

/** Asks the browser where the buyer is. The position stays in the page. */
export async function position(
  { geolocation }: Pick<Navigator, 'geolocation'>,
  parent: AbortSignal,
): Promise<Coordinates | NoPosition> {
  const { signal, clear } = withDeadline(parent, DEADLINE);
  const answer = new Promise<Coordinates | NoPosition>((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        resolve({ latitude, longitude });
      },
      (error) => {
        resolve(error.code === error.PERMISSION_DENIED ? 'refused' : 'unknown');
      },
      { timeout: DEVICE_DEADLINE, maximumAge: FRESH },
    );
  });
  return abortable(answer, signal)
    .catch((): NoPosition => 'unknown')
    .finally(clear);
}
