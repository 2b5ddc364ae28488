/** The styles that emulated sheets and pages share. Their colours come from the wallet's palette. */
export const controlStyles = `
* { box-sizing: border-box; }
h1, h2, p, address, dl, dd, fieldset { margin: 0; font-style: normal; }
.strip { padding: 0.125rem 1.25rem; background: var(--trial); color: var(--on-trial); font-size: 0.8125rem; text-align: center; }
.band {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 1rem;
  padding: 0.25rem 1.25rem;
  min-height: 3.25rem;
  background: var(--band);
  color: var(--on-band);
  border-bottom: 1px solid var(--hair);
}
h1 { font-size: 1.375rem; font-weight: 700; letter-spacing: -0.01em; }
form { display: grid; gap: 1rem; }
.field { display: grid; gap: 0.375rem; min-width: 0; }
.label, .field > label, legend, h2 { padding: 0; color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
input[type='text'] {
  width: 100%;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--ground);
  color: inherit;
  font: inherit;
}
fieldset { display: grid; gap: 0.25rem; padding: 0; border: 0; min-width: 0; }
legend { margin-bottom: 0.375rem; }
.option, .face { display: flex; gap: 0.75rem; align-items: center; min-width: 0; text-align: start; overflow-wrap: anywhere; }
.option { min-height: 2.75rem; padding: 0.25rem 0.75rem; border-radius: 0.5rem; cursor: pointer; }
.option:hover { background: var(--raised); }
.option input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--mark); }
.choices { display: grid; gap: 0.125rem; padding: 0.25rem; border: 1px solid var(--hair); border-radius: 0.75rem; }
small { display: block; color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
dl { display: grid; gap: 0.25rem; }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dd { white-space: nowrap; }
.total { font-size: 1.25rem; font-weight: 700; }
.sum:empty { display: none; }
.error { padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--wrong); color: var(--on-wrong); }
.error:empty { display: none; }
.status { min-height: 1.25rem; color: var(--quiet); font-size: 0.875rem; line-height: 1.25rem; }
.coupon { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem; }
.emulation { display: grid; gap: 0.75rem; padding-top: 0.75rem; border-top: 1px dashed var(--line); }
.foot { display: grid; gap: 0.5rem; padding: 0.75rem 1.25rem; background: var(--ground); border-top: 1px solid var(--hair); }
button, a.pay {
  min-height: 2.75rem;
  padding: 0 1rem;
  border: 1px solid var(--line);
  border-radius: 1.5rem;
  background: var(--ground);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:not(.pay):hover { background: var(--raised); }
.pay:hover { filter: brightness(0.94); }
.band button { border-color: transparent; background: transparent; color: inherit; font-weight: 500; text-decoration: underline; }
.band button:hover { background: transparent; text-decoration-thickness: 2px; }
button.pay, a.pay { min-height: 3rem; border-color: var(--pay); background: var(--pay); color: var(--on-pay); }
a.pay { padding: 0.75rem 1rem; text-align: center; text-decoration: none; }
button[aria-disabled='true'] { background: var(--off); border-color: var(--off); color: var(--on-off); cursor: default; }
button.chosen {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  min-height: 3.25rem;
  padding: 0.375rem 0.75rem;
  border-radius: 0.75rem;
  font-weight: 500;
}
.chosen::after {
  content: '';
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  margin: -0.25rem 0.25rem 0;
  border: solid currentColor;
  border-width: 0 2px 2px 0;
  transform: rotate(45deg);
}
.chosen[aria-expanded='true']::after { margin-top: 0.25rem; transform: rotate(-135deg); }
.card {
  display: grid;
  align-content: space-between;
  flex: none;
  width: 4rem;
  height: 2.5rem;
  padding: 0.1875rem 0.375rem;
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 0.375rem;
  background: #5f6368;
  color: #fff;
  font-size: 0.625rem;
  line-height: 1.2;
  white-space: nowrap;
  /* A picture keeps its colours. */
  forced-color-adjust: none;
}
.card > span { justify-self: end; }
.card[data-brand='visa'] { background: linear-gradient(120deg, #1a1f71, #1434cb); }
.card[data-brand='visa'] b { font-style: italic; text-transform: uppercase; }
.card[data-brand='mastercard'] { background: #23262a; }
.card[data-brand='mastercard'] b::before {
  content: '';
  float: right;
  width: 0.75rem;
  height: 0.75rem;
  border-radius: 50%;
  background: #eb001b;
  box-shadow: 0.375rem 0 0 #f79e1b;
}
.card[data-brand='amex'] { background: #0067c0; }
.card[data-brand='discover'] { background: linear-gradient(120deg, #23262a 70%, #f47216); }
.card[data-brand='jcb'] { background: linear-gradient(120deg, #0e4c96, #00713a); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.band :focus-visible { outline-color: var(--on-band); outline-offset: -3px; }
@media (max-width: 14rem) {
  .card { display: none; }
  button, a.pay { padding-inline: 0.25rem; overflow-wrap: anywhere; }
}
@media (forced-colors: active) {
  .strip { border-bottom: 1px solid CanvasText; }
  .error { border: 2px solid CanvasText; }
  .band button { border-color: ButtonText; }
  button[aria-disabled='true'] { border-color: GrayText; color: GrayText; }
}
`;
