import {
  PERSONALISED_FONT_MAX_PX,
  PERSONALISED_FONT_MIN_PX,
  PERSONALISED_MIN_WIDTH_PX,
} from '../constants.ts';

/** What the buyer sees of the personalised face (row 4.27). `removed` is final. */
export type FacePhase = 'hidden' | 'ready' | 'animating' | 'animation-complete' | 'removed';

export interface FaceState {
  readonly phase: FacePhase;
  /** The wallet knows this browser. */
  readonly isRecognised: boolean;
}

export type FaceEvent =
  /** The wallet knows this browser. */
  | 'recognised'
  /** The wallet does not know this browser, or does not answer. */
  | 'unrecognised'
  /** The button has become too narrow; it stays plain for good (row 4.29). */
  | 'locked'
  /** The conditions of row 4.30 hold, or hold no more. */
  | 'shown'
  | 'concealed'
  /** The animation begins, and ends. */
  | 'started'
  | 'ended';

export const INITIAL_FACE: FaceState = { phase: 'hidden', isRecognised: false };

const REMOVED: FaceState = { phase: 'removed', isRecognised: false };

/** The state after an event; the same object if nothing changes. Once the animation is complete, nothing conceals the face (row 4.28). */
export function faceAfter(state: FaceState, event: FaceEvent): FaceState {
  const { phase, isRecognised } = state;
  const go = (from: readonly FacePhase[], to: FacePhase): FaceState =>
    from.includes(phase) ? { phase: to, isRecognised } : state;
  switch (event) {
    case 'recognised':
      return phase === 'removed' || isRecognised ? state : { phase, isRecognised: true };
    case 'unrecognised':
    case 'locked':
      return phase === 'removed' ? state : REMOVED;
    case 'shown':
      return isRecognised ? go(['hidden'], 'ready') : state;
    case 'concealed':
      return go(['ready', 'animating'], 'hidden');
    case 'started':
      return go(['ready'], 'animating');
    case 'ended':
      return go(['animating'], 'animation-complete');
  }
}

/** What decides whether the face may be shown. */
export interface FaceConditions {
  /** The width of the button in pixels. */
  readonly width: number;
  /** The size of the button's words in pixels; null without a call to action. */
  readonly fontSize: number | null;
  /** The delivery promise is shown beside the button. */
  readonly isPromiseShown: boolean;
  /** The chosen variant cannot be bought. */
  readonly isSoldOut: boolean;
}

/** Whether the button is too narrow for a face (row 4.29). A button that is not laid out has no width yet. */
export const isTooNarrow = ({ width }: Pick<FaceConditions, 'width'>): boolean =>
  width > 0 && width < PERSONALISED_MIN_WIDTH_PX;

/** Whether the face may be shown (rows 4.30 and 4.31). */
export const mayShow = ({ width, fontSize, isPromiseShown, isSoldOut }: FaceConditions): boolean =>
  width >= PERSONALISED_MIN_WIDTH_PX &&
  (fontSize === null || (fontSize >= PERSONALISED_FONT_MIN_PX && fontSize <= PERSONALISED_FONT_MAX_PX)) &&
  !isPromiseShown &&
  !isSoldOut;
