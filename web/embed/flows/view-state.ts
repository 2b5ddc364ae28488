/** What the product element's view shows. The element writes it, React or plain DOM draws it. */
export interface ViewState {
  readonly disabled: boolean;
  readonly moreOptions: boolean;
  readonly formAction: string;
}
