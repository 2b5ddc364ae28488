import { MODAL_CONTENT_MAX_HEIGHT_VH, MODAL_MAX_WIDTH_PX } from '../constants.ts';

/** The dialog's styles, in px and with their own text metrics, because themes change the root's font size. */
export const css = `
:host {
  all: initial;
}
.modal {
  box-sizing: border-box;
  inline-size: calc(100vw - 32px);
  max-inline-size: ${MODAL_MAX_WIDTH_PX}px;
  max-block-size: none;
  margin: auto;
  padding: 24px;
  border: 1px solid transparent;
  border-radius: 12px;
  background: #fff;
  color: #1a1a1a;
  box-shadow: 0 8px 40px rgb(0 0 0 / .28);
  font: 400 15px/1.5 system-ui, sans-serif;
  letter-spacing: normal;
  text-align: start;
  overflow-wrap: anywhere;
  animation: in .16s ease-out;
}
.modal::backdrop {
  background: rgb(0 0 0 / .5);
  animation: fade .16s ease-out;
}
.head {
  display: flex;
  gap: 16px;
  align-items: flex-start;
  justify-content: space-between;
}
h2 {
  margin: 0 0 8px;
  font: 600 18px/1.35 system-ui, sans-serif;
}
.content {
  max-block-size: ${MODAL_CONTENT_MAX_HEIGHT_VH}vh;
  overflow-y: auto;
}
button {
  font: inherit;
  cursor: pointer;
}
button:focus-visible, .content:focus-visible {
  outline: 2px solid #1a5fb4;
  outline-offset: 2px;
}
.icon {
  flex: none;
  display: grid;
  place-items: center;
  inline-size: 44px;
  block-size: 44px;
  margin: -12px -12px 0 0;
  padding: 0;
  border: 1px solid transparent;
  border-radius: 50%;
  background: none;
  color: inherit;
}
.icon:hover {
  background: #f0f0f0;
}
path {
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
}
.action {
  box-sizing: border-box;
  display: grid;
  place-items: center;
  inline-size: 100%;
  min-block-size: 44px;
  margin-block-start: 20px;
  border: 1px solid transparent;
  border-radius: 8px;
  background: #1a1a1a;
  color: #fff;
  font-weight: 600;
  text-decoration: none;
}
.action:hover {
  background: #333;
}
@keyframes in {
  from { opacity: 0; transform: translateY(8px); }
}
@keyframes fade {
  from { opacity: 0; }
}
@media (prefers-reduced-motion: reduce) {
  .modal, .modal::backdrop { animation: none; }
}
@media (forced-colors: active) {
  .modal, .action { border-color: CanvasText; }
  .icon:focus-visible, .action:focus-visible { outline-color: Highlight; }
}
`;
