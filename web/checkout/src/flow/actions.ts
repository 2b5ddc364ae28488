import type { Cart, CartWarning } from '../api/model.ts';
import type {
  DeliveryChoice,
  FieldErrors,
  FieldName,
  FormValues,
  PaymentChoice,
  TextFieldName,
} from '../form/fields.ts';
import type { PurchaseType } from '../purchase-type.ts';
import type { FailureReason, GivingUp, PollProgress, SaveStatus, Submission, SubmitStep } from './state.ts';

/** Everything that can happen to the page. */
export type Action =
  | { readonly type: 'load_started' }
  | {
      readonly type: 'loaded';
      readonly cart: Cart;
      readonly form: FormValues;
      readonly submission: Submission;
    }
  | { readonly type: 'load_failed'; readonly reason: FailureReason }
  | { readonly type: 'cart_gone' }
  | { readonly type: 'leaving' }
  | { readonly type: 'attempt_progress'; readonly progress: PollProgress }
  | { readonly type: 'challenge_waiting'; readonly url: string; readonly own: boolean }
  | { readonly type: 'giving_up'; readonly givingUp: GivingUp }
  | { readonly type: 'review_found' }
  | { readonly type: 'text_changed'; readonly name: TextFieldName; readonly text: string }
  | { readonly type: 'field_checked'; readonly name: FieldName; readonly error: string | null }
  | { readonly type: 'billing_same_changed'; readonly same: boolean }
  | {
      readonly type: 'delivery_chosen';
      readonly purchase: PurchaseType;
      readonly choice: DeliveryChoice;
    }
  | { readonly type: 'payment_chosen'; readonly payment: PaymentChoice }
  | { readonly type: 'save_started' }
  | {
      readonly type: 'saved';
      readonly cart: Cart;
      readonly warnings: readonly CartWarning[];
      readonly errors: FieldErrors;
      /** Whether everything else is saved. */
      readonly saving: SaveStatus;
    }
  | { readonly type: 'save_failed' }
  | { readonly type: 'cart_reloaded'; readonly cart: Cart }
  | { readonly type: 'stock_resolved'; readonly cart: Cart; readonly saving: SaveStatus }
  /** The approved account was used or refused: it can no longer pay. */
  | { readonly type: 'account_spent' }
  | { readonly type: 'submit_step'; readonly step: SubmitStep }
  | { readonly type: 'submit_stopped'; readonly submission: Submission; readonly errors?: FieldErrors };
