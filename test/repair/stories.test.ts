import { testStories } from '../support/test-stories';
import { play } from './story';

testStories('Stories of repairs', new URL('stories/', import.meta.url), (story) => play(story));
