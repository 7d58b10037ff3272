import { t } from '../../shared/l10n';
import { StatusBarItem } from '../status-bar-item';
import type { Evaluations } from './evaluations';

/** The progress of the running evaluation in the status bar. Opens the view. */
export const evaluationStatusItem = (evaluations: Evaluations): StatusBarItem =>
  new StatusBarItem(
    {
      id: 'funfusic.evaluation',
      name: 'FUn-FuSIC Evaluation',
      // This is left of our other items, because it is not always visible.
      priority: 100.09,
      watch: [evaluations.onDidProgress],
    },
    () => {
      const { running } = evaluations;
      return (
        running && {
          icon: 'beaker',
          text: running.message,
          details: [t('An evaluation is running.'), t('Click to show it.')],
          command: 'funfusic.evaluations.focus',
        }
      );
    },
  );
