// Which steps the arguments and the environment choose.
import { COMMAND, releaseSteps, sliceOf, slices, testSteps } from './steps.mjs';

export const USAGE = `usage: scripts/run-tests [--all | --slice NAME | --step NAME | --list]
  without arguments   what make test runs; and one slice of the rest if TEST_SLICE_OF names a commit's hash
  --all               what a release needs
  --slice NAME        one slice of the rest, with what it needs
  --step NAME         one step, without those that it comes after
  --list              the names of all steps and slices`;

/** Every name once: what `make test` runs, the slices, and what only a release runs. */
const allNames = () => [...new Set([...testSteps, ...slices, ...releaseSteps].map(({ name }) => name))];

const named = (steps, name) => steps.find((step) => step.name === name);

/** The slice for a commit comes last: it begins when everything else has ended. */
const withSliceOf = (commit) => [
  ...testSteps,
  { ...sliceOf(commit), behind: testSteps.map(({ name }) => name) },
];

/** What a slice needs to be built before it. */
const withItsBuild = (slice) => slice && [named(testSteps, COMMAND), slice];

export function chosenSteps([option, name, ...more], { TEST_SLICE_OF: commit }) {
  if (more.length > 0) return {};
  if (option === undefined) return { steps: commit ? withSliceOf(commit) : testSteps };
  if (option === '--list') return { list: allNames() };
  if (option === '--all') return { steps: releaseSteps, unlimited: true };
  if (option === '--slice') return { steps: withItsBuild(named(slices, name)) };
  const step = option === '--step' ? named([...testSteps, ...releaseSteps], name) : undefined;
  return { steps: step && [step] };
}
