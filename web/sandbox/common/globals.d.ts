/** Path of the module built from `sheets.tsx`. The build sets it. */
declare const __SHEETS_PATH__: string;
