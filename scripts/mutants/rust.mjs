// The crates that cargo-mutants changes, and its outcomes, from its `outcomes.json`.

/** Each crate, and the crates whose tests may notice: its own, and those that try it against an emulated provider. */
export const TESTED_BY = {
  'zkratka-commerce': ['zkratka-commerce', 'zkratka-attempts'],
  'zkratka-payments': ['zkratka-payments', 'zkratka-sandbox', 'zkratka-reconciliation'],
  'zkratka-wallets': ['zkratka-wallets', 'zkratka-sandbox'],
};

/** A mutant that does not compile says nothing about the tests. A test that never ends has noticed. */
const KINDS = { CaughtMutant: 'caught', Timeout: 'caught', MissedMutant: 'survived' };

export const rustOutcomes = ({ outcomes }) =>
  outcomes.flatMap(({ scenario, summary }) => {
    const kind = KINDS[summary];
    const name = scenario.Mutant?.name;
    return name === undefined || kind === undefined ? [] : [{ name, kind }];
  });
