/** The subscription policy's styles, in addition to the dialog's. */
export const css = `
.content > :first-child {
  margin-block-start: 0;
}
h3 {
  margin: 16px 0 4px;
  font: 600 15px/1.4 system-ui, sans-serif;
}
p, ul, ol {
  margin: 0 0 8px;
}
.bar {
  display: block;
  block-size: 12px;
  margin-block-end: 12px;
  border: 1px solid transparent;
  border-radius: 4px;
  background: #e4e4e4;
  animation: pulse 1.2s ease-in-out infinite alternate;
}
.bar:last-child {
  inline-size: 60%;
}
.loading {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
@keyframes pulse {
  to { opacity: .45; }
}
@media (prefers-reduced-motion: reduce) {
  .bar { animation: none; }
}
@media (forced-colors: active) {
  .bar { border-color: GrayText; }
}
`;
