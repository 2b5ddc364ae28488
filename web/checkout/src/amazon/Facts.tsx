import type { ReactNode } from 'react';
import type { AmazonChoice } from './choice.ts';
import { AMAZON } from './texts.ts';

/** Contact and address as text. */
export function Facts({ contact, address }: Pick<AmazonChoice, 'contact' | 'address'>): ReactNode {
  if (contact.length + address.length === 0) return null;
  return (
    <dl className="co-facts">
      <Fact name={AMAZON.contact} lines={contact} />
      <Fact name={AMAZON.address} lines={address} />
    </dl>
  );
}

/** One fact; nothing without lines. */
export function Fact({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: readonly string[];
}): ReactNode {
  if (lines.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      {lines.map((line, at) => (
        // Lines may be equal, and never move.
        <dd key={`${String(at)} ${line}`}>{line}</dd>
      ))}
    </div>
  );
}
