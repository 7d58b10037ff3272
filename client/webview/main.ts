import './page.css';
import './results.css';
import './trace/trace.css';
import './ask/question-page.css';
import { useTranslations } from '../shared/l10n';
import { pageTranslations } from './dom';
import { host } from './host';
import { Panel } from './panel';

useTranslations(pageTranslations());
const panel = new Panel(document.body);

host.listen((message) => {
  switch (message.type) {
    case 'show':
      performance.mark('funfusic-show');
      panel.show(message);
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('funfusic-painted')));
      return;
    case 'rows':
      panel.append(message.key, message.rows);
      return;
    case 'running':
      panel.running(message.running);
      return;
    case 'stopped':
      panel.stopped(message);
      return;
    case 'pinned':
      panel.pinned(message.pinned);
      return;
    case 'stale':
      panel.stale(message.stale);
      return;
    case 'asking':
      panel.asking(message.asking);
      return;
    case 'askEvent':
      panel.askEvent(message.event);
      return;
    case 'command':
      panel.command(message.command);
  }
});
