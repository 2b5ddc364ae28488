// Selects steps by the arguments and the environment.
import { COMMAND, releaseSteps, sliceOf, slices, testSteps } from './steps.mjs';

export const USAGE = `usage: scripts/run-tests [--all | --slice NAME | --step NAME | --list]
  without arguments   what make test runs; and one slice of the rest if TEST_SLICE_OF names a commit's hash
  --all               what a release needs
  --slice NAME        one slice of the rest, with what it needs
  --step NAME         one step, without those that it comes after
  --list              the names of all steps and slices`;

/** All steps by unique name: those of `make test`, the slices, and those of a release. */
const allNames = () => [...new Set([...testSteps, ...slices, ...releaseSteps].map(({ name }) => name))];

const named = (steps, name) => steps.find((step) => step.name === name);

/** The slice for a commit comes last: it begins when everything else has ended. */
const withSliceOf = (commit) => [
  ...testSteps,
  { ...sliceOf(commit), behind: testSteps.map(({ name }) => name) },
];

/** The build steps that a slice needs. */
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
