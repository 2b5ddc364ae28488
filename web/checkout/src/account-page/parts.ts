/** The parts of the server's page that the script brings to life. A page without a part has nothing to do. */

type Kind<T extends Element> = new () => T;

export function part<T extends Element>(within: ParentNode, selector: string, kind: Kind<T>): T | null {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : null;
}

/** Says something in an element that readers of the screen hear; an empty text takes it back. */
export function say(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === '';
}
