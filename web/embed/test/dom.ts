import { afterEach } from 'vitest';

/** What jsdom lacks of the platform, as small as the tests allow. */

class FakeStyleSheet {
  css = '';
  replaceSync(css: string): void {
    this.css = css;
  }
}

class FakeObserver {
  observe(): void {
    // Nothing is laid out in jsdom.
  }
  disconnect(): void {
    // Nothing was observed.
  }
}

/** Answers every logo with one shape: jsdom would ask a server for it. */
class FakeLogoRequest {
  readonly status = 200;
  readonly responseXML = new DOMParser().parseFromString(
    '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#4285f4" d="M0 0h1v1z"/></svg>',
    'image/svg+xml',
  );
  onloadend: (() => void) | null = null;
  open(): void {
    // The address has no server.
  }
  setRequestHeader(): void {
    // Nobody reads it.
  }
  send(): void {
    queueMicrotask(() => this.onloadend?.());
  }
}

const fakeMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget() as MediaQueryList, { matches: false, media });

function completeDom(): void {
  Object.assign(globalThis, {
    CSSStyleSheet: FakeStyleSheet,
    ResizeObserver: FakeObserver,
    IntersectionObserver: FakeObserver,
    PerformanceObserver: FakeObserver,
    matchMedia: fakeMedia,
    XMLHttpRequest: FakeLogoRequest,
  });
  for (const target of [Document.prototype, ShadowRoot.prototype])
    Object.defineProperty(target, 'adoptedStyleSheets', { value: [], writable: true, configurable: true });

  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };

  afterEach(() => {
    document.body.replaceChildren();
    document.head.replaceChildren();
  });
}

// Tests of pure rules ask for no DOM.
if (typeof document !== 'undefined') completeDom();
