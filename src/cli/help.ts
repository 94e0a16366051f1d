/** The commands, in the order in which help lists them. */
export const commandNames = ['ask', 'graph', 'help'] as const;
/** The name of a command. */
export type CommandName = (typeof commandNames)[number];

const overview = `Usage: troupe <command>

  ask "question"    work on a question and print the answer
  graph [machine]   draw the charts that decide what happens next
  help [command]    this text, or more about a command

  --version         the version
  --help            help, also after a command

Start here, offline and without a key: troupe ask
`;

const ask = `Usage: troupe ask "question" [options]

Works on the question and prints the answer. The answer goes to stdout, progress to stderr.
The question may come from standard input: troupe ask - < question.txt
Without a question, one about a table that comes with the package is asked.

  --file F          a file to work on: .csv, .tsv, .json, .md or .txt; may be given again
  --json            print the whole result as one JSON document
  --events          print the log of the run, one JSON entry a line
  --store F         keep the log in the SQLite file F
  --max-rounds N    work and check at most N times (default 3)
  --model M         the name of the model at the endpoint

  OPENAI_API_KEY    ask the model behind this key
  OPENAI_BASE_URL   ask another endpoint that speaks OpenAI's chat completions
  TROUPE_MODEL      the model when --model is not given
  NO_COLOR          no colours

Without OPENAI_API_KEY and OPENAI_BASE_URL the offline rules work on the question. They are no language model.

Exit codes: 0 completed, 1 failed, 2 bad usage, 3 waiting for a person, 130 cancelled
`;

const graph = `Usage: troupe graph [host|planner|specialist|reflector] [--mermaid]

Prints a chart as a Mermaid state diagram; all charts when none is named.
`;

const help = `Usage: troupe help [command]
`;

const texts: Record<CommandName, string> = { ask, graph, help };

/** What there is to know about a command, or about all of them. */
export function helpText(about?: CommandName): string {
  return about === undefined ? overview : texts[about];
}
