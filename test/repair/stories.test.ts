import { testStories } from '../support/stories';
import { play } from './story';

testStories('Stories of repairs', new URL('stories/', import.meta.url), (story) => play(story));
