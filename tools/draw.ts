export { Draw } from '../server/src/evaluation/seeded-random';
