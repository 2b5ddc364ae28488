// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { zoneOf } from './zones.ts';

const EMIRATES: Record<string, string[]> = {
  AZ: [
    'أبو ظبي',
    'أبوظبي',
    'ابو ظبى',
    'إمارة أبوظبي',
    'Abu Dhabi',
    'Emirate of Abu Dhabi',
    'Abu Zabi',
    'AZ',
    'AE-AZ',
  ],
  AJ: ['عجمان', 'إمارة عجمان', 'Ajman', 'AJ'],
  DU: ['دبي', 'إمارة دبيّ', 'دبى', 'Dubai', 'DUBAI', 'Dubayy', 'AE-DU'],
  FU: ['الفجيرة', 'إمارة الفجيرة', 'Fujairah', 'Al Fujayrah', 'FU'],
  RK: ['رأس الخيمة', 'راس الخيمة', 'إمارة رأس الخيمة', 'Ras al Khaimah', 'Ras Al-Khaimah', 'RK'],
  SH: ['الشارقة', 'إمارة الشارقةّ', 'الشارقه', 'Sharjah', 'Ash Shariqah', 'SH'],
  UQ: [
    'أم القيوين',
    'ام القيوين',
    'إمارة أم القيوين',
    'أم القوين',
    'Umm Al Quwain',
    'Umm al-Qaiwain',
    'Umm Al Qaywayn',
    'UQ',
  ],
};

const STATES: Record<string, string[]> = {
  AGU: ['Aguascalientes', 'Ags.'],
  BCN: ['Baja California', 'B.C.', 'BC', 'MX-BCN'],
  BCS: ['Baja California Sur', 'B.C.S.'],
  CAM: ['Campeche', 'Camp.'],
  CHH: ['Chihuahua', 'Chih.'],
  CHP: ['Chiapas', 'Chis.'],
  CMX: [
    'Ciudad de México',
    'Ciudad de Mexico',
    'CDMX',
    'Mexico City',
    'México, D.F.',
    'D.F.',
    'Distrito Federal',
    'MX-CMX',
  ],
  COA: ['Coahuila de Zaragoza', 'Coahuila', 'Coah.'],
  COL: ['Colima', 'Col.'],
  DUR: ['Durango', 'Dgo.'],
  GRO: ['Guerrero', 'Gro.'],
  GUA: ['Guanajuato', 'Gto.'],
  HID: ['Hidalgo', 'Hgo.'],
  JAL: ['Jalisco', 'Jal.', 'JALISCO'],
  MEX: ['Estado de México', 'Estado de Mexico', 'México', 'Méx.', 'Edo. de México', 'Edo. Mex.', 'MX-MEX'],
  MIC: ['Michoacán', 'Michoacan', 'Michoacán de Ocampo', 'Mich.'],
  MOR: ['Morelos', 'Mor.'],
  NAY: ['Nayarit', 'Nay.'],
  NLE: ['Nuevo León', 'Nuevo Leon', 'N.L.'],
  OAX: ['Oaxaca', 'Oax.'],
  PUE: ['Puebla', 'Pue.'],
  QUE: ['Querétaro', 'Queretaro', 'Querétaro de Arteaga', 'Qro.'],
  ROO: ['Quintana Roo', 'Q.R.'],
  SIN: ['Sinaloa', 'Sin.'],
  SLP: ['San Luis Potosí', 'San Luis Potosi', 'S.L.P.'],
  SON: ['Sonora', 'Son.'],
  TAB: ['Tabasco', 'Tab.'],
  TAM: ['Tamaulipas', 'Tamps.'],
  TLA: ['Tlaxcala', 'Tlax.'],
  VER: ['Veracruz', 'Veracruz de Ignacio de la Llave', 'Ver.'],
  YUC: ['Yucatán', 'Yucatan', 'Yuc.'],
  ZAC: ['Zacatecas', 'Zac.'],
};

const cases = (zones: Record<string, string[]>) =>
  Object.entries(zones).flatMap(([code, names]) => names.map((name): [string, string] => [name, code]));

describe('zoneOf', () => {
  it('[5.13] knows seven emirates and 32 states', () => {
    expect([Object.keys(EMIRATES).length, Object.keys(STATES).length]).toEqual([7, 32]);
  });

  it.each(cases(EMIRATES))('[5.13] the emirate %s is %s', (name, code) => {
    expect(zoneOf('AE', name)).toBe(code);
  });

  it.each(cases(STATES))('[5.13] the Mexican state %s is %s', (name, code) => {
    expect(zoneOf('MX', name)).toBe(code);
  });

  it.each([
    ['CZ', 'Praha'],
    ['US', 'CA'],
    ['US', 'Colima'],
    ['AE', 'Atlantida'],
    ['MX', 'Mexicali'],
    ['MX', 'Puerto Vallarta'],
    ['MX', 'X'],
  ])('[5.13] in %s %s stays as given', (country, zone) => {
    expect(zoneOf(country, zone)).toBe(zone);
  });
});
