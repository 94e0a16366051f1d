/** One name of every sub-path, so that the types of all of them are read. */
import { createConversationEngine } from 'troupe';
import { defineAgent } from 'troupe/agents';
import { analyzeConversation } from 'troupe/conversation';
import { startInspector } from 'troupe/inspect';
import { toMetrics } from 'troupe/log';
import { hostMachine } from 'troupe/machines';
import { mcpTools } from 'troupe/mcp';
import { createMemory } from 'troupe/memory';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { type OpenaiModelOptions, openaiEmbedder, openaiModel } from 'troupe/openai';
import { parsePlanMarkdown } from 'troupe/plan';
import { postgresStore } from 'troupe/postgres';
import { defaultPrompts } from 'troupe/prompts';
import { useRun } from 'troupe/react';
import { sqliteStore } from 'troupe/sqlite';
import { explore } from 'troupe/testing';
import { workspaceTools } from 'troupe/workspace';

export const model = (options: OpenaiModelOptions) => openaiModel(options);
export const names = {
  analyzeConversation,
  createConversationEngine,
  createMemory,
  defaultPrompts,
  defineAgent,
  explore,
  hostMachine,
  mcpTools,
  offlineModel,
  openaiEmbedder,
  parsePlanMarkdown,
  postgresStore,
  shippedSpecialists,
  sqliteStore,
  startInspector,
  toMetrics,
  useRun,
  workspaceTools,
};
