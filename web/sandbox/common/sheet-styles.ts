/**
 * The styles of emulated sheets. Wide screens show a sheet in the middle, narrow ones at the bottom. Its size depends on the
 * screen alone: if it grew with its content, the controls would move when the merchant answers.
 */
export const sheetStyles = `
:host { all: initial; }
* { box-sizing: border-box; }
dialog {
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  gap: 1rem;
  width: min(28rem, 100vw);
  max-width: 100vw;
  height: min(46rem, 92dvh);
  max-height: none;
  margin: auto;
  padding: 1.25rem;
  border: 1px solid #747775;
  border-radius: 1rem;
  background: #fff;
  color: #1f1f1f;
  font: 1rem/1.45 system-ui, sans-serif;
  overflow: hidden;
  animation: appear 160ms ease-out;
}
dialog::backdrop { background: rgb(0 0 0 / 55%); }
form { display: grid; gap: 1rem; }
.sheet { height: 100%; grid-template-rows: minmax(0, 1fr); grid-auto-rows: auto; gap: 0.5rem; }
.fields {
  display: grid;
  align-content: start;
  gap: 1rem;
  /* Room for the focus outline. */
  margin: 0 -0.5rem;
  padding: 0 0.5rem 0.5rem;
  overflow: auto;
  overscroll-behavior: contain;
}
.head { padding: 0.5rem 0.75rem; border: 2px dashed #b3261e; border-radius: 0.5rem; }
h1 { margin: 0; font-size: 1.125rem; }
p, address, dl, fieldset { margin: 0; font-style: normal; }
.field { display: grid; gap: 0.25rem; }
.field > label, legend, h2 { font-size: 0.875rem; font-weight: 600; margin: 0; padding: 0; }
select, input[type='text'] {
  width: 100%;
  min-height: 2.75rem;
  padding: 0 0.5rem;
  border: 1px solid #747775;
  border-radius: 0.5rem;
  background: #fff;
  color: inherit;
  font: inherit;
}
fieldset { padding: 0; border: 0; min-width: 0; }
.option { display: flex; gap: 0.75rem; align-items: center; min-height: 2.75rem; }
.option input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: #0b57d0; }
small { display: block; font-size: 0.875rem; color: #444746; }
dl { display: grid; gap: 0.25rem; }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dd { margin: 0; white-space: nowrap; }
.total { padding-top: 0.5rem; border-top: 1px solid #c4c7c5; font-size: 1.125rem; font-weight: 600; }
.error { padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: #fce8e6; color: #8c1d18; }
.error:empty { display: none; }
.status { min-height: 1.45em; }
.coupon { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem; }
.actions { display: grid; gap: 0.5rem; }
button {
  min-height: 3rem;
  padding: 0 1rem;
  border: 1px solid #747775;
  border-radius: 1.5rem;
  background: #fff;
  color: #1f1f1f;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.pay { border-color: #000; background: #000; color: #fff; }
button[aria-disabled='true'] { background: #c4c7c5; border-color: #c4c7c5; color: #1f1f1f; cursor: default; }
:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
@keyframes appear { from { opacity: 0; transform: translateY(1rem); } }
@media (max-width: 30rem) {
  dialog { margin: auto 0 0; width: 100vw; border-radius: 1rem 1rem 0 0; }
}
@media (max-height: 36rem) {
  dialog { overflow: auto; grid-template-rows: auto; }
  .sheet { height: auto; grid-template-rows: auto; }
  .fields { overflow: visible; }
}
@media (prefers-reduced-motion: reduce) { dialog { animation: none; } }
@media (forced-colors: active) {
  .error { border: 2px solid CanvasText; }
  button[aria-disabled='true'] { border-color: GrayText; color: GrayText; }
}
`;
