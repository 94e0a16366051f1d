export const orders = 'none';
