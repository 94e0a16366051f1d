import { machineVersion } from '../../actors/journal.ts';

/** Says that other charts made something, which therefore cannot continue here; nothing for the charts of this version. */
export function chartsProblem(charts: string, how = 'was made by'): string | undefined {
  if (charts === machineVersion) return undefined;
  return `${how} the charts ${charts}, but this version of Troupe has ${machineVersion}`;
}
