import { expect, it } from 'vitest';
import { toolNames } from '../../src/mcp/tool-names.ts';

const namesOf = (given: readonly string[], prefix = '') =>
  Object.fromEntries(toolNames(given, { prefix, server: 'my server' }));

it('a name that fits stays as it is', () => {
  expect(namesOf(['read_file', 'get-sum'])).toEqual({ read_file: 'read_file', 'get-sum': 'get-sum' });
  expect(namesOf(['read_file'], 'files_')).toEqual({ read_file: 'files_read_file' });
});

it('a name gets characters that fit, and a number where it would be there twice', () => {
  const expected = { 'a.b': 'a_b_2', 'a/b': 'a_b_3', a_b: 'a_b', 文件: '__', 文字: '___2' };
  expect(namesOf(['a.b', 'a/b', 'a_b', '文件', '文字'])).toEqual(expected);
  expect(namesOf(['文字', 'a_b', '文件', 'a/b', 'a.b'])).toEqual(expected);
});

it('a name of a move gets the name of its server', () => {
  expect(namesOf(['plan', 'read_result', 'my_server_plan'])).toEqual({
    plan: 'my_server_plan_2',
    read_result: 'my_server_read_result',
    my_server_plan: 'my_server_plan',
  });
  expect(namesOf(['_plan', 'plan'], 'my')).toEqual({ _plan: 'my_plan', plan: 'myplan' });
  expect(namesOf(['result'], 'read_')).toEqual({ result: 'my_server_read_result' });
});

it('a long name is cut to 64 characters, and stays apart from its like', () => {
  const long = 'x'.repeat(80);
  const names = namesOf([`${long}1`, `${long}2`]);
  expect(names).toEqual({ [`${long}1`]: 'x'.repeat(64), [`${long}2`]: `${'x'.repeat(62)}_2` });
});

it('two tools of one name are refused', () => {
  expect(() => namesOf(['read', 'write', 'read'])).toThrow(
    'The MCP server "my server" lists two tools with the name "read".',
  );
});
