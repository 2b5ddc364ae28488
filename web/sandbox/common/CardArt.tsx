import type { ReactElement } from 'react';

/** What a drawn card shows. */
export interface CardFace {
  /** The network, in any vendor's spelling. */
  readonly network: string;
  readonly lastFour: string;
}

/** The networks whose brand has colours here, as their cards name them. Every other card is grey. */
const NAMES: Readonly<Partial<Record<string, string>>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  jcb: 'JCB',
};

/** The card in words. */
export const cardWords = ({ network, lastFour }: CardFace): string =>
  `${NAMES[network.toLowerCase()] ?? network} •••• ${lastFour}`.replaceAll(' ', '\u00a0');

/** A card in its brand's colours. The text beside it says the same, so screen readers skip it. */
export function CardArt({ card: { network, lastFour } }: { readonly card: CardFace }): ReactElement {
  const brand = network.toLowerCase();
  return (
    <span className="card" data-brand={brand} aria-hidden="true">
      <b>{NAMES[brand] ?? network}</b>
      <span>•• {lastFour}</span>
    </span>
  );
}
