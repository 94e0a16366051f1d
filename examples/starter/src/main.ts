import { existsSync } from 'node:fs';
import type { Model } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { rehearsal, question as rehearsed } from './rehearsal.ts';
import { createTeam } from './team.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
// An empty variable counts as not set.
const apiKey = process.env.OPENAI_API_KEY || undefined;
const baseURL = process.env.OPENAI_BASE_URL || undefined;
const hasModel = apiKey !== undefined || baseURL !== undefined;
const question = process.argv.slice(2).join(' ') || rehearsed;

function chooseModel(): Model {
  if (hasModel) return openaiModel({ model: process.env.TROUPE_MODEL || 'gpt-5.4-mini', apiKey, baseURL });
  if (question !== rehearsed) {
    console.error(`Without a model only one question is rehearsed: ${rehearsed}\nFor others put a key into .env.`);
    process.exit(2);
  }
  console.error('No model: a script plays its part for this one question. Put a key into .env to ask others.\n');
  return rehearsal();
}

console.error(`> ${question}\n`);
const { message, status } = await createTeam(chooseModel()).invoke([{ role: 'user', content: question }]);
console.log(message.content);
if (status !== 'completed') process.exitCode = 1;
