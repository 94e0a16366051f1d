/** Files for agents, with Node: the tools of one folder, and skills. */
export type { Skill } from '../agents/deep/skill.ts';
export { loadSkills } from './load-skills.ts';
export type { WorkspaceOptions } from './workspace.ts';
export { workspaceTools } from './workspace-tools.ts';
