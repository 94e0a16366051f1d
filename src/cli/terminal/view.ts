import { styleText } from 'node:util';
import { isEnded, isSettledStatus } from '../../domain/status.ts';
import { stepLooks } from '../../plan/step-looks.ts';
import { toPrintableLine } from './printable.ts';
import { hasEnded, type PlanProgress, type Progress, type StepProgress, shownPlan } from './progress.ts';
import { toCount, toDuration } from './quantity.ts';
import { cutText, padText, textWidth } from './text-width.ts';

/** Where and when a view is shown. */
export interface Screen {
  readonly columns: number;
  /** Lines that fit; a longer plan is shown around the steps under way. */
  readonly rows: number;
  readonly now: number;
  readonly isColorful: boolean;
  /** Whether somebody reads keys. */
  readonly hasKeys?: boolean;
}

type Style = Parameters<typeof styleText>[0];

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * A run on a terminal, as lines:
 *
 *     ⠴ working  4.4s · 3,120 tokens · round 1 of 3
 *
 *     Plan v1
 *      ✓ 1 Load sales.csv      data    0.1s
 *      ⠴ 2 Revenue by region   data    query_table
 *      ○ 3 Write the report    writer  after 2
 */
export function view(progress: Progress, screen: Screen): string[] {
  const plan = shownPlan(progress);
  const width = Math.max(10, screen.columns - 1); // a full last column makes some terminals wrap
  const head = [headline(progress, width, screen)];
  if (progress.trouble !== '' && !hasEnded(progress)) {
    head.push(cutText(`  A call failed, trying again: ${toPrintableLine(progress.trouble)}`, width));
  }
  if (progress.lookups.length > 0) {
    head.push(cutText(`  Looking up: ${toPrintableLine(progress.lookups.join(', '))}`, width));
  }
  if (!plan) return head;
  head.push('', cutText(planTitle(plan), width));
  const rows = planLines(progress, screen);
  return [...head, ...aroundWork(rows, plan.steps, screen.rows - head.length - 1)];
}

/** The plan under its title; nothing when there is none. */
export function planView(progress: Progress, screen: Screen): string[] {
  const plan = shownPlan(progress);
  if (!plan) return [];
  const width = Math.max(10, screen.columns - 1);
  return [cutText(planTitle(plan), width), ...planLines(progress, screen)];
}

/** The steps of a plan, one line each. */
export function planLines(progress: Progress, screen: Screen): string[] {
  const width = Math.max(10, screen.columns - 1);
  return stepLines(shownPlan(progress)?.steps ?? [], { width, isOver: hasEnded(progress) }, screen);
}

function planTitle({ version, changes }: PlanProgress): string {
  if (version === 0) return 'Plan, still being written';
  return toPrintableLine(`Plan v${version}${changes.length > 0 ? `: ${changes.join('; ')}` : ''}`);
}

function headline(progress: Progress, width: number, screen: Screen): string {
  const { maxRounds, tokens } = progress;
  const { round } = progress.plan;
  const parts = [
    ...(tokens > 0 ? [toCount(tokens, 'token')] : []),
    ...(round > 0 ? [`round ${round} of ${maxRounds}`] : []),
    ...(progress.isResumed ? ['resumed'] : []),
  ];
  return statusLine(progress, parts, width, screen);
}

/** Where a run stands, for how long it has worked, and more about it, on one line. */
export function statusLine(
  standing: Pick<Progress, 'status' | 'doing' | 'isPaused' | 'startedAt' | 'at'>,
  parts: readonly string[],
  width: number,
  screen: Screen,
): string {
  const { startedAt, at } = standing;
  const isOver = isEnded(standing.status) || standing.status === 'waiting';
  const elapsed = startedAt === 0 ? 0 : (isOver ? at : Math.max(at, screen.now)) - startedAt;
  const isPaused = standing.isPaused && !isOver;
  const status = isPaused ? `paused${screen.hasKeys ? ', press p to resume' : ''}` : standing.doing;
  const [symbol, style] = headSymbol(standing, screen);
  const text = cutText(`${symbol} ${status}  ${[toDuration(elapsed), ...parts].join(' · ')}`, width);
  return paint(symbol, style, screen) + text.slice(symbol.length);
}

function headSymbol({ status, isPaused }: Pick<Progress, 'status' | 'isPaused'>, screen: Screen): [string, Style] {
  switch (status) {
    case 'completed':
      return ['✓', 'green'];
    case 'failed':
    case 'cancelled':
      return ['✗', 'red'];
    case 'waiting':
      return ['?', 'yellow'];
    default:
      return isPaused ? ['‖', 'yellow'] : [spinner(screen), 'cyan'];
  }
}

const spinner = ({ now }: Screen) => frames[Math.floor(now / 100) % frames.length] ?? '';

/** In a run that has ended no step is at work any more. */
function symbolOf({ status }: StepProgress, isOver: boolean, screen: Screen): { symbol: string; style: Style } {
  const { symbol, colour } = stepLooks[isOver && !isSettledStatus(status) ? 'skipped' : status];
  return { symbol: status === 'executing' && !isOver ? spinner(screen) : symbol, style: colour };
}

function stepLines(
  steps: readonly StepProgress[],
  { width, isOver }: { width: number; isOver: boolean },
  screen: Screen,
): string[] {
  const rows = steps.map((step) => ({
    ...symbolOf(step, isOver, screen),
    id: step.id,
    description: toPrintableLine(step.description),
    specialist: toPrintableLine(step.specialists.join(' + ')),
    detail: toPrintableLine(detailOf(step, isOver)),
  }));
  const widest = (texts: readonly string[], most: number) => Math.min(most, Math.max(0, ...texts.map(textWidth)));
  const idWidth = widest(
    rows.map((row) => row.id),
    12,
  );
  const specialistWidth =
    width < 40
      ? 0
      : widest(
          rows.map((row) => row.specialist),
          20,
        );
  const gaps = 4 + (specialistWidth > 0 ? 4 : 2);
  const room = width - idWidth - specialistWidth - gaps;
  const described = widest(
    rows.map((row) => row.description),
    room,
  );
  const details = widest(
    rows.map((row) => row.detail),
    room,
  );
  // The description makes room for what the step is doing, down to half of the width.
  const descriptionWidth = Math.min(described, Math.max(room - details, Math.ceil(room / 2)));
  return rows.map((row) => {
    const cells = [
      padText(row.description, descriptionWidth),
      ...(specialistWidth > 0 ? [padText(row.specialist, specialistWidth)] : []),
      cutText(row.detail, room - descriptionWidth),
    ];
    return ` ${paint(row.symbol, row.style, screen)} ${padText(row.id, idWidth)} ${cells.join('  ')}`.trimEnd();
  });
}

/** What a step waits for, is doing, or has come to. */
function detailOf(step: StepProgress, isOver: boolean): string {
  const { status, detail, ms, after, when } = step;
  switch (status) {
    case 'pending': {
      if (isOver) return 'not started';
      const condition = when === undefined ? [] : [`${detail} if ${when}`.trimStart()];
      return [...(after.length > 0 ? [`after ${after.join(', ')}`] : []), ...condition].join(', ') || 'waiting';
    }
    case 'executing':
      return isOver ? 'stopped' : detail;
    case 'completed':
      return ms === undefined ? 'done' : toDuration(ms);
    default:
      return detail === '' ? status : `${status}: ${detail}`;
  }
}

/** As many lines as there is room for, from the first step that is not finished on, with the one before it. */
function aroundWork(lines: readonly string[], steps: readonly StepProgress[], room: number): readonly string[] {
  if (lines.length <= room) return lines;
  const shown = Math.max(1, room - 2);
  const current = steps.findIndex(({ status }) => status === 'executing' || status === 'pending');
  const from = Math.min(Math.max(0, (current < 0 ? lines.length : current) - 1), lines.length - shown);
  const below = lines.length - from - shown;
  return [
    ...(from > 0 ? [`   … ${from} above`] : []),
    ...lines.slice(from, from + shown),
    ...(below > 0 ? [`   … ${below} below`] : []),
  ];
}

function paint(text: string, style: Style, { isColorful }: Screen): string {
  return isColorful ? styleText(style, text, { validateStream: false }) : text;
}
