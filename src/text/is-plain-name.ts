/** Whether something can be the name of an agent, a tool or a part of a chart: models write it, and values are kept under it. */
export const isPlainName = (name: unknown): name is string =>
  typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name) && name !== '__proto__';
