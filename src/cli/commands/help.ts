/** The commands, in the order in which help lists them. */
export const commandNames = [
  'ask',
  'chat',
  'resume',
  'fork',
  'runs',
  'show',
  'log',
  'replay',
  'inspect',
  'graph',
  'help',
] as const;
/** The name of a command. */
export type CommandName = (typeof commandNames)[number];

const overview = `Usage: troupe <command>

  ask "question"    work on a question and print the answer
  chat              talk over several turns
  resume RUN        go on with a run that was interrupted or waits for a person
  fork RUN --at N   begin a new run that shares the first entries of another one

  runs              list the runs of a store
  show RUN          one run for a person: what happened, its plan, its answer
  log RUN           its entries as JSON lines
  replay RUN        recompute a run without a model and compare every entry
  inspect [RUN]     the inspector page on 127.0.0.1: look, step back and forth, fork
  graph             draw the charts, or the plan of a run

  help [command]    this text, or more about a command
  --version         the version
  --help            help, also after a command

RUN is the beginning of a run's id. The store is --store F, else what TROUPE_STORE names.

Start here, offline and without a key: troupe ask
`;

const file = '  --file F          a file to work on: .csv, .tsv, .json, .md or .txt; may be given again';

const work = `${file}
  --json            print the whole result as one JSON document
  --events          print the log of the run, one JSON entry a line
  --store F         keep the log in the SQLite file F
  --model M         the name of the model at the endpoint
  --price IN,OUT    what the model costs, in US dollars for a million tokens in and out`;

const inspection = `  --inspect         the inspector page shows it live, from its first event; it stays until Ctrl-C
  --hold            with --inspect: wait before the first event, to be stepped through
  --port N          with --inspect: the port of the page (default: a free one)`;

const environment = `  OPENAI_API_KEY    ask the model behind this key
  OPENAI_BASE_URL   ask another endpoint that speaks OpenAI's chat completions
  TROUPE_PRESET     ask a known endpoint: openai, azure, openrouter, ollama, vllm, lmstudio, gemini, deepseek, mistral, qwen
  TROUPE_MODEL      the model when --model is not given
  TROUPE_STORE      the store when --store is not given
  TROUPE_LEASE_MS   for how long a run belongs to a process that says nothing (default 10000)
  NO_COLOR          no colours`;

const keys = 'On a terminal: p pauses and goes on, q or Ctrl-C cancels, Ctrl-Z stops and fg goes on.';
const codes = 'Exit codes: 0 completed, 1 failed, 2 bad usage, 3 waiting for a person, 130 cancelled';

const bounds = `  --max-rounds N    work and check at most N times (default 3)
  --max-calls N     call models at most N times (default 200)
  --max-tokens N    use at most N tokens, in and out together
  --max-cost USD    spend at most so much; needs --price
  --max-time S      take at most S seconds
  --concurrency N   do at most N steps at the same time (default 16)`;

const review = `  --review          a person approves each plan before it runs; --review=first only the first one,
                    --review=additions also what adds steps to it`;

const ask = `Usage: troupe ask "question" [options]

Works on the question and prints the answer. The answer goes to stdout, progress to stderr.
The question may come from standard input: troupe ask - < question.txt
Without a question, one about a table that comes with the package is asked.

${work}
${review}
  --quote           print the most that the run can come to as JSON, and call nobody
${bounds}
${inspection}

${environment}

Without OPENAI_API_KEY and OPENAI_BASE_URL the offline rules work on the question. They are no language model.

${keys}

${codes}
`;

const chat = `Usage: troupe chat [options]

Talks over several turns: each message is worked on with all that was said before. Answers go to stdout as they arrive,
progress goes to stderr. From a pipe each line is a message, and a line that answers a question comes after it.

${file}
  --json            print the result of each turn as one JSON document a line
  --store F         keep each turn as a run in the SQLite file F
  --model M         the name of the model at the endpoint
  --price IN,OUT    what the model costs, in US dollars for a million tokens in and out
${review}
${bounds}
${inspection}

Limits are those of one turn.

At the prompt:

  /new              forget what was said so far
  /history          what was said so far
  /save FILE        write what was said so far as JSON messages
  /runs             the runs of this chat
  /help             this list
  /exit             leave; Ctrl-D does the same

A line that ends with \\ goes on in the next one. What is written while a turn works is
taken in; once its answer has begun, it is the next message.
Ctrl-C cancels the turn that runs, and its message is not kept; at the prompt it drops the line, and twice on an empty line it leaves.

${environment}

Exit codes: 0 left, 1 the last turn of a pipe failed, 2 bad usage, 3 left while a turn waited for a person, 130 left by Ctrl-C or a signal
`;

const inspect = `Usage: troupe inspect [RUN or file] [options]

Shows a stored run, or the log in a file, in the inspector: a page on 127.0.0.1, without a login, that asks nobody else for anything. Without a
run it shows the newest runs of the store. Forks that are made on the page are kept in memory.

  --store F         the SQLite file that keeps the runs
${file}
  --model M         the model for forks, at the endpoint
  --port N          the port of the page (default: a free one)

To watch a run from its first event: troupe ask --inspect "question"; with --hold it waits there to be stepped through.
`;

const resume = `Usage: troupe resume RUN [options]

Goes on with a run whose process died, was stopped in a pause, or waits for a person. What was done is not done again.
Limits are those with which the run began. Files are not kept in the log: name them again.

  --answer "text"   answers the question of the run
  --approve         lets its plan run
  --revise "text"   sends its plan back with a remark

${work}

${environment}

While another process drives the run, it waits until that one's lease must have run out.

${keys}

${codes}
`;

const fork = `Usage: troupe fork RUN --at N [options]

Begins a new run that shares the entries of RUN up to number N, with all that the last of them caused, and goes on from there.
What came after is done again; which effects these are goes to stderr.

  --at N            the last entry to keep; see them with: troupe log RUN
  --set PATH=JSON   changes the host's context first, such as options.limits.rounds=1; may be given again

${work}

${environment}

${keys}

${codes}
`;

const runs = `Usage: troupe runs [--store F] [--status S] [--limit N] [--json]

Lists the runs of a store, the newest first.

  --store F         the SQLite file; without it TROUPE_STORE names it
  --status S        only runs that stand there: executing, waiting, completed, failed, cancelled …
  --limit N         at most N of them (default 20)
  --json            one JSON document a line
`;

const target = `RUN is the beginning of a run's id, or a file with a log, one JSON entry a line.`;

const show = `Usage: troupe show RUN [--store F] [--json]

Shows one run: what was asked, what happened and when, its plan, its answer, what it used and what was not done.
${target}

  --json            print the result as one JSON document instead
`;

const log = `Usage: troupe log RUN [--store F]

Prints the entries of a run, one JSON entry a line.
${target}
`;

const replay = `Usage: troupe replay RUN [--until N] [--store F]
       troupe replay --all [--store F | FOLDER]

Recomputes a run from its facts, without a model, and compares every entry with the stored one.
Ends with 0 when all are equal, else with 1 and the first entry that differs.
${target}

  --until N         print the state at entry N as JSON
  --all             every run of the store, or every .jsonl file of the folder
`;

const graph = `Usage: troupe graph [host|planner|decider|specialist|reflector|toolCalls|conversation] [--mermaid]
       troupe graph [host|planner|decider|specialist|reflector|toolCalls|conversation] --svg [--dark]
       troupe graph --plan RUN [--store F]

Prints a chart as a Mermaid state diagram; all charts of a run when none is named.
With --svg: the chart as a picture, on a dark ground with --dark; the host when none is named.
With --plan: the plan of a run as it stands, as a Mermaid flowchart with its longest path in heavy lines.
`;

const help = `Usage: troupe help [command]
`;

const texts: Record<CommandName, string> = { ask, chat, resume, fork, runs, show, log, replay, inspect, graph, help };

/** What there is to know about a command, or about all of them. */
export function helpText(about?: CommandName): string {
  return about === undefined ? overview : texts[about];
}
