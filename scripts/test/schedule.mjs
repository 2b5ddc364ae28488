// Runs steps in parallel, as many as the processors allow.

/** The default number of processors of a step. */
const cores = (step) => step.cores ?? 1;

/**
 * Runs each step as soon as the steps in its `after` have passed, those in its `behind` have ended, and enough processors are
 * free. Steps that take processors start in the given order, so that a large one cannot starve. A step does not run if a
 * predecessor did not pass.
 *
 * `run(step)` resolves to `{ result, ... }`. Any result but 'passed' keeps the successors from running. Resolves to the results
 * in the order in which the steps ended.
 */
export async function schedule(steps, run, room) {
  const waiting = new Set(steps);
  const running = new Map();
  const results = new Map();
  const has = (name) => steps.some((step) => step.name === name);
  const before = (step) => (step.after ?? []).filter(has);
  const hasEnded = (name) => !has(name) || results.has(name);
  const hasPassed = (name) => results.get(name)?.result === 'passed';
  const isReady = (step) => before(step).every(hasPassed) && (step.behind ?? []).every(hasEnded);
  const isBarred = (step) => before(step).some((name) => results.has(name) && !hasPassed(name));
  const taken = () => [...running.keys()].reduce((sum, step) => sum + cores(step), 0);

  const bar = () => {
    for (const step of waiting) {
      if (!isBarred(step)) continue;
      waiting.delete(step);
      results.set(step.name, { step, result: 'not run', seconds: 0 });
    }
  };
  const start = (step) => {
    waiting.delete(step);
    const ended = run(step).then((outcome) => {
      running.delete(step);
      results.set(step.name, { step, ...outcome });
    });
    running.set(step, ended);
  };
  const fill = () => {
    let full = false;
    for (const step of [...waiting].filter(isReady)) {
      const fits = cores(step) === 0 || (!full && taken() + cores(step) <= room);
      if (fits) start(step);
      else full = true;
    }
  };

  while (waiting.size > 0 || running.size > 0) {
    const known = results.size;
    bar();
    fill();
    if (running.size > 0) await Promise.race(running.values());
    else if (results.size === known) throw new Error(`these wait for each other: ${names(waiting)}`);
  }
  return [...results.values()];
}

const names = (steps) => [...steps].map(({ name }) => name).join(', ');
