/** Why an account that had approved does not pay. */
export type AccountFault =
  /** Its provider has said no. */
  | 'declined'
  /** The payment ended otherwise. */
  | 'failed'
  /** What was approved cannot be used. */
  | 'unusable';

/** What the shopper was asked for there; it is not known of an account that the page offers no more. */
export type Approval = 'payment' | 'agreement' | 'unknown';

type Texts = Readonly<Record<AccountFault, (account: string) => string>>;

/** An agreement may be for nothing that is due yet: of a payment only an order's texts speak. */
const FAULTS: Readonly<Record<Approval, Texts>> = {
  payment: {
    declined: (name) => `Platba z účtu ${name} byla zamítnuta.`,
    failed: (name) => `Platbu z účtu ${name} se nepodařilo provést.`,
    unusable: (name) => `Schválenou platbu z účtu ${name} se nepodařilo použít.`,
  },
  agreement: {
    declined: (name) => `Účet ${name} byl zamítnut, a tak jsme ho neuložili.`,
    failed: (name) => `Účet ${name} se nepodařilo uložit.`,
    unusable: (name) => `Účet ${name} se nepodařilo použít.`,
  },
  unknown: {
    declined: () => 'Váš účet byl zamítnut.',
    failed: () => 'Váš účet se nepodařilo použít.',
    unusable: () => 'Váš účet se nepodařilo použít.',
  },
};

const AGAIN: Readonly<Record<Approval, string>> = {
  payment: 'Schvalte prosím novou platbu',
  agreement: 'Schvalte prosím jeho uložení znovu',
  unknown: 'Schvalte ho prosím znovu',
};

/** The same said so that the shopper knows what to do: what was approved is used up, and the button asks anew. */
export function accountText(
  fault: AccountFault,
  name: string,
  approval: Exclude<Approval, 'unknown'>,
): string {
  return sentences(fault, approval, name, name);
}

/** The same where it is not known any more which account it was. */
export const someAccountText = (fault: AccountFault): string =>
  sentences(fault, 'unknown', '', 'své peněženky');

function sentences(fault: AccountFault, approval: Approval, name: string, button: string): string {
  const again = `${AGAIN[approval]} tlačítkem ${button}, nebo zvolte jiný způsob platby.`;
  return `${FAULTS[approval][fault](name)} Nic vám nebylo strženo. ${again}`;
}
