#!/usr/bin/env node
import { hideSqliteWarning } from '../tools/hide-sqlite-warning.ts';
import { nodeProblem } from './node-problem.ts';

// What an old Node cannot read or run is imported only after it was told apart: so nothing here may need a new one.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  hideSqliteWarning();
  import('./command-line.ts');
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
