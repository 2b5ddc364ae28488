// A shop written with Amazon's own Node SDK, which signs, and a buyer on Amazon's pages. Reads {api, pages, publicKeyId,
// privateKey, merchantId, storeId, algorithm} from standard input and prints what Amazon answers.
import AmazonPay from '@amazonpay/amazon-pay-api-sdk-nodejs';
import { generateKeyPairSync } from 'node:crypto';
import { json } from 'node:stream/consumers';

const world = await json(process.stdin);
const { pages, publicKeyId, privateKey, merchantId, storeId, algorithm } = world;
const price = { amount: '19.99', currencyCode: 'EUR' };

const clientWith = (key, sandbox) =>
  new AmazonPay.WebStoreClient({
    publicKeyId,
    privateKey: key,
    region: 'eu',
    algorithm,
    overrideServiceUrl: world.api,
    ...(sandbox && { sandbox: true }),
  });

/** The status and the body of an answer, whether Amazon accepts or refuses. */
const answered = async (call) => {
  try {
    const { status, data } = await call;
    return { status, data };
  } catch (error) {
    if (!error.response) throw error;
    const { status, data } = error.response;
    return { status, data };
  }
};

const page = async (path, body = {}) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await globalThis.fetch(`${pages}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};

let keys = 0;
const keyed = () => ({ 'x-amz-pay-idempotency-key': `sdk${++keys}` });

const client = clientWith(privateKey, false);

/** A session by a signed button, confirmed by the buyer and completed. */
async function bought() {
  const payloadJSON = JSON.stringify({
    storeId,
    webCheckoutDetails: { checkoutReviewReturnUrl: 'https://obchod.example/review' },
    merchantMetadata: { merchantStoreName: 'Krámek "u Anny"' },
  });
  const signature = client.generateButtonSignature(payloadJSON);
  const { checkoutSessionId: id } = await page('/sessions', {
    merchantId,
    publicKeyId,
    ledgerCurrency: 'EUR',
    productType: 'PayAndShip',
    createCheckoutSessionConfig: { payloadJSON, signature, algorithm },
  });
  await page(`/sessions/${id}/sign-in`, { buyer: 'anna' });
  await page(`/sessions/${id}/choose`, { address: 'home', card: '1111' });
  const review = await page(`/sessions/${id}/continue`);
  const shown = await client.getCheckoutSession(id);
  const changed = await client.updateCheckoutSession(id, {
    webCheckoutDetails: { checkoutResultReturnUrl: 'https://obchod.example/result' },
    paymentDetails: { paymentIntent: 'Authorize', canHandlePendingAuthorization: false, chargeAmount: price },
    merchantMetadata: { merchantReferenceId: 'sdk-order', noteToBuyer: 'Děkujeme.' },
  });
  const result = await page(`/sessions/${id}/pay`);
  const completed = await client.completeCheckoutSession(id, { chargeAmount: price });
  return { id, review, shown: shown.data, changed: changed.data, result, completed: completed.data };
}

const first = await bought();
const { chargeId, chargePermissionId } = first.completed;
const captured = await answered(client.captureCharge(chargeId, { captureAmount: price }, keyed()));
const half = { chargeId, refundAmount: { amount: 5, currencyCode: 'EUR' } };
const refunded = await answered(client.createRefund(half, keyed()));
const refund = await answered(client.getRefund(refunded.data.refundId));
const permission = await answered(client.getChargePermission(chargePermissionId));

const second = await bought();
const cancel = { cancellationReason: 'Zákazník si to rozmyslel.' };
const canceled = await answered(client.cancelCharge(second.completed.chargeId, cancel));
const close = { closureReason: 'Hotovo', cancelPendingCharges: false };
const closed = await answered(client.closeChargePermission(second.completed.chargePermissionId, close));
const renamed = { merchantMetadata: { merchantReferenceId: 'x' } };
const late = await answered(client.updateChargePermission(second.completed.chargePermissionId, renamed));

const session = {
  storeId,
  webCheckoutDetails: { checkoutReviewReturnUrl: 'https://obchod.example/review' },
};
const created = await answered(client.createCheckoutSession(session, keyed()));
// A client that names its environment in the path.
const prefixed = await answered(clientWith(privateKey, true).createCheckoutSession(session, keyed()));

const { privateKey: stranger } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const impostor = clientWith(stranger, false);
const forged = [
  await answered(impostor.createCheckoutSession(session, keyed())),
  await answered(impostor.getCheckoutSession(first.id)),
  await answered(impostor.captureCharge(chargeId, { captureAmount: price }, keyed())),
  await answered(impostor.cancelCharge(chargeId, cancel)),
  await answered(impostor.createRefund(half, keyed())),
];

console.log(
  JSON.stringify({
    first,
    captured,
    refunded,
    refund,
    permission,
    canceled,
    closed,
    late,
    created,
    prefixed,
    forged,
  }),
);
