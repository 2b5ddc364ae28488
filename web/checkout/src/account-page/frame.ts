import { post } from './frame-client.ts';
import { part } from './parts.ts';
import { stepOf, submitting } from './frame-step.ts';

/** What the page around the sign-in is told: that somebody has signed in, and nothing of who. */
type Message =
  | { readonly type: 'loaded' | 'close_requested' }
  | { readonly type: 'resize_iframe'; readonly height: number }
  | { readonly type: 'authorize_step_changed'; readonly step: 'email' | 'code' }
  | { readonly type: 'completed'; readonly loggedIn: true }
  | { readonly type: 'error'; readonly code: string };

/** The page that has this document in a frame, or has opened it in a window; null if nobody has. */
function around(): Window | null {
  if (window.parent !== window) return window.parent;
  return window.opener as Window | null;
}

/** The sign-in as a frame or a window of a shop's page. */
export function runFrame(body: HTMLElement, page: AbortSignal): void {
  const target = body.dataset['target'];
  if (target === undefined) return;
  const tell = (message: Message): void => {
    around()?.postMessage(message, target);
  };
  const main = part(body, 'main', HTMLElement);
  if (main !== null)
    tellHeight(main, page, (height) => {
      tell({ type: 'resize_iframe', height });
    });
  body.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') tell({ type: 'close_requested' });
    },
    { signal: page },
  );
  tell({ type: 'loaded' });
  if ('signedIn' in body.dataset) tell({ type: 'completed', loggedIn: true });
  else runSteps(body, page, tell);
}

function tellHeight(main: HTMLElement, page: AbortSignal, tell: (height: number) => void): void {
  const observer = new ResizeObserver(() => {
    tell(Math.ceil(main.getBoundingClientRect().height));
  });
  observer.observe(main);
  page.addEventListener(
    'abort',
    () => {
      observer.disconnect();
    },
    { once: true },
  );
}

function runSteps(body: HTMLElement, page: AbortSignal, tell: (message: Message) => void): void {
  const email = stepOf(body, 'email');
  const code = stepOf(body, 'code');
  const other = part(body, '[data-other]', HTMLButtonElement);
  const done = part(body, '[data-done]', HTMLElement);
  if (email === null || code === null || other === null || done === null) return;
  const turnTo = (step: 'email' | 'code'): void => {
    email.show(step === 'email');
    code.show(step === 'code');
    tell({ type: 'authorize_step_changed', step });
  };
  const asked = async (path: string, fields: Readonly<Record<string, string>>) => {
    const refusal = await post(path, fields, page);
    if (refusal !== null) tell({ type: 'error', code: refusal.code });
    return refusal;
  };
  submitting(email, page, async (value) => {
    const refusal = await asked('/account/code', { email: value });
    if (refusal === null) turnTo('code');
    return refusal;
  });
  submitting(code, page, async (value) => {
    const refusal = await asked('/account/code/answer', { code: value });
    if (refusal !== null) return refusal;
    code.show(false);
    done.hidden = false;
    tell({ type: 'completed', loggedIn: true });
    return null;
  });
  other.addEventListener(
    'click',
    () => {
      turnTo('email');
    },
    { signal: page },
  );
}
