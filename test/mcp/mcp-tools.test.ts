import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Capability } from 'troupe';
import { type McpOptions, mcpTools } from 'troupe/mcp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toToolSpec } from '../../src/tools/tool.ts';
import { connect, oddProgram, program, temporaryFolder, toolNamed, use } from './servers.ts';

describe('the tools of a server', () => {
  it('have the names, descriptions and schemas of the server', async () => {
    const everything = await connect(program('everything', 'stdio'));
    expect(everything.name).toBe('mcp-servers/everything');
    expect(everything.instructions).toContain('Everything Server');
    expect(toToolSpec(toolNamed(everything.tools, 'echo'))).toEqual({
      name: 'echo',
      description: 'Echoes back the input string',
      parameters: {
        type: 'object',
        properties: { message: { type: 'string', description: 'Message to echo' } },
        required: ['message'],
      },
    });
  });

  it('show the schema of the server as it is, without the name of its dialect', async () => {
    const { tools } = await connect(oddProgram('plain'));
    expect(toToolSpec(toolNamed(tools, 'picky')).parameters).toEqual({
      type: 'object',
      properties: { size: { type: 'integer', minimum: 1 }, colour: { enum: ['red', 'blue'] } },
      required: ['size'],
      additionalProperties: false,
    });
    expect(toToolSpec(toolNamed(tools, 'pid')).parameters).toEqual({ type: 'object', properties: {} });
  });

  it('get names that models may write, each once, and never that of a move', async () => {
    const { tools } = await connect({ ...oddProgram('plain'), only: ['plan', 'a/b', 'a.b', 'a_b'] });
    expect(tools.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      'odd_plan: does plan',
      'a_b_2: does a.b',
      'a_b_3: does a/b',
      'a_b: does a_b',
    ]);
    const odd = await connect({ ...oddProgram('plain'), only: ['plan', 'pid'], prefix: 'my_' });
    expect(odd.tools.map(({ name }) => name)).toEqual(['my_pid', 'my_plan']);
    expect((await use(odd, 'my_plan', { x: 1 })).text).toBe('plan {"x":1}');
  });

  it('are those that were asked for', async () => {
    const some = await connect({ ...oddProgram('plain'), only: ['pid', 'wait'], except: ['wait'] });
    expect(some.tools.map(({ name }) => name)).toEqual(['pid']);
    const misspelt = mcpTools({ ...oddProgram('plain'), name: 'mine', except: ['crush'] });
    await expect(misspelt).rejects.toThrow(
      'The MCP server "mine" has no tool "crush". Its tools are: pid, heard, wait,',
    );
    await expect(misspelt).rejects.toMatchObject({ code: 'bad-config' });
  });
});

describe('what a tool may do', () => {
  const capabilities = async (options: Partial<McpOptions>) => {
    const { tools } = await connect({ ...oddProgram('plain'), only: ['pid', 'heard', 'fail'], ...options });
    return tools.map(({ name, capability }) => `${name} ${capability}`);
  };

  it('is unknown, whatever the server says, unless the server is trusted', async () => {
    expect(await capabilities({})).toEqual(['pid undefined', 'heard undefined', 'fail undefined']);
    expect(await capabilities({ trust: true })).toEqual(['pid read', 'heard network', 'fail write']);
  });

  it('is what the caller says first', async () => {
    const capability = ({ name }: { name: string }): Capability | undefined => (name === 'fail' ? 'exec' : undefined);
    expect(await capabilities({ capability, trust: true })).toEqual(['pid read', 'heard network', 'fail exec']);
    expect(
      await capabilities({ capability: ({ annotations }) => (annotations?.readOnlyHint ? 'read' : 'exec') }),
    ).toEqual(['pid read', 'heard read', 'fail exec']);
  });

  it('is refused in words when it is no capability', async () => {
    const wrong = capabilities({ capability: () => 'fly' as Capability }); // as from JavaScript
    await expect(wrong).rejects.toThrow('mcpTools: capability gave "fly" for the tool "pid".');
  });
});

describe('arguments', () => {
  it('that do not fit the schema are an error that a model can read, and do not reach the server', async () => {
    const odd = await connect(oddProgram('plain'));
    await expect(use(odd, 'picky', { size: 0, colour: 'green' })).rejects.toThrow(
      /^The input of picky is wrong: .*data\/size must be >= 1, data\/colour must be equal to one of the allowed values/,
    );
    await expect(use(odd, 'picky', { size: 1, weight: 2 })).rejects.toThrow('must NOT have additional properties');
    await expect(use(odd, 'picky', ['size'])).rejects.toThrow('The input of picky is wrong');
    expect((await use(odd, 'heard')).text).not.toContain('tools/call picky');
    expect((await use(odd, 'picky', { size: 3, colour: null })).text).toBe('picky {"size":3}');
  });

  it('are left to the server where its schema is of a dialect that nobody knows', async () => {
    const odd = await connect(oddProgram('plain'));
    expect((await use(odd, 'unknown_schema', { any: 'thing' })).text).toBe('unknown_schema {"any":"thing"}');
  });
});

describe('results', () => {
  it('are texts, structured content as data, images and files as parts, and other things in words', async () => {
    const everything = await connect(program('everything', 'stdio'));
    expect(await use(everything, 'echo', { message: 'hello' })).toEqual({ text: 'Echo: hello' });
    expect(await use(everything, 'get-sum', { a: 2, b: 40 })).toEqual({ text: 'The sum of 2 and 40 is 42.' });
    const weather = await use(everything, 'get-structured-content', { location: 'Chicago' });
    expect(weather.data).toEqual({ temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 });
    expect(JSON.parse(weather.text)).toEqual(weather.data);
    const image = await use(everything, 'get-tiny-image');
    expect(image.text).not.toContain('not shown');
    expect(image.parts).toEqual([
      { type: 'image', mediaType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
    ]);
    expect((await use(everything, 'get-resource-links', { count: 1 })).text).toContain(
      '[resource demo://resource/dynamic/blob/1, Blob Resource 1, text/plain]',
    );
    const embedded = { resourceType: 'Blob', resourceId: 1 };
    const file = await use(everything, 'get-resource-reference', embedded);
    expect(file.text).toContain('[resource demo://resource/dynamic/blob/1, text/plain]');
    expect(file.parts).toEqual([
      { type: 'file', mediaType: 'text/plain', name: '1', data: expect.stringMatching(/^[\w+/]+=*$/) },
    ]);
  });

  it('that the server calls an error fail with its words', async () => {
    const odd = await connect(oddProgram('plain'));
    const failed = use(odd, 'fail');
    await expect(failed).rejects.toThrow(/^the disk is full$/);
    await expect(failed).rejects.toMatchObject({ code: 'tool' });
  });
});

describe('the environment of a server', () => {
  it('is what every program needs and what was given, and nothing else', async () => {
    vi.stubEnv('SOME_SECRET_OF_OURS', 'x');
    onTestFinished(() => void vi.unstubAllEnvs());
    const everything = await connect({ ...program('everything', 'stdio'), env: { FOR_THE_SERVER: 'yes' } });
    const seen = JSON.parse((await use(everything, 'get-env')).text) as Record<string, string>; // the server prints its variables
    expect(seen).toMatchObject({ PATH: process.env.PATH, FOR_THE_SERVER: 'yes' });
    expect(seen).not.toHaveProperty('SOME_SECRET_OF_OURS');
  });

  it('has the folder that was given', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'here.txt'), 'found');
    const files = await connect({ ...program('filesystem', '.'), cwd: folder });
    expect((await use(files, 'read_text_file', { path: 'here.txt' })).text).toBe('found');
  });
});

it.each([
  [{}, 'give either command (a program to start) or url (an address), there is neither'],
  [{ command: 'x', url: 'http://127.0.0.1' }, 'not both'],
  [{ url: 'nowhere' }, 'url is "nowhere": pass an http or https address'],
  [{ url: 'ftp://127.0.0.1' }, 'url is "ftp://127.0.0.1": pass an http or https address'],
  [{ command: 'x', arguments: [] }, '"arguments" is not a setting: allowed are name, prefix,'],
  [{ command: 'x', prefix: 'my.' }, 'prefix is "my.": use at most 32 letters'],
  [{ command: 'x', callMs: 0 }, 'callMs is 0'],
])('options %j are refused in words', async (options, words) => {
  const refused = mcpTools(options as McpOptions); // as from JavaScript
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.toMatchObject({ code: 'bad-config' });
});
