export { Draw } from '../server/src/core/eval/draw';
