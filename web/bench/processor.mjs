/** @typedef {{ name: string, ph: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }} TraceEvent */

const TASK = 'ThreadControllerImpl::RunTask';

/** @param {readonly TraceEvent[]} tasks in microseconds */
const total = (tasks) => tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);

/**
 * The tasks of the page's main thread: the renderer main thread that used the most processor time.
 * @param {readonly TraceEvent[]} events
 */
function tasksOfPage(events) {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const [busiest = []] = mains
    .map(({ pid, tid }) =>
      events.filter((event) => event.name === TASK && event.pid === pid && event.tid === tid),
    )
    .toSorted((one, other) => total(other) - total(one));
  return busiest;
}

/**
 * Calls `run` and returns the length of every task of the page's main thread, in milliseconds of processor time. Unlike
 * clock time, this does not grow while other programs use the processor.
 * @template Result
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<Result>} run
 */
export async function withProcessorTime(browser, page, run) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  let result;
  let trace;
  try {
    result = await run();
  } finally {
    trace = await browser.stopTracing();
  }
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const tasks = tasksOfPage(traceEvents).map(({ tdur = 0 }) => tdur / 1000);
  return { result, tasks };
}
