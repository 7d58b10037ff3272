import { testStories } from '../support/stories';
import { play, type AskStory } from './story';

testStories('Stories of questions', new URL('stories/', import.meta.url), (story) => play(story as AskStory));
