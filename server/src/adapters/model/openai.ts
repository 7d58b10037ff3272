/** A bundle of its own, which is loaded with the first request to a model. */
export { APIError, AzureOpenAI, OpenAI } from 'openai';
