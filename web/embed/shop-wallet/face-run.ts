import { PERSONALISED_ANIMATION_MS, PERSONALISED_DELAY_MS, VISIBILITY_THRESHOLD } from '../constants.ts';
import { conditionsAt, watchConditions, type FacePlace } from './face-conditions.ts';
import { openFaceFrame, type FaceFrame } from './face-frame.ts';
import { faceAfter, INITIAL_FACE, isTooNarrow, mayShow, type FaceEvent } from './face-state.ts';
import { whenIdle } from './when-idle.ts';

/** What a face needs to know of the shop's wallet. */
export interface FaceSettings {
  /** The origin of the wallet's pages. */
  readonly walletOrigin: string;
  /** The animation waits a moment after the button has come into view. */
  readonly isDelayed: boolean;
}

/** Buttons that have been too narrow; they stay plain for good, also when they are drawn again. */
const locked = new WeakSet<HTMLElement>();

const stillness = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** Runs the face of one button: asks the wallet, and shows the answer when the buyer sees the button. */
export class FaceRun {
  readonly #ending = new AbortController();
  #state = INITIAL_FACE;
  #frame: FaceFrame | null = null;
  #isAsking = false;
  #isInView = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly face: HTMLElement,
    private readonly place: FacePlace,
    private readonly settings: FaceSettings,
  ) {
    const { host, button } = place;
    if (locked.has(host)) return;
    const { signal } = this.#ending;
    stillness().addEventListener(
      'change',
      ({ matches }) => {
        if (matches) this.#apply('ended');
      },
      { signal },
    );
    button.addEventListener(
      'animationend',
      ({ target }) => {
        if (target === this.#frame?.element) this.#apply('ended');
      },
      { signal },
    );
    this.#watchView();
    watchConditions(place, this.#update, signal);
    this.#update();
  }

  /** Removes the face; the button is plain again. */
  end(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#frame?.close();
    this.face.replaceChildren();
    delete this.place.button.dataset['face'];
  }

  readonly #update = (): void => {
    const conditions = conditionsAt(this.place);
    if (isTooNarrow(conditions)) {
      locked.add(this.place.host);
      this.#apply('locked');
      return;
    }
    const isShown = mayShow(conditions);
    if (isShown) this.#ask();
    this.#apply(isShown ? 'shown' : 'concealed');
  };

  /** Loads the face when the page is quiet: its first paint must not wait for it. */
  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    whenIdle(() => {
      this.#frame = openFaceFrame({
        walletOrigin: this.settings.walletOrigin,
        words: getComputedStyle(this.place.button).color,
        answered: (isRecognised) => {
          this.#apply(isRecognised ? 'recognised' : 'unrecognised');
          this.#update();
        },
      });
      this.face.replaceChildren(this.#frame.element);
    }, this.#ending.signal);
  }

  #apply(event: FaceEvent): void {
    if (this.#ending.signal.aborted) return;
    const state = faceAfter(this.#state, event);
    if (state === this.#state) return;
    this.#state = state;
    if (state.phase === 'removed') {
      this.end();
      return;
    }
    this.place.button.dataset['face'] = state.phase;
    this.#advance();
  }

  /** What time does in this phase: the animation begins once the buyer sees the button, and ends. */
  #advance(): void {
    clearTimeout(this.#timer);
    const { phase } = this.#state;
    if (phase === 'ready' && this.#isInView)
      this.#later('started', this.settings.isDelayed ? PERSONALISED_DELAY_MS : 0);
    if (phase !== 'animating') return;
    if (stillness().matches) this.#apply('ended');
    // A hidden tab never says that its animation has ended.
    else this.#later('ended', PERSONALISED_ANIMATION_MS);
  }

  #later(event: FaceEvent, wait: number): void {
    this.#timer = setTimeout(() => {
      this.#apply(event);
    }, wait);
  }

  #watchView(): void {
    const seen = new IntersectionObserver(
      (entries) => {
        this.#isInView = entries.at(-1)?.isIntersecting ?? false;
        if (this.#state.phase === 'ready') this.#advance();
      },
      { threshold: VISIBILITY_THRESHOLD },
    );
    seen.observe(this.place.host);
    this.#ending.signal.addEventListener('abort', () => {
      seen.disconnect();
    });
  }
}
