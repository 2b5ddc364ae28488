import { PERSONALISED_FONT_MAX_PX } from '../constants.ts';

/**
 * The personalised face over the shop wallet's button: what the button says leaves, and the face arrives in its place. Only
 * opacity and transform move, so the page does not. The words grow with the button only as far as a face is shown (row 4.30);
 * a reader's own text size may make them larger.
 */
export const css = `
.button {
  position: relative;
}
.content {
  font-size: min(max(1em, 1rem, min(36cqb, ${PERSONALISED_FONT_MAX_PX}px)), 73cqb, (100cqi - 16px) / (var(--width) + var(--call, 0)));
}
wallet-face {
  position: absolute;
  inset: 0;
  border-radius: inherit;
  overflow: hidden;
  pointer-events: none;
}
iframe {
  display: block;
  inline-size: 100%;
  block-size: 100%;
  border: 0;
  background: none;
  color-scheme: light;
  opacity: 0;
}
[data-face='animating'] > .content {
  animation: face-leave .3s ease-in forwards;
}
[data-face='animating'] iframe {
  animation: face-arrive .3s .15s ease-out both;
}
[data-face='animation-complete'] > .content {
  opacity: 0;
}
[data-face='animation-complete'] iframe {
  opacity: 1;
}
@keyframes face-leave {
  to {
    opacity: 0;
    transform: translateY(-40%);
  }
}
@keyframes face-arrive {
  from {
    opacity: 0;
    transform: translateY(40%);
  }
  to {
    opacity: 1;
  }
}
`;
