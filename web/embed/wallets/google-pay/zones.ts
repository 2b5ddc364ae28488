/** Google names some zones in the country's own words; the shop wants codes (row 5.13). */

/** A zone's code, and a pattern that its names, normalised by {@link plain}, contain or begin with. */
type Zones = readonly (readonly [code: string, names: string])[];

const zones = (table: string): Zones =>
  table.split(' ').map((zone) => [zone.slice(0, zone.indexOf(':')), zone.slice(zone.indexOf(':') + 1)]);

/** Arabic and the usual Latin spellings. Stems, which no other emirate's name contains: they come with words around. */
const EMIRATES = zones(
  'AZ:ابوظبي|ab[ou](dh|z)ab AJ:عجمان|ajman DU:دبي|dub[ae][iy] FU:فجير|fuj[ae][iy]r RK:خيم|khaim SH:شارق|shar[ji] UQ:قيوين|قوين|q[aiuwy]+n',
);

/** Full names or their beginnings, and postal abbreviations that are no beginnings. Longer alternatives come first. */
const MEXICAN_STATES = zones(
  'AGU:aguas|ags BCS:bajacaliforniasur|bcs BCN:bajacalifornia|bc CAM:camp CHH:chih CHP:chiapas|chis CMX:ciudaddemex|cdmx|mexicocity|mexicodf|distritofed|df COA:coah COL:colima DUR:durango|dgo GRO:guerrero GUA:guanajuato|gto HID:hidalgo|hgo JAL:jalisco MEX:(estado|edo)?(de)?mexico$|edomex MIC:mich MOR:morelos NAY:nayarit NLE:nuevoleon|nl OAX:oaxaca PUE:puebla QUE:queretaro|qro ROO:quintanaroo|qr SIN:sinaloa SLP:sanluispotosi SON:sonora TAB:tabasco TAM:tamaulipas|tamps TLA:tlax VER:veracruz YUC:yucatan ZAC:zacatecas',
);

/** Letters only, small, without accents, vowel signs and hamzas, and the two forms of the Arabic yeh as one. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .replaceAll('ى', 'ي');
}

const code = (
  known: Zones,
  matches: (code: string, names: string) => string,
  name: string,
): string | undefined =>
  known.find(([zone, names]) => new RegExp(matches(zone.toLowerCase(), names)).test(plain(name)))?.[0];

/** The zone as the shop wants it: a code in the countries whose zones Google spells out, else as given. */
export function zoneOf(country: string, zone: string): string {
  switch (country) {
    case 'AE':
      return code(EMIRATES, (own, names) => `${names}|^(ae)?${own}$`, zone) ?? zone;
    case 'MX':
      return code(MEXICAN_STATES, (own, names) => `^(${names}|(mx)?${own}$)`, zone) ?? zone;
    default:
      return zone;
  }
}
