export { Draw } from '../server/src/evaluation/draw';
