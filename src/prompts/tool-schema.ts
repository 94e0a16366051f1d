export type Schema = Record<string, unknown>;

export const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) });

export const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
});

export const record = (properties: Record<string, Schema>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required: [...required],
});

/** A tool that a model may call. */
export const tool = (
  name: string,
  description: string,
  properties: Record<string, Schema>,
  required: readonly string[],
) => ({ name, description, parameters: record(properties, required) });
