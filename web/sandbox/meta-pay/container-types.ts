import type { ContainerType } from '../../embed/wallets/meta-pay/types.ts';

/** The types that the emulated wallet seals, with their names in the sheet. */
export const CONTAINER_TYPES: Readonly<Record<ContainerType, string>> = {
  'basic-card-v1': 'Číslo karty (basic-card-v1)',
  'ecom-token-v1': 'Token karty (ecom-token-v1)',
};

export const isContainerType = (type: unknown): type is ContainerType =>
  typeof type === 'string' && Object.hasOwn(CONTAINER_TYPES, type);

/** The types that a merchant accepts, in its order. */
export const acceptedTypes = (supported: Readonly<Record<string, object>>): readonly ContainerType[] =>
  Object.keys(supported).filter(isContainerType);
