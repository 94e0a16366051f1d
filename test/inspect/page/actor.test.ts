import { attachInspector } from 'troupe/inspect';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActor, createMachine, forwardTo } from 'xstate';
import { litStates, usePages } from './open-page.ts';

const open = usePages();

const trafficLight = createMachine({
  id: 'light',
  type: 'parallel',
  states: {
    lamps: {
      initial: 'green',
      states: {
        green: { on: { timer: 'yellow' } },
        yellow: { on: { timer: 'red' } },
        red: {
          on: { timer: 'green' },
          initial: 'walk',
          states: { walk: { on: { countdown: 'wait' } }, wait: { on: { countdown: 'stop' } }, stop: { type: 'final' } },
        },
      },
    },
    power: { initial: 'on', states: { on: { on: { outage: 'off' } }, off: { on: { restored: 'on' } } } },
  },
});

describe('an actor that has nothing to do with Troupe', () => {
  it.each(['itself', 'an actor below it'])(
    'shows the error of %s, in words at the top and in red where it broke',
    async (who) => {
      const valve = createMachine({
        id: 'valve',
        initial: 'shut',
        states: {
          shut: {
            on: {
              turn: {
                target: 'open',
                actions: () => {
                  throw new Error('The valve is stuck.');
                },
              },
            },
          },
          open: {},
        },
      });
      const plant = createMachine({
        id: 'plant',
        invoke: { src: valve, id: 'valve' },
        on: { turn: { actions: forwardTo('valve') } },
      });
      const actor = createActor(who === 'itself' ? valve : plant);
      actor.subscribe({ error: () => {} });
      const inspector = await attachInspector(actor, { title: 'a valve' });
      onTestFinished(() => inspector.close());
      actor.start();
      actor.send({ type: 'turn' });
      const { page } = await open(inspector.urlOf(inspector.session));
      const banner = page.getByTestId('failure');
      await banner.getByText('The valve is stuck.').waitFor();
      await page.getByTestId('run-status').filter({ hasText: 'Failed' }).waitFor();
      await banner.getByTestId('show-cause').click();
      await page.getByTestId('state-valve.shut').waitFor();
      await page
        .locator('[role="treeitem"][aria-selected="true"]', { hasText: 'valve' })
        .filter({ hasText: 'failed' })
        .waitFor();
      await page.locator('.chart.in-fail [data-testid="state-valve.shut"].active').waitFor();
    },
  );

  it('is shown, gets events from the page, is held and stepped', async () => {
    const light = createActor(trafficLight);
    const inspector = await attachInspector(light, { title: 'a traffic light' });
    onTestFinished(() => inspector.close());
    light.start();
    const { page } = await open(inspector.urlOf(inspector.session));
    await page.getByTestId('state-light.lamps.green').waitFor();
    await expect.poll(() => litStates(page)).toEqual(expect.arrayContaining(['light.lamps.green', 'light.power.on']));

    light.send({ type: 'timer' });
    await page.locator('[data-testid="state-light.lamps.yellow"].active').waitFor();

    // From the page: an event that is enabled where the light is.
    await page.getByRole('button', { name: 'outage' }).click();
    await page.getByTestId('send-form').getByRole('button', { name: /send/i }).click();
    await page.locator('[data-testid="state-light.power.off"].active').waitFor();
    expect(light.getSnapshot().matches({ power: 'off' })).toBe(true);

    await page.getByTestId('hold').click();
    await page
      .getByTestId('held')
      .or(page.getByTestId('status').filter({ hasText: /held/i }))
      .first()
      .waitFor();
    light.send({ type: 'timer' });
    light.send({ type: 'countdown' });
    expect(light.getSnapshot().matches({ lamps: 'yellow' })).toBe(true);
    await page.getByTestId('step').click();
    await page.locator('[data-testid="state-light.lamps.red.walk"].active').waitFor();
    expect(light.getSnapshot().matches({ lamps: { red: 'walk' } })).toBe(true);
    await page.getByTestId('step').click();
    await page.locator('[data-testid="state-light.lamps.red.wait"].active').waitFor();
  });
});
