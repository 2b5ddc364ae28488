/** What is drawn in the button's place: a skeleton, the plain button, or a wallet by its attribute name. */
export type ShownButton = 'skeleton' | 'buy_it_now' | { readonly wallet: string };

/** What the product element's view shows. The element writes it, the view draws it. */
export interface ViewState {
  readonly shown: ShownButton;
  readonly disabled: boolean;
  readonly formAction: string;
}
