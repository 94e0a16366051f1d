export { later } from './orders.ts';
