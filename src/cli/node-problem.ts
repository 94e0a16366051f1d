const [leastMajor, leastMinor] = [22, 13];

/** Says what is wrong with a version of Node, if it is too old to run on. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Troupe needs Node ${leastMajor}.${leastMinor} or newer; this is Node ${version}. Get a newer one from https://nodejs.org.`;
}
