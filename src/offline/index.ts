/** Work without a language model: rules behind the model port, and specialists on local tools. */

export { dataSpecialist } from '../specialists/data-specialist.ts';
export { mathSpecialist } from '../specialists/math-specialist.ts';
export { searchSpecialist } from '../specialists/search-specialist.ts';
export { shippedSpecialists } from '../specialists/shipped.ts';
export { writerSpecialist } from '../specialists/writer-specialist.ts';
export { type OfflineModelOptions, offlineModel } from './offline-model.ts';
