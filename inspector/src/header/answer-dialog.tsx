import { Modal } from '../dialogs/modal.tsx';
import { Markdown } from '../text/markdown.tsx';
import { answerText, questionText } from './said.ts';

/** The whole answer, as it is meant to be read. */
export function AnswerDialog() {
  return (
    <Modal title={questionText()} testId="answer-dialog" class="wide">
      <Markdown text={answerText() ?? ''} />
    </Modal>
  );
}
