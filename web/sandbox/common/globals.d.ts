/** Path of the module that `sheets.tsx` becomes; the build sets it. */
declare const __SHEETS_PATH__: string;
