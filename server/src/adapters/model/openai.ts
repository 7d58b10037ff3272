/** A separate bundle, loaded with the first request to a model. */
export { APIError, AzureOpenAI, OpenAI } from 'openai';
