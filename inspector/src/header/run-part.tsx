import { HoldGroup } from '../moment/hold-group.tsx';
import { Right } from '../parts/right.tsx';
import { Markdown } from '../text/markdown.tsx';
import { answerText } from './said.ts';
import { goingOn } from './subline.tsx';

/** The run as a whole on a small screen: what came of it, and the details of the moment. */
export function RunPart() {
  const answer = answerText();
  return (
    <div class="run-part">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section class="run-outcome" aria-label="What came of it" tabIndex={0}>
        {answer === undefined ? <p class="muted">{goingOn()}</p> : <Markdown text={answer} />}
        <HoldGroup />
      </section>
      <Right />
    </div>
  );
}
