// The closing lines of a run.

/** Of all mutants that compile, the tests must notice so many. */
const ENOUGH = 0.95;

const survivors = (outcomes) => outcomes.filter(({ kind }) => kind === 'survived');

const share = (outcomes) => 1 - survivors(outcomes).length / outcomes.length;

/** A run without mutants proves nothing. */
export const isEnough = ({ outcomes }) => outcomes.length > 0 && share(outcomes) >= ENOUGH;

/** The share that the tests noticed, never rounded up, and each mutant that no test noticed. */
export function closing({ name, outcomes }) {
  if (outcomes.length === 0) return `${name}: no mutant was tried`;
  const missed = survivors(outcomes);
  const percent = (Math.floor(share(outcomes) * 1000) / 10).toFixed(1);
  const caught = outcomes.length - missed.length;
  return [
    `${name}: ${caught} of ${outcomes.length} mutants noticed (${percent} %)`,
    ...missed.map((mutant) => `  survived: ${mutant.name}`),
  ].join('\n');
}
