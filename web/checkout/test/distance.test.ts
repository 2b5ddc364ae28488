import { describe, expect, it } from 'vitest';
import { byDistance, distance, distanceText, distanceTo } from '../src/form/distance.ts';
import { option } from './support.ts';

const BRNO = { latitude: 49.1951, longitude: 16.6068 };
const PRAHA = { latitude: 50.0755, longitude: 14.4378 };

describe('distances of pick-up places', () => {
  it('[3.10] are those of the crow', () => {
    expect(distance(BRNO, PRAHA)).toBeGreaterThan(184_000);
    expect(distance(BRNO, PRAHA)).toBeLessThan(186_000);
    expect(distance(PRAHA, BRNO)).toBeCloseTo(distance(BRNO, PRAHA), 3);
    expect(distance(BRNO, BRNO)).toBe(0);
    // A degree on a meridian, across the equator.
    const degree = distance({ latitude: -0.5, longitude: 179 }, { latitude: 0.5, longitude: 179 });
    expect(Math.round(degree / 100)).toBe(1_112);
  });

  it.each([
    [0, '0\u00a0m'],
    [347, '350\u00a0m'],
    [994, '990\u00a0m'],
    [996, '1,0\u00a0km'],
    [1_234, '1,2\u00a0km'],
    [9_949, '9,9\u00a0km'],
    [9_950, '10\u00a0km'],
    [184_600, '185\u00a0km'],
  ])('[3.10] %d metres are %s', (metres, text) => {
    expect(distanceText(metres)).toBe(text);
  });

  it('[3.10] sort places, those of unknown position last', () => {
    const places = [
      option('nikde'),
      option('praha', { coordinates: PRAHA }),
      option('brno', { coordinates: BRNO }),
      option('jinde'),
    ];
    const handles = (here: typeof BRNO | null) => byDistance(places, here).map(({ handle }) => handle);
    expect(handles(BRNO)).toEqual(['brno', 'praha', 'nikde', 'jinde']);
    expect(handles(PRAHA)).toEqual(['praha', 'brno', 'nikde', 'jinde']);
    expect(handles(null)).toEqual(['nikde', 'praha', 'brno', 'jinde']);
    expect(places.map((place) => distanceTo(BRNO, place) === null)).toEqual([true, false, false, true]);
  });
});
