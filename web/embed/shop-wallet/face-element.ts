import type { FacePlace } from './face-conditions.ts';
import { FaceRun, type FaceSettings } from './face-run.ts';

/** The element inside a drawn button of the shop wallet. Until it is defined it is an empty box. */
const FACE_TAG = 'wallet-face';

/** The button around a face; null outside of a drawn wallet button. */
function placeOf(face: HTMLElement): FacePlace | null {
  const root = face.getRootNode();
  const button = face.closest('button');
  return root instanceof ShadowRoot && root.host instanceof HTMLElement && button
    ? { host: root.host, button }
    : null;
}

/** Defines the element. `settings` is null while no button is personalised. Later calls do nothing. */
export function defineFace(settings: () => FaceSettings | null): void {
  if (customElements.get(FACE_TAG)) return;
  customElements.define(
    FACE_TAG,
    class extends HTMLElement {
      #run: FaceRun | null = null;

      connectedCallback(): void {
        const place = placeOf(this);
        const known = settings();
        if (place && known) this.#run = new FaceRun(this, place, known);
      }

      disconnectedCallback(): void {
        this.#run?.end();
        this.#run = null;
      }
    },
  );
}
