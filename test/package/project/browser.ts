/** The core in a page and in a worker: each writes what came of the same order. */
import { order } from './own-specialists.ts';
import { askDesk, openDoor, pair } from './parent-machine.ts';

const work = async () => [await order(), await askDesk('How are you?'), await openDoor(), await pair()].join('\n');

if (typeof document === 'undefined') {
  postMessage(await work().catch(String));
} else {
  const show = (id: string, text: string) => {
    const place = document.createElement('pre');
    place.id = id;
    place.textContent = text;
    document.body.append(place);
  };
  const worker = new Worker(new URL('./browser.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => show('worker', String(data));
  worker.onerror = ({ message }) => show('worker', message);
  show('page', await work().catch(String));
}
