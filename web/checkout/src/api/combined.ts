import { combineChanges } from './changes.ts';
import type { ChangeField } from './documents.ts';
import {
  bindAndPrepare,
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
  updatePayment,
} from './operations.ts';

/** With and without each of these. */
const optional = (fields: readonly ChangeField[], field: ChangeField): readonly ChangeField[][] => [
  [...fields],
  [...fields, field],
];

/** The changes that the order button may save in one request (flow/save-all.ts). */
function savedTogether(): readonly (readonly ChangeField[])[] {
  const address = [replaceAddress.change];
  return optional([updateBuyer.change, updateBilling.change], updateAttributes.change)
    .flatMap((fields) => optional(fields, updateNote.change))
    .flatMap((fields) => [fields, [...fields, ...address], [...fields, ...address, selectDelivery.change]]);
}

/**
 * The documents that the checkout combines when the order button is pressed. The server keeps them prepared, so that they
 * never wait behind other clients' documents.
 */
export const combinedDocuments = (): readonly string[] => [
  ...savedTogether().map((fields) => combineChanges('checkoutSave', fields).query),
  ...[[updatePayment.change], [selectDelivery.change, updatePayment.change]].map(
    (fields) => bindAndPrepare(fields).query,
  ),
];
