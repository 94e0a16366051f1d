import type { SessionInfo } from '../../../src/inspect/protocol.ts';
import { ChartTools } from '../chart/chart-tools.tsx';
import { ChartView } from '../chart/chart-view.tsx';
import { OpenRooms } from '../chart/map/open-rooms.tsx';
import { screen } from '../layout/screen.ts';
import { ReviewStage, StageSwitch } from '../review/review-stage.tsx';
import { isPlanOpen, stage } from '../review/review-state.ts';
import type { ActorState } from '../state/fold.ts';
import { nameOf } from '../state/format.ts';
import { info, session } from '../state/store.ts';
import { JsonView } from '../tabs/json-view.tsx';
import { choose, wordOf } from './actor-tree.tsx';
import { Panel } from './panel.tsx';

/** The chart of the chosen actor, or what is known of one that has none. */
export function Middle() {
  return (
    <main class="middle">
      <Panel name="The chart">
        <Chosen />
      </Panel>
    </main>
  );
}

/** Whether a plan is reviewed or edited in the place of the chart: now, and not where an earlier moment is looked at. */
const hasStage = () => isPlanOpen.value && session.value.isLive.value && screen.value !== 'phone';

function Chosen() {
  const { actor, chart, drafts } = session.value;
  const own = actor.value;
  if (info.value?.isChartMissing) return <MissingChart info={info.value} />;
  if (hasStage() && stage.value === 'plan') return <ReviewStage />;
  if (!own) return <p class="empty">Waiting for a session. Drop a log file here to open it.</p>;
  return (
    <>
      <div class="chart-bar">
        {hasStage() ? <StageSwitch /> : <Breadcrumb actor={own} />}
        {chart.value ? <ChartTools chart={chart.value} /> : null}
      </div>
      {chart.value ? (
        <ChartView chart={chart.value} actor={own} />
      ) : (
        <ActorCard actor={own} draft={drafts.value.get(own.id) ?? drafts.value.get(own.path)} />
      )}
    </>
  );
}

/** Why there is a timeline and nothing else, and what to do about it. */
function MissingChart({ info: { id, chart, isAgent } }: { readonly info: SessionInfo }) {
  const given = isAgent ? 'agentChart(agent)' : 'the chart';
  return (
    <div class="empty" data-testid="missing-chart">
      <p>{`This is a run of the ${isAgent ? 'agent' : 'chart'} ${chart}, which is not here, so only its timeline can be shown.`}</p>
      <p>
        {`To see its states, name the file that exports ${given}: `}
        <code>{`troupe inspect ${id} --charts FILE`}</code>
        {`, or give ${given} to startInspector({ charts }).`}
      </p>
    </div>
  );
}

function Breadcrumb({ actor }: { actor: ActorState }) {
  const state = session.value.state.value;
  const chain: ActorState[] = [];
  for (
    let each: ActorState | undefined = actor;
    each;
    each = each.parent === undefined ? undefined : state.get(each.parent)
  )
    chain.unshift(each);
  return (
    <nav class="crumbs" aria-label="Path of the actor">
      {chain.map((each, place) => (
        <span key={each.id}>
          {place > 0 ? <span class="crumb-gap">/</span> : null}
          <button
            type="button"
            class="quiet"
            {...(each === actor ? { 'aria-current': 'true' as const } : {})}
            onClick={() => choose(each.id)}
          >
            {nameOf(each.path)}
          </button>
        </span>
      ))}
      <OpenRooms />
    </nav>
  );
}

function ActorCard({ actor, draft }: { actor: ActorState; draft: string | undefined }) {
  const { input } = actor;
  return (
    <div class="stage card-stage" data-testid="chart">
      <section class={`card ${actor.status}`} aria-label={`Actor ${actor.path}`}>
        <h2>
          <span class={`dot ${actor.status}`} />
          {nameOf(actor.path)}
          <span class="card-word">{wordOf(actor)}</span>
        </h2>
        <p class="muted">An actor without a chart: it does one thing and returns a result.</p>
        <dl class="facts">
          <dt>path</dt>
          <dd>{actor.path}</dd>
          <dt>last event</dt>
          <dd>{actor.lastEvent ? `${actor.lastEvent.event} at #${actor.lastEvent.seq}` : 'none'}</dd>
        </dl>
        {input === undefined ? null : (
          <>
            <h3>Input</h3>
            <JsonView value={input} />
          </>
        )}
        {draft && actor.status === 'active' ? (
          <>
            <h3>Writing</h3>
            <p class="draft">{draft.slice(-2000)}</p>
          </>
        ) : null}
        {actor.output === undefined ? null : (
          <>
            <h3>Output</h3>
            <JsonView value={actor.output} />
          </>
        )}
        {actor.error === undefined ? null : (
          <>
            <h3>Error</h3>
            <p class="error-text">{actor.error}</p>
          </>
        )}
        {actor.lastEvent && actor.lastEvent.event !== 'xstate.init' ? (
          <>
            <h3>Last event</h3>
            <JsonView value={actor.lastEvent.data} />
          </>
        ) : null}
      </section>
    </div>
  );
}
