/** The name of a column as a formula has it. */
export const nameText = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A text as a formula has it. */
export const textValue = (value: string): string => `'${value.replaceAll("'", "''")}'`;
