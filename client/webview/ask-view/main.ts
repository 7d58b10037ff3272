import '../page.css';
import './ask.css';
import type { FromAskView, ToAskView } from '../../shared/ask-view-messages';
import { useTranslations } from '../../shared/l10n';
import { pageTranslations } from '../dom';
import { AskPage } from './ask-page';

interface VsCodeApi {
  postMessage(message: FromAskView): void;
  getState(): unknown;
  setState(state: string): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

useTranslations(pageTranslations());
const api = acquireVsCodeApi();
const saved = api.getState();
const page = new AskPage(document.body, typeof saved === 'string' ? saved : '', {
  send: (message) => api.postMessage(message),
  save: (text) => api.setState(text),
});

window.addEventListener('message', ({ data }: MessageEvent<ToAskView>) => {
  if (data.type === 'state') page.show(data.state);
  else page.restore(data.question);
});
api.postMessage({ type: 'ready' });
