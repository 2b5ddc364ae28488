import { abortable } from '../../../base/wait.ts';
import { withDeadline } from '../../../base/deadline.ts';

/** The owner of the steps. */
interface QueueOwner<End> {
  /** Aborts when no further step may run. */
  readonly signal: AbortSignal;
  /** The reply to steps after the end; null before it. */
  readonly end: () => End | null;
  /** The reply of a step that threw. */
  readonly caught: (error: unknown) => End;
}

/** Runs a step after the earlier ones. Settles by its deadline and never rejects. */
export type StepRunner<End> = <Reply>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Reply>,
) => Promise<Reply | End>;

/** Creates a runner of sequential steps. A step's deadline includes the time that it waits for earlier steps. */
export function createStepRunner<End>({ signal: ending, end, caught }: QueueOwner<End>): StepRunner<End> {
  let last: Promise<unknown> = Promise.resolve();
  return (milliseconds, work) => {
    const before = last;
    const run = async () => {
      const over = end();
      if (over !== null) return over;
      const { signal, clear } = withDeadline(ending, milliseconds);
      try {
        await abortable(before, signal);
        return await work(signal);
      } catch (error) {
        return caught(error);
      } finally {
        clear();
      }
    };
    const reply = run();
    last = reply;
    return reply;
  };
}
