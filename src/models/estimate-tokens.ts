export { estimateTokens } from '../domain/estimate-tokens.ts';
