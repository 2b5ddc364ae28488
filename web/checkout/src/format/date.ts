const long = new Intl.DateTimeFormat('cs-CZ', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Prague',
});

/** `20. listopadu 2025 v 9:05` with hard spaces, or an empty text when the server's date cannot be read. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ''
    : long
        .format(date)
        .replace(/(\d\.) /u, '$1\u00a0')
        .replace(' v ', ' v\u00a0');
}
