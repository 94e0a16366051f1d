import { defineSpecialist } from 'troupe';

export const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
