import { t } from '../../shared/l10n';
import { StatusBarItem } from '../status-bar-item';
import { modelSettings, NO_MODEL } from './model-settings';

const MAX_LENGTH = 24;

/** Shows the selected model. */
export const modelStatusItem = (): StatusBarItem =>
  new StatusBarItem({ id: 'funfusic.model', name: 'FUn-FuSIC Model', priority: 98 }, (document) => {
    const name = modelSettings.chosen(document);
    if (!document || name === NO_MODEL) return undefined;
    const missing = modelSettings.entry(name, document) === undefined;
    return {
      icon: missing ? 'warning' : 'sparkle',
      text: name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1)}…` : name,
      details: [
        missing
          ? t('There is no model called {0}. Name one of funfusic.models, or none.', name)
          : t('The model {0} is used when you ask a question, or repair or explain a query.', name),
        t('Click to select another model.'),
      ],
      command: 'funfusic.chooseModel',
    };
  });
