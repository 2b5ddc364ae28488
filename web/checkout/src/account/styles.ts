import { adoptPageStyles } from '../../../base/style-sheet.ts';

const CSS = `
.co-wallet__step { display: flex; flex-direction: column; align-items: stretch; gap: 0.75rem; }
.co-wallet__step > .co-button { inline-size: 100%; }
.co-wallet__step > .co-check { align-self: flex-start; }
.co-wallet__card { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; font-weight: 600; }
.co-wallet__who, .co-wallet__chosen { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; justify-content: space-between; }
.co-wallet__who { overflow-wrap: anywhere; }
.co-wallet__who > .co-message { flex-basis: 100%; }
.co-wallet__chosen > p { display: flex; flex: 1 1 12rem; flex-direction: column; min-inline-size: 0; }
.co .co-button[aria-disabled='true'] { background: var(--co-sunken); color: var(--co-muted); cursor: progress; }
@media (forced-colors: active) { .co .co-button[aria-disabled='true'] { border-color: GrayText; color: GrayText; } }
`;

/** The page gets the wallet's styles. */
export const wearStyles = (): void => {
  adoptPageStyles(CSS);
};
