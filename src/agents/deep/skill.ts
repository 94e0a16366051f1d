/** Something an agent can learn when it needs it: it knows the name and the description, and reads the rest on demand. */
export interface Skill {
  /** Small letters, digits and `-`. */
  readonly name: string;
  /** When it is of use: the model chooses by it. */
  readonly description: string;
  readonly version?: string;
  /** The name of the model that works with it; it then works in a context of its own. */
  readonly model?: string;
  /** The names of the tools that it works with; it then works in a context of its own. */
  readonly tools?: readonly string[];
  /** What has to be done, in words. */
  load(): Promise<string>;
  /** The files beside it. */
  files(): Promise<readonly string[]>;
  /** The text of one of them. @throws TroupeError `tool` for what is not there or not beside it. */
  read(path: string): Promise<string>;
}
