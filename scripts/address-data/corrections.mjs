/** Manual additions and corrections to Google's address data, each with its reason. */

/** Patterns of postal codes that replace too loose ones of the source. */
export const ZIP_PATTERNS = {
  // The first digit distinguishes the two countries.
  CZ: String.raw`[1-7]\d{2} ?\d{2}`,
  SK: String.raw`[089]\d{2} ?\d{2}`,
  // The source uses word boundaries, which match within longer texts.
  BH: String.raw`(?:1[0-2]|[1-9])\d{2}`,
};

/** Other names of countries that clients send, besides the Czech and the English one. */
export const COUNTRY_NAMES = {
  CZ: ['Czech Republic', 'Česká republika'],
  GB: ['Great Britain', 'Velká Británie'],
  KR: ['Korea'],
  MK: ['Macedonia', 'Makedonie'],
  NL: ['Holland', 'Holandsko'],
  SK: ['Slovak Republic', 'Slovenská republika'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America', 'Spojené státy americké'],
};

/** Codes of zones that have none in the source: the ISO 3166-2 code or, if there is none, the wallets' code. */
export const ZONE_CODES = {
  'HK/Hong Kong Island': 'HK',
  'HK/Kowloon': 'KL',
  'HK/New Territories': 'NT',
  'TW/金門縣': 'KIN',
  'TW/連江縣': 'LIE',
};

/** Zones that ISO 3166-2 (and the source itself) lists under another country. */
export const LEFT_OUT = new Set(['RU/Автономна Республіка Крим', 'RU/Севастополь']);

/** Further names of zones, by country and code. */
export const ZONE_NAMES = {
  'AE/AJ': ['Ujman', 'عجمان'],
  'AE/AZ': ['Abu Zaby', 'إمارة أبوظبي', 'أبوظبي'],
  'AE/DU': ['Dubayy', 'إمارة دبي'],
  'AE/FU': ['Al Fujairah', 'Al Fujayrah', 'إمارة الفجيرة'],
  'AE/RK': ['Ras al-Chajma', 'رأس الخيمة'],
  'AE/SH': ['Ash Shariqah', 'إمارة الشارقة', 'الشارقة'],
  'AE/UQ': ['Umm al Qaywayn', 'إمارة أم القيوين', 'أم القيوين'],
  'MX/CMX': ['DF', 'D.F.', 'Distrito Federal', 'Mexico City'],
  'MX/COA': ['Coahuila'],
  'MX/MEX': ['México', 'Mexico State', 'Edomex'],
  'MX/MIC': ['Michoacán de Ocampo'],
  'MX/NLE': ['Nuevo Leon'],
  'MX/QUE': ['Querétaro de Arteaga'],
  'MX/ROO': ['Q. Roo'],
  'MX/VER': ['Veracruz de Ignacio de la Llave'],
  'US/DC': ['Washington DC', 'Washington D.C.'],
  'US/MP': ['Northern Marianas'],
  'US/VI': ['US Virgin Islands', 'U.S. Virgin Islands'],
};

/** Czech names of zones that have one. */
export const CZECH_ZONES = {
  AE: {
    AJ: 'Adžmán',
    AZ: 'Abú Zabí',
    DU: 'Dubaj',
    FU: 'Fudžajra',
    RK: 'Rás al-Chajma',
    SH: 'Šardžá',
    UQ: 'Umm al-Kuvajn',
  },
  AU: {
    ACT: 'Teritorium hlavního města Austrálie',
    NSW: 'Nový Jižní Wales',
    NT: 'Severní teritorium',
    SA: 'Jižní Austrálie',
    TAS: 'Tasmánie',
    WA: 'Západní Austrálie',
  },
  CA: {
    BC: 'Britská Kolumbie',
    NB: 'Nový Brunšvik',
    NL: 'Newfoundland a Labrador',
    NS: 'Nové Skotsko',
    NT: 'Severozápadní teritoria',
    PE: 'Ostrov prince Edwarda',
    YT: 'Yukon',
  },
  ES: { SE: 'Sevilla', PM: 'Baleáry' },
  HK: { HK: 'Ostrov Hongkong', KL: 'Kowloon', NT: 'Nová teritoria' },
  IT: {
    FI: 'Florencie',
    GE: 'Janov',
    MI: 'Milán',
    NA: 'Neapol',
    PD: 'Padova',
    RM: 'Řím',
    SR: 'Syrakusy',
    TN: 'Trento',
    TO: 'Turín',
    TS: 'Terst',
    VE: 'Benátky',
  },
  JP: {
    '01': 'Hokkaidó',
    '07': 'Fukušima',
    13: 'Tokio',
    26: 'Kjóto',
    27: 'Ósaka',
    34: 'Hirošima',
    42: 'Nagasaki',
    47: 'Okinawa',
  },
  KR: { 11: 'Soul', 26: 'Pusan' },
  MX: { CMX: 'Ciudad de México', MEX: 'Stát México' },
  US: {
    AK: 'Aljaška',
    AS: 'Americká Samoa',
    CA: 'Kalifornie',
    DC: 'District of Columbia',
    FL: 'Florida',
    FM: 'Mikronésie',
    GA: 'Georgie',
    HI: 'Havaj',
    LA: 'Louisiana',
    MH: 'Marshallovy ostrovy',
    MP: 'Severní Mariany',
    NC: 'Severní Karolína',
    ND: 'Severní Dakota',
    NM: 'Nové Mexiko',
    PA: 'Pensylvánie',
    PR: 'Portoriko',
    SC: 'Jižní Karolína',
    SD: 'Jižní Dakota',
    VA: 'Virginie',
    VI: 'Americké Panenské ostrovy',
    WV: 'Západní Virginie',
  },
};
