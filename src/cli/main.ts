#!/usr/bin/env node
import { hideSqliteWarning } from '../tools/hide-sqlite-warning.ts';
import { nodeProblem } from './node-problem.ts';

// Everything else is imported after the version check: nothing here may need a newer Node.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  hideSqliteWarning();
  // NO_COLOR has the last word. Node would do it the other way round, and warn of it in the middle of the output.
  if (process.env.NO_COLOR?.trim()) delete process.env.FORCE_COLOR;
  import('./command-line.ts');
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
