import { ActionButton } from '../parts/action-button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { runAction } from '../state/actions.ts';
import { info, session } from '../state/store.ts';

/** Stops a run between two deliveries and steps through it; only while there is something to hold. */
export function HoldGroup() {
  const { canControl, isHeld, reason } = session.value.control.value;
  if (!canControl) return null;
  return (
    <div class="buttons hold-group" role="toolbar" aria-label="Hold and step">
      <ActionButton
        icon={isHeld ? 'go' : 'hold'}
        label={isHeld ? 'Go' : 'Hold'}
        title={isHeld ? 'Continue (Space)' : 'Hold: stop before the next delivery (Space)'}
        testId="hold"
        hasText
        action="hold"
      />
      <ActionButton icon="step" label="Step" title="One delivery (s)" testId="step" action="step" />
      <ActionButton icon="micro" label="Microstep" title="One microstep (m)" testId="micro" action="micro" />
      <Menu
        label="Run until"
        testId="until"
        items={[
          ...(info.value?.chart === undefined && info.value?.kind !== 'actor'
            ? [{ title: 'the next model call', run: () => runAction('until-call') }]
            : []),
          { title: 'a state…', run: () => runAction('until-state') },
          { title: 'an event…', run: () => runAction('until-event') },
        ]}
      >
        <Icon name="until" />
      </Menu>
      {isHeld ? (
        <span class="pill pause held" title={reason ?? ''}>
          held{reason ? `: ${reason}` : ''}
        </span>
      ) : null}
    </div>
  );
}
