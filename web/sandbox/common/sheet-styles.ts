import { controlStyles } from './control-styles.ts';
import { paletteStyles, type WalletId } from './palettes.ts';

/**
 * Wide screens show a sheet in the middle, narrow ones at the bottom. Its size depends on the screen alone: if it grew with its
 * content, the controls would move when the merchant answers. For the same reason the total has its room before it is known.
 * Only the fields scroll, so the total and the button that pays stay in view; on screens too low for that, the whole sheet
 * scrolls.
 */
const dialogStyles = `
:host { all: initial; }
dialog {
  color-scheme: light dark;
  display: grid;
  grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
  width: min(28rem, 100vw);
  max-width: 100vw;
  height: min(46rem, 94dvh);
  max-height: none;
  margin: auto;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.4 system-ui, sans-serif;
  overflow: hidden;
  animation: appear 160ms ease-out;
}
dialog::backdrop { background: rgb(0 0 0 / 55%); }
.content > p { padding: 1.25rem; }
.sheet { height: 100%; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); gap: 0; }
.sheet .sum { display: block; min-height: 1.75rem; }
.fields { display: grid; align-content: start; gap: 1rem; padding: 1rem 1.25rem; overflow: auto; overscroll-behavior: contain; }
@keyframes appear { from { opacity: 0; transform: translateY(1rem); } }
@media (max-width: 30rem) {
  dialog { margin: auto 0 0; width: 100vw; border-radius: 1rem 1rem 0 0; }
}
@media (max-height: 20rem) {
  dialog { overflow: auto; grid-template-rows: auto; }
  .sheet { height: auto; grid-template-rows: auto; }
  .fields { overflow: visible; }
}
@media (prefers-reduced-motion: reduce) { dialog { animation: none; } }
`;

/** The styles of a wallet's emulated sheet. */
export const sheetStyles = (wallet: WalletId): string =>
  `${paletteStyles(wallet)}${controlStyles}${dialogStyles}`;
