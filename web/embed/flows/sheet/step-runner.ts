import { abortable } from '../../../base/wait.ts';
import { withDeadline } from '../../../base/deadline.ts';

/** What a queue asks of those whose steps it does. */
interface QueueOwner<End> {
  /** Aborts when nothing is to be done any more. */
  readonly signal: AbortSignal;
  /** What a step answers that comes too late; null while steps are done. */
  readonly end: () => End | null;
  /** What a step answers that threw. */
  readonly caught: (error: unknown) => End;
}

/** Does a step after those before it. Settles by its deadline and never rejects. */
export type StepRunner<End> = <Reply>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Reply>,
) => Promise<Reply | End>;

/** Makes a queue of steps that are done one after the other, each with a deadline that its waiting counts towards. */
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
