/** The public test kit. */
export {
  type Reply,
  reflection,
  type ScriptedModel,
  type ScriptLine,
  scriptedModel,
  thinking,
} from './scripted-model.ts';
