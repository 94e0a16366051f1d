export { type Inspector, type InspectorOptions, startInspector } from './server/start-inspector.ts';
export { attachInspector } from './sessions/attach-inspector.ts';
