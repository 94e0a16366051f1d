import { render } from 'preact';
import { startAnnouncing } from './announcer.tsx';
import { App } from './app.tsx';
import { drawAhead, warmLayout } from './chart-layout.ts';
import { startPlaying } from './control.ts';
import { listenToKeys } from './keys.ts';
import { start } from './store.ts';
import './styles.css';

const root = document.querySelector('#app');
if (root) render(<App />, root);
listenToKeys();
start();
warmLayout();
drawAhead();
startPlaying();
startAnnouncing();
