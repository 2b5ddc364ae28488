/** The delivery-promise badge, inside the element's own tree: one line, in the room that the page's styles keep for it. */
export const PROMISE_CSS = `
p {
  block-size: 20px;
  margin: 8px 0 -28px;
  overflow: hidden;
  font-size: 14px;
  line-height: 20px;
  text-align: center;
  white-space: nowrap;
}
p[hidden] {
  display: none;
}
`;
