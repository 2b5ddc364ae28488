// The outcomes of Stryker, from its report (https://github.com/stryker-mutator/mutation-testing-elements, the schema).

/** An ignored mutant has its reason beside it in the source, and one that does not compile says nothing about the tests. */
const KINDS = { Killed: 'caught', Timeout: 'caught', Survived: 'survived', NoCoverage: 'survived' };

const nameOf = (file, { location, mutatorName, replacement }) =>
  `${file}:${location.start.line}:${location.start.column}: ${mutatorName}: ${replacement}`;

export const webOutcomes = ({ files }) =>
  Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.flatMap((mutant) => {
      const kind = KINDS[mutant.status];
      return kind === undefined ? [] : [{ name: nameOf(file, mutant), kind }];
    }),
  );
