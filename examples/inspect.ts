/** The inspector on an actor that has nothing to do with Troupe: a traffic light. With --stay the page stays open. */
import { attachInspector } from 'troupe/inspect';
import { createActor, createMachine } from 'xstate';

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

const light = createActor(trafficLight);
const inspector = await attachInspector(light, { title: 'a traffic light' });
console.log(`look at ${inspector.urlOf(inspector.session)}`);

light.start();
for (const type of ['timer', 'timer', 'countdown']) light.send({ type });
console.log(JSON.stringify(light.getSnapshot().value));

if (!process.argv.includes('--stay')) await inspector.close();
