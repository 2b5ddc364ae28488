import type { Coordinates, DeliveryOption } from '../api/model.ts';

/** The mean radius of the Earth in metres. */
const RADIUS = 6_371_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance of two points as the crow flies, in metres (haversine). */
export function distance(one: Coordinates, other: Coordinates): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const turned =
    Math.cos(radians(one.latitude)) *
    Math.cos(radians(other.latitude)) *
    half(one.longitude, other.longitude);
  return 2 * RADIUS * Math.asin(Math.sqrt(half(one.latitude, other.latitude) + turned));
}

/** `350 m`, `1,2 km`, `14 km`: as exactly as it helps. */
export function distanceText(metres: number): string {
  const tens = Math.round(metres / 10) * 10;
  if (tens < 1_000) return `${String(tens)}\u00a0m`;
  const kilometres = metres / 1_000;
  const shown = kilometres < 9.95 ? kilometres.toFixed(1).replace('.', ',') : String(Math.round(kilometres));
  return `${shown}\u00a0km`;
}

/** How far a place is from here; null if that is not known. */
export const distanceTo = (here: Coordinates | null, { coordinates }: DeliveryOption): number | null =>
  here === null || coordinates === null ? null : distance(here, coordinates);

/** The nearest places first. Places that are nowhere on the map come last, in their order. */
export function byDistance(
  places: readonly DeliveryOption[],
  here: Coordinates | null,
): readonly DeliveryOption[] {
  const far = (place: DeliveryOption): number => distanceTo(here, place) ?? Number.MAX_VALUE;
  return places.toSorted((one, other) => far(one) - far(other));
}
