import { render } from 'preact';
import { App } from './app.tsx';
import { drawAhead, warmLayout } from './chart/chart-layout.ts';
import { startAnnouncing } from './parts/announcer.tsx';
import { startPlaying } from './state/control.ts';
import { listenToKeys } from './state/keys.ts';
import { rememberLook } from './state/page-state.ts';
import { start } from './state/store.ts';
import './styles.css';

const root = document.querySelector('#app');
if (root) render(<App />, root);
listenToKeys();
start();
rememberLook();
warmLayout();
drawAhead();
startPlaying();
startAnnouncing();
