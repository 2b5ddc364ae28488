import { createRunFolder, removeRunFolder } from './run-folder.js';
import { createTemplate, removeTemplate } from './store.js';

/** Makes what the shops of all tests are copied from; answers what takes it away again. */
export default function setUp(): () => void {
  createRunFolder();
  const tearDown = (): void => {
    removeTemplate();
    removeRunFolder();
  };
  try {
    createTemplate();
  } catch (error) {
    tearDown();
    throw error;
  }
  return tearDown;
}
