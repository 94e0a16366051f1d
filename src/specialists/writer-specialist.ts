import { writeReport } from '../tools/write-report.ts';
import { defineSpecialist, type Specialist } from './specialist.ts';

/** A specialist that makes one text of what the other steps found. */
export function writerSpecialist(): Specialist {
  return defineSpecialist({
    name: 'writer',
    description: 'Writes a report or a summary from the results of earlier steps. It adds no facts of its own.',
    capabilities: ['report', 'summary'],
    systemPrompt: [
      'You write from the results of the earlier steps and from nothing else: no new figures, no causes, no advice that they do not hold.',
      'Call write_report once: the findings first, then a section for each result with its table, then how the question was read.',
    ].join('\n'),
    tools: [writeReport()],
  });
}
