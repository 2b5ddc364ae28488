/** Hosts of e-mail addresses that are common in Czechia and Slovakia, the most common first. */
const HOSTS = [
  'seznam.cz',
  'gmail.com',
  'email.cz',
  'post.cz',
  'centrum.cz',
  'volny.cz',
  'azet.sk',
  'zoznam.sk',
  'centrum.sk',
  'post.sk',
  'outlook.com',
  'outlook.cz',
  'hotmail.com',
  'icloud.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.de',
  'hotmail.cz',
  'atlas.cz',
  'atlas.sk',
  'tiscali.cz',
  'quick.cz',
  'email.com',
  'mail.com',
  'pobox.sk',
] as const;

/** Hosts of others that are near to a common one, and right as they are. */
const RIGHT: readonly string[] = [
  'hotmail.de',
  'hotmail.fr',
  'outlook.at',
  'outlook.de',
  'outlook.sk',
  'tiscali.it',
  'yahoo.fr',
  'ymail.com',
];

/** Short hosts are near to many others: one mistake at most. */
const LONG = 8;

/** The address that the buyer probably meant, if its host is nearly a common one; else null. */
export function meantAddress(email: string): string | null {
  const at = email.lastIndexOf('@');
  const host = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || host === '' || [...HOSTS, ...RIGHT].includes(host)) return null;
  const meant = nearest(host);
  return meant === null ? null : `${email.slice(0, at)}@${meant}`;
}

function nearest(host: string): string | null {
  const near = HOSTS.map((known) => ({ known, mistakes: distance(host, known) })).filter(
    ({ known, mistakes }) => mistakes <= (known.length > LONG ? 2 : 1),
  );
  // A right name with a wrong ending says more than the fewest mistakes: gmail.cz is gmail.com, not email.cz.
  const named = near.find(({ known }) => nameOf(known) === nameOf(host));
  if (named !== undefined) return named.known;
  const [first, ...others] = near;
  if (first === undefined) return null;
  return others.reduce((best, each) => (each.mistakes < best.mistakes ? each : best), first).known;
}

const nameOf = (host: string): string => host.slice(0, host.lastIndexOf('.'));

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : Infinity;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return at(row, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
