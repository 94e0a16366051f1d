import { describe, expect, it } from 'vitest';
import { isSecretName, secretForms, secretPlaces, withoutSecrets } from '../../src/inspect/secrets.ts';
import { climb } from '../linear-time/climb.ts';

/** Put together here, so that nobody who looks for leaked keys finds one in this file. */
const made = (...parts: string[]) => parts.join('');
const body = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const hex = '0123456789abcdef0123456789abcdef';
const jwt = made('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxIn0.', 'abc-def_123');
const block = (kind: string) =>
  `${made('-----BEGIN ', kind, '-----')}\nDEK-Info: AES-128-CBC,0A\n\n${body}\n${made('-----END ', kind, '-----')}`;

/** For every line of the list: texts, each with what may not be left of it. */
const samples: Record<string, readonly (readonly [text: string, secret: string])[]> = {
  'a key of OpenAI, Anthropic, OpenRouter or Stripe': [
    made('sk-', body),
    made('sk-proj-', body),
    made('sk-ant-api03-', body),
    made('sk-or-v1-', body),
    made('sk_live_', body),
    made('rk_test_', body),
    made('pk-', body),
  ].map((key) => [`the key is ${key}.`, key]),
  'the secret of a webhook of Stripe': [[made('whsec_', body), body]],
  'a key of another model provider': ['gsk_', 'hf_', 'r8_', 'xai-', 'pplx-', 'nvapi-', 'fw_'].map((head) => [
    `${head}${body}`,
    body,
  ]),
  'a token of GitHub': ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map((head) => [`${head}${body}`, body]),
  'a token of GitLab': ['glpat-', 'gldt-', 'glptt-', 'glrt-'].map((head) => [`${head}${body}`, body]),
  'a key id of AWS': ['AKIA', 'ASIA'].map((head) => [`id ${head}IOSFODNN7EXAMPLE`, 'IOSFODNN7EXAMPLE']),
  'a key of Google': [[made('AIza', body), body]],
  'an OAuth token of Google': ['ya29.', 'GOCSPX-', '1//0'].map((head) => [`${head}${body}`, body]),
  'a token of Slack': ['xoxb-', 'xoxp-', 'xoxa-', 'xapp-'].map((head) => [`${head}123456789012-${body}`, body]),
  'a webhook of a chat': [
    [`https://${made('hooks.', 'slack.com')}/services/T000/B000/${body}`, body],
    [`https://${made('discord', '.com')}/api/webhooks/123456/${body}`, body],
  ],
  'a token of Discord': [[made('MTIzNDU2Nzg5MDEyMzQ1Njc4', '.GabcDe.', body), body]],
  'a token of Telegram': [[made('123456789:', body.slice(0, 35)), body.slice(0, 35)]],
  'a token of a package registry': ['npm_', 'pypi-', 'rubygems_', 'dckr_pat_'].map((head) => [`${head}${body}`, body]),
  'a key of SendGrid': [[made('SG.', body.slice(0, 22), '.', body), body]],
  'a key of Twilio or Mailgun': ['SK', 'key-'].map((head) => [`${head}${hex}`, hex]),
  'a token of a cloud': ['dop_v1_', 'dapi', 'hvs.', 'tskey-', 'sbp_', 'pscale_tkn_', 'glsa_', 'sntrys_'].map((head) => [
    `${head}${body}`,
    body,
  ]),
  'a token of an application': ['shpat_', 'sq0atp-', 'lin_api_', 'ntn_', 'figd_', 'PMAK-', 'NRAK-', 'ATATT3'].map(
    (head) => [`${head}${body}`, body],
  ),
  'a key of age': [[made('AGE-SECRET-', 'KEY-1', body.toUpperCase()), body.toUpperCase()]],
  'a JSON Web Token': [
    [`(${jwt})`, 'abc-def_123'],
    [jwt, 'eyJzdWIiOiIxIn0'],
  ],
  'a private key': [
    ...['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'].map(
      (kind) => [block(kind), body] as const,
    ),
    [block('EC PRIVATE KEY').split('-----END')[0] ?? '', body],
  ],
  'credentials after Basic': [
    ['send Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['send Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA'],
  ],
  'a password in a URL': [
    ['postgres://me:hunter2@db.example:5432/app', 'hunter2'],
    ['mongodb+srv://me:p%40ss/w@rd@cluster.example', 'p%40ss/w@rd'],
    ['redis://:hunter2@cache:6379', 'hunter2'],
    [`https://${body}@git.example/a.git`, body],
  ],
  'a signature in a URL': [
    [`https://a.example/b?se=1&sig=${body}`, body],
    [`https://a.example/b?X-Amz-Signature=${hex}&x=1`, hex],
  ],
  'credentials after Bearer': [
    [`Bearer ${body}`, body],
    [`bearer ${hex}`, hex],
  ],
  'credentials after Authorization': [
    [`Authorization: Bearer ${body.slice(0, 9)}`, body.slice(0, 9)],
    ['"authorization": "Basic YTpi"', 'YTpi'],
    ['Proxy-Authorization: hunter2', 'hunter2'],
    ['Authorization: Digest username="me", response="6629fae4"', 'username'],
  ],
  'a cookie': [
    ['Cookie: theme=dark; sid=hunter2', 'hunter2'],
    ['Set-Cookie: sid=hunter2; HttpOnly', 'hunter2'],
    ['Cookie: a="b"; sid=hunter2', 'hunter2'],
    ['Cookie: sid="hunter2"', 'hunter2'],
    ['{"cookie":"a=b; sid=hunter2"}', 'hunter2'],
  ],
  'a value in quotes after its name': [
    ['{"password": "correct horse battery"}', 'horse'],
    [String.raw`{"password":"hun\"ter2 rest"}`, 'ter2 rest'],
    [`password="a'b hunter2"`, 'hunter2'],
    ['{\\"client_secret\\":\\"hunter2\\"}', 'hunter2'],
    ["passphrase = 'hunter 2'", 'hunter'],
  ],
  'a value after its flag': [
    ['psql --password hunter2', 'hunter2'],
    ['deploy --api-key hunter2 --force', 'hunter2'],
  ],
  'a value after its name': [
    ['password=hunter2', 'hunter2'],
    ['password:          hunter2', 'hunter2'],
    ['password：hunter2', 'hunter2'],
    ['DB_PASSWORD=p(hunter2', 'hunter2'],
    ['https://a.example/?user=me&password=hunter2&x=1', 'hunter2'],
    ['Server=db;User Id=me;Pwd=hunter2;', 'hunter2'],
    ['DB_PASSWORD: hunter2', 'hunter2'],
    ['refresh_token=hunter2', 'hunter2'],
    ['access_token: hunter2', 'hunter2'],
    ['OPENAI_API_KEY=hunter2', 'hunter2'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG', 'wJalrXUtnFEMI'],
    ['AccountKey=hunter2==;EndpointSuffix=core', 'hunter2'],
    ['x-api-key: hunter2', 'hunter2'],
  ],
};

const lines = Object.entries({ ...secretForms, ...secretPlaces });

describe('in a text that reaches the page', () => {
  it.each(lines)('%s is replaced', (name, pattern) => {
    const texts = samples[name] ?? [];
    expect(texts.length).toBeGreaterThan(0);
    for (const [text, secret] of texts) {
      expect(text, 'the line itself finds it').toMatch(pattern);
      for (const given of [text, `before ${text} after`, JSON.stringify({ note: text })]) {
        expect(withoutSecrets(given)).toContain('[redacted]');
        expect(withoutSecrets(given)).not.toContain(secret);
      }
    }
  });

  it.each([
    'Basic JavaScript, a Basic understanding, and Basic 101 courses',
    'a bearer of responsibilities',
    'max_tokens: 400, inputTokens=12 and "totalTokens": 7',
    'password: string; token: null',
    'the secretary: Bob',
    'a glossary-of-technical-terms for the task-force-of-nineteen',
    'https://example.com:8080/path@2x.png and https://cdn.example/npm/@scope/pkg',
    'mailto:me@example.com, git@github.com:a/b.git',
    'The plan has 3 steps: load, count, write. Step 2 took 1.5 s at 12:30:45.',
    '1f0c2d3e-4a5b-6c7d-8e9f-0a1b2c3d4e5f 2026-01-01T00:00:00.000Z s1#1/ask#1.1',
    '密码学是一门学问。',
  ])('what is no secret stays: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('what only begins like a secret costs no more than its length', () => {
    const pieces = [
      'sk-',
      'eyJaaaaa-',
      '://:',
      '://a',
      'password" : ',
      '-----BEGIN PRIVATE KEY-----',
      'Basic aA',
      '\\"',
    ];
    for (const piece of pieces) {
      expect(climb(withoutSecrets, (length) => piece.repeat(length / piece.length))).toBeUndefined();
    }
  });
});

describe('a field', () => {
  it.each([
    'password', 'dbPasswd', 'passphrase', 'pwd', 'clientSecret', 'credentials', 'authorization', 'Proxy-Authorization',
    'auth', 'jwt', 'cookie', 'set-cookie', 'token', 'refresh_token', 'idToken', 'x-csrf-token', 'dsn',
    'connectionString', 'apiKey', 'x-api-key', 'AWSAccessKeyId', 'AccountKey', 'private_key', 'signingKey',
  ])('named %s is one whose value is replaced', (name) => {
    expect(isSecretName(name)).toBe(true);
  }); // biome-ignore format: a list

  it.each([
    'key',
    'id',
    'inputTokens',
    'tokens',
    'firstTokenMs',
    'author',
    'keyword',
    'passed',
    'resultKeys',
    'design',
  ])('named %s is shown', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
