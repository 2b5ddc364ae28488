import { describe, expect, it } from 'vitest';
import { deliveryMethods } from '../src/form/delivery-methods.ts';
import { foundPlaces } from '../src/form/place-search.ts';
import { option } from './support.ts';

const place = (handle: string, title: string, description: string) =>
  option(handle, { code: 'z', type: 'PICKUP_POINT', title: `Zásilkovna – ${title}`, description });

const [method] = deliveryMethods([
  place('brno', 'Brno-střed, Květinářství Sedmikráska', 'Zahradnická 3, 602 00 Brno'),
  place('plzen', 'Plzeň-Slovany, Trafika Na Růžku', 'Na Růžku 21, 326 00 Plzeň'),
  place('olomouc', 'Olomouc, Galanterie Knoflík', 'Tkalcovská 8, 779 00 Olomouc'),
  place('praha', 'Praha, Papírnictví U Orloje', 'Celetná 5, 110 00 Praha 1'),
]);

describe('searching a place', () => {
  it.each([
    ['plzen', ['plzen']],
    ['KVĚTINÁŘSTVÍ', ['brno']],
    ['60200', ['brno']],
    ['602 00', ['brno']],
    [' 779', ['olomouc']],
    ['olomouc tkalc', ['olomouc']],
    ['na ruzku 21', ['plzen']],
    ['olomouc brno', []],
    ['ostrava', []],
    ['praha 1 110 00', ['praha']],
    ['Praha 1, 110 00', ['praha']],
    ['celetna 5 11000', ['praha']],
    ['110 0', ['praha']],
    ['praha 1 602 00', []],
    ['', ['brno', 'plzen', 'olomouc', 'praha']],
  ])('[3.10] %j finds %j', (query, handles) => {
    if (method === undefined) throw new Error('There is one method.');
    expect(foundPlaces(method, query).map(({ handle }) => handle)).toEqual(handles);
  });
});
