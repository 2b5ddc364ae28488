/**
 * The packages of our package-lock.json that do not come from the configured registry, or whose content has no hash. For a
 * package from the registry the file names no source.
 */
export function unverifiedPackages(lock) {
  const faults = [];
  for (const [path, { link, resolved, integrity, inBundle }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || link || inBundle) continue;
    if (resolved !== undefined) faults.push(`${path}: from ${resolved}`);
    else if (!integrity?.startsWith('sha512-')) faults.push(`${path}: no SHA-512 hash`);
  }
  return faults;
}

/**
 * What `npm audit --json` says: the packages with a serious vulnerability, or why it could not ask.
 * @returns {{ serious: string[] } | { unreachable: string }}
 */
export function npmVerdict(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { unreachable: 'npm audit printed no JSON' };
  }
  if (report.vulnerabilities === undefined)
    return { unreachable: report.message ?? report.error?.summary ?? 'the registry did not answer' };
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  return { serious: serious.map(({ name, severity }) => `${name}: ${severity}`) };
}

/** The pre-releases that the workspace requires in its Cargo.toml. */
export const preReleasesIn = (manifest) =>
  [...manifest.matchAll(/^([\w-]+) = (?:"|\{ version = ")=?(\d+\.\d+\.\d+-[^"]+)"/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  );
