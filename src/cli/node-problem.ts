const [leastMajor, leastMinor] = [22, 13];

/** The problem with a version of Node that is too old to run on, if it is. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Troupe needs Node ${leastMajor}.${leastMinor} or newer; this is Node ${version}. Get a newer one from https://nodejs.org.`;
}
