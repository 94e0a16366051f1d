export { attachInspector } from './inspect/attach-inspector.ts';
export { type Inspector, type InspectorOptions, startInspector } from './inspect/start-inspector.ts';
