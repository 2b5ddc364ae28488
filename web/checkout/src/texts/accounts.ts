/** Why an account that had approved does not pay. */
export type AccountFault =
  /** Its provider has said no. */
  | 'declined'
  /** The payment ended otherwise. */
  | 'failed'
  /** What was approved cannot be used. */
  | 'unusable';

const FAULTS: Readonly<Record<AccountFault, (account: string) => string>> = {
  declined: (account) => `Platba z ${account} byla zamítnuta.`,
  failed: (account) => `Platbu z ${account} se nepodařilo provést.`,
  unusable: (account) => `Schválenou platbu z ${account} se nepodařilo použít.`,
};

/** The same said so that the shopper knows what to do: what was approved is used up, and the button asks anew. */
export function accountText(fault: AccountFault, name: string | null): string {
  const [account, button] = name === null ? ['vašeho účtu', 'své peněženky'] : [`účtu ${name}`, name];
  const again = `Schvalte prosím novou platbu tlačítkem ${button}, nebo zvolte jiný způsob platby.`;
  return `${FAULTS[fault](account)} Nic vám nebylo strženo. ${again}`;
}
