/** The codes of mistakes of the calling page, after those of Amazon's REST API. */
export type MistakeCode = 'MissingParameterValue' | 'InvalidParameterValue' | 'InvalidParameterCombination';

/** The error for a mistake of the calling page. How Amazon's own script reports one is not published. */
export class AmazonPayError extends Error {
  constructor(
    readonly code: MistakeCode,
    /** The setting, such as `createCheckoutSessionConfig.signature`. */
    readonly setting: string,
  ) {
    super(`${code}: ${setting}`);
    this.name = 'AmazonPayError';
  }
}
