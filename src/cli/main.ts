#!/usr/bin/env node
import { hideSqliteWarning } from '../tools/hide-sqlite-warning.ts';
import { nodeProblem } from './node-problem.ts';

// Everything else is imported after the version check: nothing here may need a newer Node.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  hideSqliteWarning();
  import('./command-line.ts');
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
