export { estimateTokens } from '../text/estimate-tokens.ts';
