import { testStories } from '../support/test-stories';
import { play, type AskStory } from './story';

testStories('Stories of questions', new URL('stories/', import.meta.url), (story) => play(story as AskStory));
