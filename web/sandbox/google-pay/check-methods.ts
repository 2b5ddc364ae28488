import { isObject, isText, items, members } from '../../base/read.ts';
import { areKnown } from '../common/are-known.ts';

const AUTH_METHODS = ['PAN_ONLY', 'CRYPTOGRAM_3DS'];
const NETWORKS = [
  'AMEX',
  'DISCOVER',
  'ELECTRON',
  'ELO',
  'ELO_DEBIT',
  'INTERAC',
  'JCB',
  'MAESTRO',
  'MASTERCARD',
  'VISA',
];
const BILLING_FORMATS = ['MIN', 'FULL', 'FULL-ISO3166'];
const PROTOCOLS = ['ECv1', 'ECv2'];

/** The fault of a request's versions and payment methods; null if they are valid. */
export function checkMethods(request: unknown): string | null {
  const { apiVersion, apiVersionMinor, allowedPaymentMethods } = members(request);
  if (!isObject(request)) return 'the request must be an object';
  if (apiVersion !== 2) return 'apiVersion must be 2';
  if (apiVersionMinor !== 0) return 'apiVersionMinor must be 0';
  const methods = items(allowedPaymentMethods);
  if (methods.length === 0) return 'allowedPaymentMethods must not be empty';
  return methods.map(checkMethod).find((fault) => fault !== null) ?? null;
}

function checkMethod(method: unknown): string | null {
  const { type, parameters } = members(method);
  if (type !== 'CARD') return 'type must be CARD';
  if (!isObject(parameters)) return 'parameters is required';
  const { allowedAuthMethods, allowedCardNetworks, billingAddressParameters } = members(parameters);
  if (!areKnown(allowedAuthMethods, AUTH_METHODS)) return 'allowedAuthMethods must name known methods';
  if (!areKnown(allowedCardNetworks, NETWORKS)) return 'allowedCardNetworks must name known networks';
  const { format } = members(billingAddressParameters);
  if (format !== undefined && !areKnown([format], BILLING_FORMATS))
    return 'billingAddressParameters.format is not known';
  return null;
}

/** The fault of a tokenization specification; null if it is valid. */
export function checkTokenization(request: unknown): string | null {
  for (const method of items(members(request)['allowedPaymentMethods'])) {
    const fault = checkSpecification(members(method)['tokenizationSpecification']);
    if (fault !== null) return fault;
  }
  return null;
}

function checkSpecification(specification: unknown): string | null {
  if (!isObject(specification)) return 'tokenizationSpecification is required';
  const { type, parameters } = members(specification);
  const { gateway, protocolVersion, publicKey } = members(parameters);
  switch (type) {
    case 'PAYMENT_GATEWAY':
      return isText(gateway) ? null : 'tokenizationSpecification.parameters.gateway is required';
    case 'DIRECT':
      if (!areKnown([protocolVersion], PROTOCOLS))
        return 'tokenizationSpecification.parameters.protocolVersion is not known';
      return isText(publicKey) ? null : 'tokenizationSpecification.parameters.publicKey is required';
    default:
      return 'tokenizationSpecification.type is not known';
  }
}
