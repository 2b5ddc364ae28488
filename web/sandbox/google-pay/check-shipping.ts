import { isText, items, members } from '../../base/read.ts';

/** The fault of `shippingOptionParameters`; null if they are valid. */
export function checkOptions(parameters: unknown): string | null {
  const { shippingOptions, defaultSelectedOptionId } = members(parameters);
  const options = items(shippingOptions).map(members);
  if (options.length === 0) return 'shippingOptionParameters.shippingOptions must not be empty';
  if (!options.every(({ id, label }) => isText(id) && isText(label)))
    return 'shippingOptions: id and label are required';
  const ids = options.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) return 'shippingOptions: id must be unique';
  if (defaultSelectedOptionId !== undefined && !ids.includes(defaultSelectedOptionId))
    return 'shippingOptionParameters.defaultSelectedOptionId is not an option';
  return null;
}

/** The fault of a request's shipping parameters; null if they are valid. */
export function checkShipping(request: unknown): string | null {
  const { shippingAddressRequired, shippingAddressParameters } = members(request);
  const { shippingOptionRequired, shippingOptionParameters, callbackIntents } = members(request);
  const intents = items(callbackIntents);
  if (intents.includes('SHIPPING_ADDRESS') && shippingAddressRequired !== true)
    return 'callbackIntents SHIPPING_ADDRESS needs shippingAddressRequired';
  if (intents.includes('SHIPPING_OPTION') && shippingOptionRequired !== true)
    return 'callbackIntents SHIPPING_OPTION needs shippingOptionRequired';
  const { allowedCountryCodes } = members(shippingAddressParameters);
  if (
    allowedCountryCodes !== undefined &&
    !(
      items(allowedCountryCodes).length > 0 &&
      items(allowedCountryCodes).every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code))
    )
  )
    return 'shippingAddressParameters.allowedCountryCodes must name countries';
  if (shippingOptionParameters !== undefined) return checkOptions(shippingOptionParameters);
  if (shippingOptionRequired === true && !intents.includes('SHIPPING_OPTION'))
    return 'shippingOptionRequired needs shippingOptionParameters or callbackIntents SHIPPING_OPTION';
  return null;
}
