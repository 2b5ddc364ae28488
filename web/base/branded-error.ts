/**
 * Errors identified by a brand. A page may contain two copies of a class (two versions of the script, or the checkout and its
 * wallet buttons). `instanceof` is then false for the other copy's errors, but the brand is equal in all copies.
 */
export type BrandedError<Brand extends string, Details extends object> = Error &
  Readonly<Details> & { readonly name: Brand; readonly brand: Brand };

/** A kind of error: its constructor, and a check that recognises errors from any copy of this code. */
export interface ErrorKind<Brand extends string, Details extends object> {
  readonly create: (message: string, details: Details) => BrandedError<Brand, Details>;
  readonly is: (error: unknown) => error is BrandedError<Brand, Details>;
}

/** Defines a kind of error. The brand, which is also the errors' `name`, is unique in the whole product. */
export const errorKind = <Brand extends string, Details extends object>(
  brand: Brand,
): ErrorKind<Brand, Details> => ({
  create: (message, details) => Object.assign(Error(message), { name: brand, brand, ...details }),
  is: (error): error is BrandedError<Brand, Details> =>
    (error as { readonly brand?: unknown } | null | undefined)?.brand === brand,
});
