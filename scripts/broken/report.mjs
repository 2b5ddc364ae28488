// The output of a run.

/** How many lines of a command's output to show if a test's result is unexpected. */
const TAIL_LINES = 20;

const tail = (output) => output.trimEnd().split('\n').slice(-TAIL_LINES);

/** One rule in one line. */
export const title = ({ rule, broken }) => `${rule} | ${broken}`;

/** The result of one rule: a line, and the end of the output if no test noticed. */
export const ruleResult = ({ entry, fault, output, seconds }) =>
  fault === undefined
    ? `noticed in ${seconds} s: ${title(entry)}`
    : [`NOT NOTICED, ${fault}: ${title(entry)}`, ...tail(output).map((line) => `    ${line}`)].join('\n');

/** The closing lines of a run. */
export function closing(outcomes) {
  const missed = outcomes.filter(({ fault }) => fault !== undefined);
  if (missed.length === 0) return `every one of ${outcomes.length} broken rules was noticed`;
  return [
    `${missed.length} of ${outcomes.length} broken rules were not noticed:`,
    ...missed.map(({ entry, fault }) => `  ${title(entry)}: ${fault} (${entry.noticedBy.test})`),
  ].join('\n');
}

/** The rules by section, each with the test that notices it. */
export const list = (sections) =>
  sections
    .flatMap(({ section, entries }) => [
      section,
      ...entries.map((entry) => `  ${title(entry)} | ${entry.noticedBy.test}`),
    ])
    .join('\n');
