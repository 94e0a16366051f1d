import { Writable } from 'node:stream';
import { stepReader } from '../../src/actors/performers/draft.ts';
import { Speech } from '../../src/actors/speech.ts';
import { clipResults, clipTokens } from '../../src/agents/model/fit-exchange.ts';
import { findTools } from '../../src/agents/model/offered-tools.ts';
import { summaryMessage, summaryMessages } from '../../src/agents/model/summary.ts';
import { todosText } from '../../src/agents/model/todos.ts';
import { isChatCommand, runChatCommand } from '../../src/cli/chat/chat-commands.ts';
import { parseServer } from '../../src/cli/options/server-options.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';
import { toPrintable, toPrintableJson, toPrintableLine } from '../../src/cli/terminal/printable.ts';
import { takePrintable } from '../../src/cli/terminal/printable-pieces.ts';
import { answerText, waitingText } from '../../src/cli/terminal/result-text.ts';
import { streamAnswer } from '../../src/cli/terminal/stream-answer.ts';
import { cutStart, cutText, padText, textWidth } from '../../src/cli/terminal/text-width.ts';
import { troupeCommand } from '../../src/cli/terminal/troupe-command.ts';
import { analyzeConversation } from '../../src/conversation/analyze-conversation.ts';
import { analyzeIntent } from '../../src/conversation/analyze-intent.ts';
import { complexityHint } from '../../src/conversation/complexity-hint.ts';
import { compressHistory } from '../../src/conversation/compress-history.ts';
import { changesTopic, refersBack } from '../../src/conversation/continuation-of.ts';
import { entitiesIn } from '../../src/conversation/entities-in.ts';
import { filterHistory } from '../../src/conversation/filter-history.ts';
import { windowHistory } from '../../src/conversation/window-history.ts';
import { assessWork } from '../../src/domain/assessment.ts';
import { checkFormat } from '../../src/domain/check-format.ts';
import type { Message } from '../../src/domain/message.ts';
import { requestProblem } from '../../src/domain/message.ts';
import { withValue } from '../../src/domain/with-value.ts';
import { cutValue } from '../../src/inspect/cut-value.ts';
import { withoutSecrets } from '../../src/inspect/secrets.ts';
import { checksum } from '../../src/log/checksum.ts';
import { parseLog } from '../../src/log/parse-log.ts';
import { parseRunState } from '../../src/log/state/serialize-state.ts';
import { toolNames } from '../../src/mcp/tool-names.ts';
import { extractMemories } from '../../src/memory/extract-memories.ts';
import { withoutSentences } from '../../src/memory/forgotten.ts';
import { jsonFieldReader } from '../../src/models/json-field-reader.ts';
import { findJson } from '../../src/models/json-in-text.ts';
import { answerReader } from '../../src/models/openai/answer-reader.ts';
import { createHideKey, hideInPieces } from '../../src/models/openai/hide-key.ts';
import { findWrittenCalls } from '../../src/models/openai/written-calls.ts';
import { writtenReplyReader } from '../../src/models/openai/written-reply.ts';
import { beginsAsObject, parseStructured } from '../../src/models/structured-output.ts';
import { splitLeadingThinking } from '../../src/models/thinking-tags.ts';
import { unitsOf } from '../../src/offline/lexicon/units.ts';
import { answerIn } from '../../src/offline/passages/answers.ts';
import { computed, toExpression } from '../../src/offline/reading/arithmetic.ts';
import { findInability } from '../../src/offline/reading/cannot.ts';
import { interpret, noMemory } from '../../src/offline/reading/interpret.ts';
import { scan } from '../../src/offline/reading/scan.ts';
import { isVague, talkOf } from '../../src/offline/reading/small-talk.ts';
import { nearestWord } from '../../src/offline/reading/suggest.ts';
import { hasAssumedMeasure } from '../../src/offline/steps.ts';
import { type Surroundings, takeFileName } from '../../src/offline/surroundings.ts';
import { bestSpecialist } from '../../src/plan/best-specialist.ts';
import { conditionSteps, parseCondition } from '../../src/plan/condition.ts';
import { withKnownNames } from '../../src/plan/known-names.ts';
import { planProblems, stepIdPattern } from '../../src/plan/plan.ts';
import { parsePlanMarkdown, planStep, toPlanMarkdown } from '../../src/plan/plan-markdown.ts';
import { toPlanMermaid } from '../../src/plan/plan-mermaid.ts';
import { planStepReader } from '../../src/plan/plan-step-reader.ts';
import { planDiff } from '../../src/plan/plan-update.ts';
import { looksLikePlan, readPlan } from '../../src/plan/read-plan.ts';
import { defused } from '../../src/prompts/fences.ts';
import { decideWire } from '../../src/prompts/wire.ts';
import { takePieces } from '../../src/stores/pieces.ts';
import { clip } from '../../src/text/clip.ts';
import { estimateTokens } from '../../src/text/estimate-tokens.ts';
import { hasFact } from '../../src/text/has-fact.ts';
import { languageOf } from '../../src/text/language-of.ts';
import { matchName } from '../../src/text/match-name.ts';
import { matchesGlob } from '../../src/text/matches-glob.ts';
import { nearestName } from '../../src/text/nearest-name.ts';
import { sentencesIn } from '../../src/text/sentences-in.ts';
import { termsOf } from '../../src/text/terms-of.ts';
import { evaluate } from '../../src/tools/calculator/expression.ts';
import { isBlank, readNumber } from '../../src/tools/cell.ts';
import { toDocumentSummary } from '../../src/tools/documents/describe-document.ts';
import { createDocuments } from '../../src/tools/documents/documents.ts';
import { matchTitle } from '../../src/tools/documents/match-title.ts';
import { parseDocument } from '../../src/tools/documents/parse-document.ts';
import { passagesOf } from '../../src/tools/documents/passages.ts';
import { pickPassages } from '../../src/tools/documents/pick-passages.ts';
import { passageSearch } from '../../src/tools/documents/search-passages.ts';
import { sentenceSlices } from '../../src/tools/documents/sentence-slices.ts';
import { sharedSentences } from '../../src/tools/documents/shared-sentences.ts';
import { pickSentences } from '../../src/tools/documents/summarize-document.ts';
import { toQueryTerms, toTerms } from '../../src/tools/documents/to-terms.ts';
import { withoutBoilerplate } from '../../src/tools/documents/without-boilerplate.ts';
import { findName, noSuchName } from '../../src/tools/find-name.ts';
import { periodBounds, periodsBetween } from '../../src/tools/formulas/period.ts';
import { toMarkdownTable } from '../../src/tools/markdown-table.ts';
import { toPlainLine, toPlainText } from '../../src/tools/plain-text.ts';
import { checkQuery } from '../../src/tools/tables/check-query.ts';
import { describeColumns } from '../../src/tools/tables/describe-columns.ts';
import { isJsonTable } from '../../src/tools/tables/json-table.ts';
import { parseTable } from '../../src/tools/tables/parse-table.ts';
import { tableQuerySchema } from '../../src/tools/tables/table-query.ts';
import { dateOrderOf, dateReader, readQuarter } from '../../src/tools/written-date.ts';
import { readFrontMatter } from '../../src/workspace/read-front-matter.ts';
import { notesFile } from '../tools/sales-rows.ts';

/** Reads a text from outside; what it throws is an answer, too. */
type Reader = (text: string) => unknown;

const bytes = (text: string) => new TextEncoder().encode(text);
const rows = parseTable(
  'sales.csv',
  bytes('date,region,product,units,unit_price\n2025-01-05,north,lamp,3,2.5\n2025-02-05,south,desk,4,5\n'),
);
const table = describeColumns(rows);
const ask = (query: Record<string, unknown>) =>
  checkQuery(tableQuerySchema.parse({ file: 'sales.csv', ...query }), rows);
const around: Surroundings = {
  tables: [table],
  broken: [],
  documents: createDocuments({ files: [notesFile] }),
  specialists: [],
};
const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
const history = (text: string): Message[] => [
  { role: 'user', content: 'What is there?' },
  { role: 'assistant', content: text },
  { role: 'user', content: 'And what of it?' },
];
const manyMessages = (text: string): Message[] =>
  (text.match(/[\s\S]{1,100}/g) ?? []).map((content, place) => ({
    role: place % 2 === 0 ? 'user' : 'assistant',
    content,
  }));
const step = (text: string) => planStep({ id: '1', description: text, when: text, reason: text, assignedTo: text });
const planOf = (text: string) => ({ title: text, strategy: text, steps: [step(text)] });
const inPieces = (text: string, add: (piece: string) => void, size: number) => {
  for (let at = 0; at < text.length; at += size) add(text.slice(at, at + size));
};
const roster = ['data', 'writer'].map((name) => ({ name, description: name, capabilities: [] }));
const written = (text: string) => ({ id: text, task: text, specialist: text, after: text, when: text, format: text });
const readReply = (text: string) => {
  const reader = writtenReplyReader(() => {}, ['x']);
  inPieces(text, reader.add, 3);
  return reader.finish();
};
const document = (text: string) => parseDocument('a.md', toPlainText(text));
const passages = (text: string) => passagesOf(document(text));
const message = (content: string) => ({ role: 'assistant' as const, content });

/** Every function that reads text which a user, a file, a model or an endpoint wrote. */
export const readers: Readonly<Record<string, Reader>> = {
  // domain
  analyzeConversation: (text) => analyzeConversation(history(text), { analyzedAt: '2025-01-01T00:00:00Z' }),
  'analyzeConversation of many messages': (text) =>
    analyzeConversation(manyMessages(text), { analyzedAt: '2025-01-01T00:00:00Z' }),
  analyzeIntent,
  extractMemories: (text) => extractMemories([{ role: 'user', content: text }]),
  'extractMemories of many messages': (text) => extractMemories(manyMessages(text)),
  withoutSentences: (text) => withoutSentences([{ role: 'user', content: text }], new Set(['0000000000000000'])),
  assessWork: (text) => assessWork({ text, failedTools: 0 }),
  checkFormat: (text) => ['number', 'table', 'list', 'json', 'yes/no', 'date'].map((form) => checkFormat(form, text)),
  'checkFormat of a format': (text) => checkFormat(text, 'x') ?? checkFormat(text.slice(0, 300), 'x'),
  bestSpecialist: (text) => bestSpecialist(text, [{ name: 'data', description: 'tables', capabilities: [] }]),
  changesTopic,
  clip: (text) => clip(text, 1000),
  complexityHint,
  'compressHistory of many messages': (text) => compressHistory(manyMessages(text), { maxTokens: 500 }),
  'a condition that is decided': (text) =>
    parseCondition('number in 1 > 2 or step 1 contains "aab" or step 1 is empty')?.(() => ({
      status: 'completed',
      quality: 1,
      text,
    })),
  conditionSteps,
  entitiesIn: (text) => entitiesIn(text),
  'all entities': (text) => entitiesIn(text, Number.POSITIVE_INFINITY),
  estimateTokens,
  filterHistory: (text) => filterHistory(history(text), text),
  hasFact,
  languageOf,
  looksLikePlan: (text) => looksLikePlan(text, roster),
  matchName: (text) => matchName(text, ['data', 'writer']),
  parseCondition,
  parsePlanMarkdown: parsePlanMarkdown,
  'a step of a plan': (text) =>
    parsePlanMarkdown(`- [ ] 1: ${text}\n  - specialist: ${text}\n  - after: ${text}\n  - estimate: ${text}\n`),
  'a line of a plan': (text) =>
    parsePlanMarkdown(`- [ ]${text}\n1${text}\n- **${text}\n  - ${text}\n  - after${text}\n#${text}\n# plan${text}`),
  'a step of a loose plan': (text) =>
    parsePlanMarkdown(`1. ${text}\n   - owner: ${text}\n   - needs: ${text}\nStep 2 ${text}\n- a (${text}, after: 1)`),
  'lines of a loose plan': (text) => parsePlanMarkdown(`1. a\n${text.replaceAll('a', 'a\n')}\n## 2. ${text}`),
  'a table of a plan': (text) =>
    parsePlanMarkdown(`| task | owner | after |\n|---|---|---|\n| ${text} | ${text} | ${text} |\n|${text}`),
  'tables of a plan': (text) => parsePlanMarkdown('|task|owner|\n|-|-|\n'.repeat(text.length / 20)),
  planDiff: (text) => planDiff(planOf(''), { version: 2, ...planOf(text) }),
  planProblems: (text) => planProblems(parsePlanMarkdown(text), { specialists: ['data'], maxSteps: 10 }),
  planStepReader: (text) =>
    inPieces(
      text,
      planStepReader(() => {}, roster),
      5,
    ),
  'planStepReader in the steps': (text) =>
    inPieces(
      `{"thought": ${JSON.stringify(text)}, "steps": [${JSON.stringify(written(text))}, "${text}`,
      planStepReader(() => {}, roster),
      5,
    ),
  readPlan: (text) => readPlan(text, roster),
  'readPlan of a step': (text) => readPlan({ steps: [written(text), written(text)], answer_from: text }, roster),
  'readPlan of many steps': (text) =>
    readPlan({ steps: (text.match(/[\s\S]{1,50}/g) ?? []).map(written), answer_from: text }, roster),
  refersBack,
  requestProblem: (text) => requestProblem(history(text)),
  'requestProblem of an image': (text) =>
    requestProblem([
      { role: 'user', content: 'x', parts: [{ type: 'image', mediaType: text, data: text, url: `https://${text}` }] },
    ]),
  sentencesIn,
  stepIdPattern: (text) => stepIdPattern.test(text),
  termsOf,
  toPlanMarkdown: (text) => toPlanMarkdown(planOf(text)),
  'a plan written and read again': (text) => parsePlanMarkdown(toPlanMarkdown(planOf(text))),
  toPlanMermaid: (text) => toPlanMermaid(planOf(text)),
  windowHistory: (text) => windowHistory(history(text), { maxTokens: 100 }),
  withKnownNames: (text) => withKnownNames(planOf(text), roster),
  withValue: (text) => withValue({}, text, 1),
  // actors
  Speech: (text) => {
    const utterance = new Speech(() => {}).begin();
    inPieces(text, utterance.add, 1);
    utterance.end(text);
  },
  'Speech, a second time': (text) => {
    const speech = new Speech(() => {});
    speech.begin().add(text);
    inPieces(text, speech.begin().add, 1);
  },
  stepReader: (text) =>
    inPieces(
      text,
      stepReader(() => {}),
      7,
    ),
  'stepReader in the middle of a step': (text) =>
    inPieces(
      `- [ ] 1: a\n${text}`,
      stepReader(() => {}),
      7,
    ),
  // agents
  'results that are clipped': (text) =>
    clipResults(
      [
        { text, ref: 'a' },
        { text, ref: 'b' },
      ],
      4_000,
    ),
  clipTokens: (text) => clipTokens(text, 500),
  findTools: (text) => findTools([{ name: text, description: text, parameters: {} }], text),
  summaryMessages: (text) =>
    summaryMessages({ head: [], old: [{ message: { role: 'tool', content: text }, ref: 'a' }], kept: [] }, 4_000),
  summaryMessage: (text) => summaryMessage(text, [{ ref: 'a', call: text }], 4_000),
  todosText: (text) => todosText([{ task: `a${text}`, status: 'open' }]),
  // workspace
  'the front matter of a file': (text) => readFrontMatter(`---\nname: ${text}\n---\n${text}`, 'a.md'),
  'a file that is front matter only': (text) => readFrontMatter(`---\n${text}\n---`, 'a.md'),
  // prompts
  defused,
  // models
  beginsAsObject: (text) => beginsAsObject({ text }),
  findJson,
  'findJson in an object': (text) => findJson(`{"a": ${text}`),
  'findJson in a text': (text) => findJson(`Look: {"a": "${text}"} and {"b": [${text}]}`),
  jsonFieldReader: (text) =>
    inPieces(
      text,
      jsonFieldReader(
        'answer',
        () => {},
        () => true,
      ),
      5,
    ),
  'jsonFieldReader in the field': (text) =>
    inPieces(
      `{"a": 1, "answer": "${text}`,
      jsonFieldReader(
        'answer',
        () => {},
        () => true,
      ),
      5,
    ),
  'jsonFieldReader behind thinking': (text) =>
    inPieces(
      `<think>${text}</think>${text}{"a": ${text}`,
      jsonFieldReader(
        'answer',
        () => {},
        () => true,
      ),
      5,
    ),
  parseStructured: (text) => parseStructured({ text, reasoning: text }, { name: 'decide', schema: decideWire }),
  // the offline rules
  answerIn: (text) => answerIn(text, [parseDocument('a.md', '# Returns\n\nGoods may be sent back.')]),
  'answerIn of a document': (text) => answerIn('when can goods be returned', [parseDocument('a.md', text)]),
  'interpret with what was asked before': (text) => {
    const memory = noMemory();
    interpret('units by region', around, memory);
    interpret(text, around, memory);
  },
  nearestWord: (text) => nearestWord(text, table),
  readQuarter,
  scan: (text) => scan(text, table),
  'scan with a value': (text) =>
    scan(text, { ...table, columns: table.columns.map((column) => ({ ...column, values: [text.slice(0, 200)] })) }),
  unitsOf,
  computed,
  findInability,
  hasAssumedMeasure,
  interpret: (text) => interpret(text, around),
  isVague,
  takeFileName: (text) => takeFileName(text, around),
  talkOf,
  toExpression,
  // tools
  'a query as a model writes it': (text) =>
    ask({ select: [text], where: text, group_by: [{ column: text }], order_by: text }),
  'a query that is only selected from': (text) => ask({ select: text }),
  'a condition of a query': (text) => ask({ where: { region: text, date: { '>': text }, [text]: text } }),
  'a value in a condition of a query': (text) => ask({ where: [`region = '${text.replaceAll("'", "''")}'`] }),
  dateReader: (text) => dateReader('month-first')(text),
  findName: (text) => findName(text, ['sales.csv', text.slice(1)]),
  noSuchName: (text) => noSuchName('There is no column', text, ['sales.csv', text.slice(1)]),
  dateOrderOf: (text) => dateOrderOf([text]),
  evaluate: (text) => evaluate(text),
  'evaluate in a list': (text) => evaluate(`a = sum([${text}], "${text}")`),
  isBlank,
  'parseTable of CSV': (text) => parseTable('a.csv', bytes(text)),
  'parseTable of CSV with a header': (text) => parseTable('a.csv', bytes(`a,b\n${text}`)),
  'parseTable of one cell': (text) => parseTable('a.csv', bytes(`a,b\n1,"${text.replaceAll('"', '""')}"\n`)),
  'parseTable of JSON': (text) => parseTable('a.json', bytes(text)),
  'parseTable of JSON Lines': (text) => parseTable('a.jsonl', bytes(`${text}\n{"a": 1}`)),
  isJsonTable,
  'isJsonTable of an object': (text) => isJsonTable(`{"a": 1}\n{${text}`),
  'parseTable of a JSON text': (text) => parseTable('a.json', bytes(JSON.stringify([{ a: text, [text]: 1 }]))),
  periodBounds,
  periodsBetween: (text) => periodsBetween(text, `${text}z`),
  matchTitle: (text) => matchTitle(text, ['notes.md', text.slice(1), `# ${text}`]),
  'matchTitle of a short one': (text) => matchTitle('note 1', [text, `${text} note`]),
  pickSentences: (text) => pickSentences(passages(text), 4),
  'pickPassages of many alike': (text) => {
    const alike = ['a', 'b', 'c'].flatMap((heading) => passages(`# ${heading}\n\n${text}`));
    const found = alike.map((passage) => ({ ...passage, coverage: 1, terms: new Set(toTerms(passage.text)) }));
    return pickPassages(found, sharedSentences(alike.map((passage) => [passage.text])), 10);
  },
  readNumber,
  passageSearch: (text) => passageSearch(passages(text))(text),
  toDocumentSummary: (text) => toDocumentSummary(document(text)),
  toMarkdownTable: (text) => toMarkdownTable([text], [[text]]),
  parseDocument: document,
  'parseDocument in the middle': (text) => parseDocument('a.md', `---\n${text}\n---\n# a${text}\n\`\`\`${text}\n~~~\n`),
  passagesOf: passages,
  sentenceSlices,
  toPlainLine: (text) => toPlainLine(text),
  toPlainText,
  toQueryTerms,
  toTerms,
  'withoutBoilerplate of many alike': (text) => {
    const whole = document(`${text}\n\n# a\n\n${text}\n\nb\n\n${text}`);
    const texts = whole.blocks.map((block) => block.text);
    return withoutBoilerplate(whole, sharedSentences([texts, texts, texts]));
  },
  // log
  checksum,
  parseLog: (text) => parseLog(text, 'log'),
  takePieces: (text) => takePieces([text, JSON.stringify({ data: { text } })]),
  parseRunState,
  // the command line
  answerText: (text) => answerText({ message: message(text), notDone: [{ what: text, why: text }] }),
  cutStart: (text) => cutStart(text, 60),
  cutText: (text) => cutText(text, 60),
  isChatCommand,
  'isChatCommand with a slash': (text) => isChatCommand(`/${text}`),
  nearestName: (text) => nearestName(text, ['help', 'history']),
  runChatCommand: (text) => runChatCommand(`/${text}`, { history: [], session: '', runs: [], saved: new Set() }, 80),
  padText: (text) => padText(text, 60),
  parseCommand: (text) => parseCommand(['ask', text, `--${text}`, text]),
  'parseCommand with labels': (text) => parseCommand(['ask', 'x', '--session', text, '--metadata', `k=${text}`]),
  'parseCommand with an edit': (text) => parseCommand(['fork', 'run', '--at', '1', '--set', `${text}=1`]),
  parseServer: (text) => parseServer(`'${text.replaceAll("'", '')}' ${text.replace(/["']/g, ' ')}`),
  toolNames: (text) => toolNames([text, `${text}.`], { prefix: 'x_', server: text }),
  troupeCommand: (text) => troupeCommand(['resume', text], { store: text, files: [text] }),
  streamAnswer: (text) => {
    const stream = streamAnswer(nothing, { isLive: true });
    let at = 0;
    inPieces(
      text,
      (piece) => {
        stream.take({ at, text: piece });
        at += piece.length;
      },
      10,
    );
    return stream.end(text);
  },
  takePrintable,
  textWidth,
  toPrintable,
  toPrintableJson,
  toPrintableLine,
  waitingText: (text) => waitingText({ runId: text, message: message(text) }),
  // the OpenAI adapter
  'answerReader, letter by letter': (text) => {
    const reader = answerReader(() => {});
    inPieces(text, reader.add, 1);
    return reader.finish();
  },
  createHideKey: createHideKey('sk-proj-Zx81kQw93LmTe7RbYv52NcHd60'),
  findWrittenCalls,
  hideInPieces: (text) => {
    const pieces = hideInPieces(createHideKey('sk-proj-Zx81kQw93LmTe7RbYv52NcHd60'), () => {});
    inPieces(text, pieces.add, 10);
    pieces.end();
  },
  splitLeadingThinking,
  writtenReplyReader: (text) => readReply(text),
  'writtenReplyReader in an answer': (text) => readReply(`{"answer": "${text}`),
  'writtenReplyReader in a call': (text) => readReply(`Now:\n{"call": {"name": "x", "arguments": {"a": "${text}`),
  // the inspector
  withoutSecrets,
  matchesGlob: (text) => matchesGlob(`*${text.slice(0, 100)}*x`, text),
  cutValue: (text) => cutValue({ [text]: text, list: [text] }),
};

/** Questions of more than 2,000 characters are refused before they are scanned: five times as much is enough for these. */
export const longest: Readonly<Record<string, number>> = { scan: 10_000, 'scan with a value': 10_000 };
