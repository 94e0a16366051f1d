import type { OpenAsk } from './protocol.ts';

/**
 * What a secret looks like, in one place. Each line is tested by its name in test/inspect/secrets.test.ts.
 *
 * Texts come from anywhere, so every pattern is linear: it fails after a bounded number of characters or takes what it has read.
 */
export const redacted = '[redacted]';

/** Between a name and its value: `password=x`, `"password": "x"`, also inside of a JSON text. */
const is = String.raw`[\\"'\`]{0,8}\s{0,20}(?:=>|[:=：])\s{0,20}`;
const name = String.raw`(?:passw(?:or)?d|passphrase|pwd|secret(?!ar)|credential|connection[-_ ]?string|(?:api|access|account|private|shared|signing|encryption)[-_ ]?key)[\w-]{0,30}|token`;
/** Words that stand where a value would in the description of a type. */
const isNoValue = String.raw`(?!(?:string|number|boolean|unknown|any|null|undefined|none|true|false)\b)`;

/** Secrets that are known by their form, wherever they stand. */
export const secretForms: Readonly<Record<string, RegExp>> = {
  'a key of OpenAI, Anthropic, OpenRouter or Stripe': /\b[prs]k[-_][\w-]{16,}/,
  'the secret of a webhook of Stripe': /\bwhsec_[\w+/]{16,}/,
  'a key of another model provider': /\b(?:gsk_|hf_|r8_|xai-|pplx-|nvapi-|fw_)[\w-]{16,}/,
  'a token of GitHub': /\b(?:gh[oprsu]|github_pat)_\w{16,}/,
  'a token of GitLab': /\bgl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[\w-]{16,}/,
  'a key id of AWS': /\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|AROA)[A-Z0-9]{12,}/,
  'a key of Google': /\bAIza[\w-]{30,}/,
  'an OAuth token of Google': /\b(?:ya29\.|GOCSPX-|1\/\/0)[\w-]{16,}/,
  'a token of Slack': /\b(?:xox[a-z][-_]|xapp-)[\w-]{8,}/,
  'a webhook of a chat': /\b(?:hooks\.slack\.com\/\w+|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{16,}/,
  'a token of Discord': /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}/,
  'a token of Telegram': /\b\d{8,10}:[\w-]{35}/,
  'a token of a package registry': /\b(?:npm_|pypi-|rubygems_|dckr_pat_)[\w-]{16,}/,
  'a key of SendGrid': /\bSG\.[\w-]{16,64}\.[\w-]{16,}/,
  'a key of Twilio or Mailgun': /\b(?:SK|key-)[0-9a-f]{32}\b/,
  'a token of a cloud': /\b(?:do[oprt]_v1_|dapi|hv[brs]\.|tskey-|sbp_|pscale_\w+_|glsa_|sntry[su]_)[\w-]{16,}/,
  'a token of an application':
    /\b(?:shp(?:at|ca|pa|ss)_|sq0[a-z]{3}-|lin_(?:api|oauth)_|ntn_|figd_|PMAK-|NRAK-|AT[AC]TT3)[\w-]{16,}/,
  'a key of age': /\bAGE-SECRET-KEY-1[0-9A-Z]{16,}/,
  'a JSON Web Token': /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/,
  'a private key':
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-(?!----)[^-]*){0,500}(?:-----END [A-Z0-9 ]{0,40}-----)?/,
  'credentials after Basic':
    /\bBasic\s{1,5}(?=[A-Za-z0-9+/]{0,300}[0-9+/=]|(?:[A-Z]{0,40}[a-z]{1,40}[A-Z]){2})[A-Za-z0-9+/]{8,}={0,2}/,
};

/** Secrets that are known by what stands before them. */
export const secretPlaces: Readonly<Record<string, RegExp>> = {
  'a password in a URL':
    /(?<=:\/\/)[^\s"'<>/:@]{0,100}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,300}(?=@)|(?<=:\/\/)[^\s"'<>/:@]{20,300}(?=@)/i,
  'a signature in a URL': /(?<=[?&](?:sig|x-amz-signature|x-amz-security-token|x-goog-signature)=)[^\s"'&<>]+/i,
  'credentials after Bearer': /\bBearer\s{1,5}(?![a-z]+\b)[\w.~+/-]{16,}={0,2}/i,
  'credentials after Authorization': new RegExp(
    String.raw`(?<=authorization${is}[\\"'\`]{0,8})(?:(?:digest|aws4-hmac-sha256|hawk)\s[^\r\n"'\`]{1,2000}|(?:(?:bearer|basic|token|apikey|negotiate|ntlm)\s{1,5})?[^\s"'\`\\,;]+)`,
    'i',
  ),
  'a cookie': new RegExp(
    String.raw`(?<=cookies?${is}[\\"'\`]{0,8})[^\s=;,"'\`]{1,100}(?==)(?:=\\{0,7}"[^"\\\r\n]{0,1000}\\{0,7}"|[^\r\n"'\`]){1,4000}`,
    'i',
  ),
  'a value in quotes after its name': new RegExp(
    [
      ...['"', "'", '`'].map(
        (quote) => String.raw`(?<=(?:${name})${is}${quote})${isNoValue}(?:[^${quote}\\\r\n]|\\.){1,1000}`,
      ),
      String.raw`(?<=(?:${name})${is}\\{1,7}")${isNoValue}(?:[^"\\\r\n]|\\{3}"){1,1000}`,
    ].join('|'),
    'i',
  ),
  'a value after its flag': new RegExp(String.raw`(?<=--(?:${name})\s{1,3})[^\s"'\\-][^\s"'\\]{0,1000}`, 'i'),
  'a value after its name': new RegExp(
    String.raw`(?<=(?:${name})${is})${isNoValue}[^\s"'\`\\&;,<>(){}[\]=][^\s"'\`\\&;,]{0,1000}`,
    'i',
  ),
};

/** What has to be in a text for one of the places to be there: looking behind everywhere would take long. */
const isNearPlace = /:\/\/|pass|pwd|secret|credential|string|key|token|cookie|authorization|bearer|[?&](?:sig|x-)/i;

/** Names of fields whose values are nobody's business. */
const secretNames =
  /passw(?:or)?d|passphrase|^pwd$|secret|credential|authorization|^auth$|^jwt$|cookie|token$|^dsn$|connection[-_]?string|(?:api|access|account|private|shared|signing|encryption)[-_]?key/i;

const inOne = (patterns: Readonly<Record<string, RegExp>>, flags: string) =>
  new RegExp(
    Object.values(patterns)
      .map(({ source }) => `(?:${source})`)
      .join('|'),
    flags,
  );
const forms = inOne(secretForms, 'g');
const places = inOne(secretPlaces, 'gi');

export const isSecretName = (field: string): boolean => secretNames.test(field);

/** A text with nothing in it that looks like a secret. */
export function withoutSecrets(text: string): string {
  const clean = text.replace(forms, redacted);
  return isNearPlace.test(clean) ? clean.replace(places, redacted) : clean;
}

/** The same data, with such texts in it. */
const withoutSecretTexts = <T extends object>(data: T): T =>
  JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'string' ? withoutSecrets(value) : value))) as T; // only texts differ

/** What a person is asked, without the values of secrets in its words and in the arguments of its call. */
export const askWithoutSecrets = (ask: OpenAsk): OpenAsk => ({
  ...ask,
  question: withoutSecrets(ask.question),
  ...(ask.because === undefined ? {} : { because: withoutSecrets(ask.because) }),
  ...(ask.arguments === undefined ? {} : { arguments: withoutSecrets(ask.arguments) }),
  ...(ask.default === undefined ? {} : { default: withoutSecretTexts([ask.default])[0] }),
  ...(ask.schema === undefined ? {} : { schema: withoutSecretTexts(ask.schema) }),
});
