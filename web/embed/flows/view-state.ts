/** The content of the button's place: a skeleton, the plain button, or a wallet by its attribute name. */
export type ShownButton = 'skeleton' | 'buy_it_now' | { readonly wallet: string };

/** The state of the product element's view. The element writes it, the view renders it. */
export interface ViewState {
  readonly shown: ShownButton;
  readonly disabled: boolean;
  readonly formAction: string;
}
