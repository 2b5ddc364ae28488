// The outcomes of cargo-mutants, from its `outcomes.json`.

/** A mutant that does not compile says nothing about the tests. A test that never ends has noticed. */
const KINDS = { CaughtMutant: 'caught', Timeout: 'caught', MissedMutant: 'survived' };

export const rustOutcomes = ({ outcomes }) =>
  outcomes.flatMap(({ scenario, summary }) => {
    const kind = KINDS[summary];
    const name = scenario.Mutant?.name;
    return name === undefined || kind === undefined ? [] : [{ name, kind }];
  });
